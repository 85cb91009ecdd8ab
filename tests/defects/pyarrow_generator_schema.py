"""pyarrow_generator_schema: a stream's chunks have other columns than its schema says.

RecordBatchReader.from_batches() takes the schema's word for what a generator yields; Arrow C++
compares neither when it reads a batch nor when it exports one.
"""

# package: pyarrow
# expect: schema-array-mismatch error producer libarrow.so.*

# SPDX-License-Identifier: Apache-2.0

import pyarrow as pa
from pyarrow.cffi import ffi

schema = pa.schema([("a", pa.int64()), ("b", pa.string())])
reader = pa.RecordBatchReader.from_batches(schema, (pa.record_batch({"a": [1]}) for _ in range(1)))
stream = ffi.new("struct ArrowArrayStream *")
reader._export_to_c(int(ffi.cast("uintptr_t", stream)))
c_schema, c_array = ffi.new("struct ArrowSchema *"), ffi.new("struct ArrowArray *")
stream.get_schema(stream, c_schema)
failed = stream.get_next(stream, c_array)
print("fault:", "no" if failed or c_array.n_children == c_schema.n_children else "yes")
for struct in [c_schema, stream] + [c_array] * (not failed):
    struct.release(struct)
