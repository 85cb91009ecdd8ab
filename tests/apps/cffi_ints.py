"""cffi_ints: cffi owns the structures, and pyarrow fills and empties them by integer pointers."""

# SPDX-License-Identifier: Apache-2.0

import pyarrow as pa
from pyarrow.cffi import ffi


def address(structure):
    return int(ffi.cast("uintptr_t", structure))


array, schema = ffi.new("struct ArrowArray *"), ffi.new("struct ArrowSchema *")
pa.array([1, None, 3])._export_to_c(address(array), address(schema))
print(ffi.string(schema.format), array.length, array.null_count, array.n_buffers)
print(pa.Array._import_from_c(address(array), address(schema)))
print(array.release == ffi.NULL, schema.release == ffi.NULL)

batch = pa.record_batch({"a": [1, 2], "b": ["x", "y"]})
batch._export_to_c(address(array))
batch.schema._export_to_c(address(schema))
print(schema.n_children, array.n_children)
print(pa.RecordBatch._import_from_c(address(array), address(schema)).to_pydict())

stream = ffi.new("struct ArrowArrayStream *")
pa.RecordBatchReader.from_batches(batch.schema, [batch, batch])._export_to_c(address(stream))
print(pa.RecordBatchReader._import_from_c(address(stream)).read_all().num_rows)

pa.array(["released", "by hand"])._export_to_c(address(array), address(schema))
array.release(array)
schema.release(schema)
print(array.release == ffi.NULL, schema.release == ffi.NULL)
