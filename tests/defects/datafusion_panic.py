"""datafusion_panic: a panic inside get_next takes the process down.

get_next of Rust's arrow is a C function that catches nothing: what goes wrong while a chunk is
made, here a filter on binary values without width, aborts instead of returning an error.
"""

# package: datafusion
# expect: callback-crashed error producer _internal.abi3.so

# SPDX-License-Identifier: Apache-2.0

import datafusion
import pyarrow as pa

table = pa.table({"x": pa.array([b"", b""], pa.binary(0)), "k": [0, 1]})
context = datafusion.SessionContext()
context.from_arrow(table, "t")
print("fault: yes, if this is the last line", flush=True)
try:
    pa.table(context.sql("select x from t where k > 0"))
finally:
    print("fault: no")
