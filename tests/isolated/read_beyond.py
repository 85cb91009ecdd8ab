"""read_beyond: a consumer takes an array for longer than it is."""

# options: isolate=guard
# expect: buffer-overread warning consumer * at over

# SPDX-License-Identifier: Apache-2.0

import numpy as np
import pyarrow as pa
from pyarrow.cffi import ffi

array, schema = ffi.new("struct ArrowArray *"), ffi.new("struct ArrowSchema *")
source = pa.array(range(1008)).slice(0, 1000)
source._export_to_c(*(int(ffi.cast("uintptr_t", struct)) for struct in (array, schema)))
view = np.frombuffer(ffi.buffer(array.buffers[1], 8008), dtype=np.int64)
print(view[:1000].sum())
print(len(view.tobytes()))  # <- over
array.release(array)
schema.release(schema)
