"""written_through_view: a consumer sets values of an array that it was only lent."""

# options: isolate=1
# expect: buffer-written-while-held error both * at write

# SPDX-License-Identifier: Apache-2.0

import ctypes

import numpy as np
import polars as pl
from pyarrow.cffi import ffi

stream = pl.DataFrame({"n": list(range(1000))}).__arrow_c_stream__()
pointer = ctypes.pythonapi.PyCapsule_GetPointer
pointer.restype, pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
reader = ffi.cast("struct ArrowArrayStream *", pointer(stream, b"arrow_array_stream"))
array, schema = ffi.new("struct ArrowArray *"), ffi.new("struct ArrowSchema *")
reader.get_schema(reader, schema)
reader.get_next(reader, array)
view = np.frombuffer(ffi.buffer(array.children[0].buffers[1], 8000), dtype=np.int64)
view[5] = -1  # <- write
print(view[:6])
array.release(array)
schema.release(schema)
