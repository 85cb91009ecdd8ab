"""duckdb_chunk: a data chunk is made an array, whose type DuckDB is asked for."""

# options: isolate=1
# expect: buffer-used-after-release error consumer *multiarray* at late before drop

# SPDX-License-Identifier: Apache-2.0

import ctypes

import _duckdb
import numpy as np
from pyarrow.cffi import ffi

DUCKDB = ctypes.CDLL(_duckdb.__file__)
POINTER = ctypes.c_void_p


class Result(ctypes.Structure):
    """duckdb_result, which is passed by value."""

    _fields_ = [("words", ctypes.c_uint64 * 6)]


def call(name, *arguments):
    """One call of the C API that returns a pointer."""
    function = DUCKDB[name]
    function.restype = POINTER
    return function(*arguments)


database, connection, options = POINTER(), POINTER(), POINTER()
DUCKDB.duckdb_open(None, ctypes.byref(database))
DUCKDB.duckdb_connect(database, ctypes.byref(connection))
DUCKDB.duckdb_connection_get_arrow_options(connection, ctypes.byref(options))
result = Result()
DUCKDB.duckdb_query(
    connection, b"select i::bigint i, 'w' || i as w from range(1000) t(i)", ctypes.byref(result)
)
chunk = POINTER(call("duckdb_fetch_chunk", result))
array = ffi.new("struct ArrowArray *")
address = POINTER(int(ffi.cast("uintptr_t", array)))
print(call("duckdb_data_chunk_to_arrow", options, chunk, address), array.n_children)
view = np.frombuffer(ffi.buffer(array.children[0].buffers[1], 8000), dtype=np.int64)
print(view.sum())
array.release(array)  # <- drop
view.sum()  # <- late
DUCKDB.duckdb_destroy_data_chunk(ctypes.byref(chunk))
DUCKDB.duckdb_destroy_result(ctypes.byref(result))
DUCKDB.duckdb_destroy_arrow_options(ctypes.byref(options))
DUCKDB.duckdb_disconnect(ctypes.byref(connection))
DUCKDB.duckdb_close(ctypes.byref(database))
