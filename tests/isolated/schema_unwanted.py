"""schema_unwanted: an array is exported without a schema, which the library is asked for."""

# options: isolate=1
# expect: buffer-used-after-release error consumer *multiarray* at late before drop

# SPDX-License-Identifier: Apache-2.0

import numpy as np
import pyarrow as pa
from pyarrow.cffi import ffi

array = ffi.new("struct ArrowArray *")
pa.array(range(1000))._export_to_c(int(ffi.cast("uintptr_t", array)))
view = np.frombuffer(ffi.buffer(array.buffers[1], 8000), dtype=np.int64)
print(view.sum())
array.release(array)  # <- drop
print(view.sum())  # <- late
