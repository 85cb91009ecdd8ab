"""polars_null_buffer: a column of nulls comes with a buffer, of which the type has none.

NullArray of polars-arrow exports one NULL buffer, for the sake of old versions of Arrow C++.
Rust's arrow refuses such an array.
"""

# package: polars
# expect: n-buffers-mismatch warning producer _polars_runtime.abi3.so
# known: yes

# SPDX-License-Identifier: Apache-2.0

import arro3.core
import polars as pl

try:
    arro3.core.ChunkedArray.from_arrow(pl.Series([None, None]))
    print("fault: no")
except Exception as error:
    print("fault:", "yes" if "buffer" in str(error) else error)
