"""stream_unasked: an array is taken from a stream that nobody asks for its schema."""

# options: isolate=1:validate=1
# expect: buffer-used-after-release error consumer *multiarray* at late before drop

# SPDX-License-Identifier: Apache-2.0

import numpy as np
import pyarrow as pa
from pyarrow.cffi import ffi

batch = pa.record_batch({"n": np.arange(1000)})
stream, array = ffi.new("struct ArrowArrayStream *"), ffi.new("struct ArrowArray *")
reader = pa.RecordBatchReader.from_batches(batch.schema, [batch])
reader._export_to_c(int(ffi.cast("uintptr_t", stream)))
print(stream.get_next(stream, array))
view = np.frombuffer(ffi.buffer(array.children[0].buffers[1], 8000), dtype=np.int64)
print(view.sum())
stream.release(stream)
array.release(array)  # <- drop
view.sum()  # <- late
