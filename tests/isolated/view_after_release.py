"""view_after_release: a NumPy view of a buffer outlives the array that it belongs to."""

# options: isolate=1
# expect: buffer-used-after-release error consumer *multiarray* at late before drop

# SPDX-License-Identifier: Apache-2.0

import faulthandler

import numpy as np
import pyarrow as pa
from pyarrow.cffi import ffi

faulthandler.enable()
array, schema = ffi.new("struct ArrowArray *"), ffi.new("struct ArrowSchema *")
source = pa.array(range(1000))
source._export_to_c(*(int(ffi.cast("uintptr_t", struct)) for struct in (array, schema)))
view = np.frombuffer(ffi.buffer(array.buffers[1], 8000), dtype=np.int64)
print(view.sum())
array.release(array)  # <- drop
schema.release(schema)
print(view.sum())  # <- late
