"""offset_ignored: nanoarrow iterates over the fixed-size binary of a slice from the whole's begin.

What it reads, the rows of another slice, is what it reads without us.
"""

# options: isolate=front
# expect: buffer-underread warning consumer _buffer.*.so at read

# SPDX-License-Identifier: Apache-2.0

import nanoarrow as na
import pyarrow as pa

array = pa.array([b"%07d" % i for i in range(20000)], pa.binary(7)).slice(10000, 2)
print(na.Array(array).to_pylist())  # <- read
