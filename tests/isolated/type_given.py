"""type_given: an array is imported with pyarrow's own type in place of a schema."""

# options: isolate=1
# expect: buffer-written-while-held error producer libarrow.so.* at drop

# SPDX-License-Identifier: Apache-2.0

import numpy as np
import pyarrow as pa
from pyarrow.cffi import ffi

prices = np.arange(1000, dtype=np.float64)
batch = pa.record_batch({"price": pa.array(prices)})
stream, array = ffi.new("struct ArrowArrayStream *"), ffi.new("struct ArrowArray *")
reader = pa.RecordBatchReader.from_batches(batch.schema, [batch])
reader._export_to_c(int(ffi.cast("uintptr_t", stream)))
stream.get_next(stream, array)
taken = pa.RecordBatch._import_from_c(int(ffi.cast("uintptr_t", array)), batch.schema)
rows = taken.num_rows
prices[3] = -1
del taken  # <- drop
stream.release(stream)
print(rows)
