"""nanoarrow_slice_nulls: a slice says that it has as many nulls as the whole array.

CArray.__getitem__ moves offset and length of its copy and keeps null_count: the slice of one row
below claims two nulls.
"""

# package: nanoarrow
# expect: null-count-range error producer _utils.*.so
# known: yes

# SPDX-License-Identifier: Apache-2.0

import nanoarrow as na
import pyarrow as pa

array = na.c_array(pa.array([None, None, 3]))
array = pa.array(array[2:])
print("fault:", "yes" if array.null_count == 2 else "no")
