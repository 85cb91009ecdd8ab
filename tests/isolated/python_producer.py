"""python_producer: callbacks of a stream in Python fill structs by pyarrow's own exports.

What they give is known before the stream gives it, and is the stream's all the same: it is asked
for its schema once, by its consumer, and a batch that lacks a column is found.
"""

# options: isolate=1:validate=1
# expect: schema-array-mismatch error producer * at read

# SPDX-License-Identifier: Apache-2.0

import pyarrow as pa
from pyarrow.cffi import ffi

schema = pa.schema([("n", pa.int64()), ("m", pa.int64())])
batches = [pa.record_batch({"n": [1, 2], "m": [3, 4]}), pa.record_batch({"n": [5]})]


def address(struct):
    return int(ffi.cast("uintptr_t", struct))


@ffi.callback("int(struct ArrowArrayStream *, struct ArrowSchema *)")
def get_schema(_, out):
    print("asked")
    schema._export_to_c(address(out))
    return 0


@ffi.callback("int(struct ArrowArrayStream *, struct ArrowArray *)")
def get_next(_, out):
    batches.pop(0)._export_to_c(address(out))
    return 0


@ffi.callback("const char *(struct ArrowArrayStream *)")
def get_last_error(_):
    return ffi.NULL


@ffi.callback("void(struct ArrowArrayStream *)")
def release(stream):
    stream.release = ffi.NULL


stream = ffi.new("struct ArrowArrayStream *")
stream.get_schema, stream.get_next = get_schema, get_next
stream.get_last_error, stream.release = get_last_error, release
reader = pa.RecordBatchReader._import_from_c(address(stream))
print(reader.read_next_batch().num_rows)
try:
    reader.read_next_batch()  # <- read
except pa.ArrowInvalid as error:
    print(type(error).__name__)
del reader
