"""duckdb_unasked: arrays of results whose schema is asked for later or never."""

# options: isolate=1:validate=1
# expect: buffer-used-after-release error consumer *multiarray* at late_rows before drop_rows
# expect: buffer-used-after-release error consumer *multiarray* at late_chunk before drop_chunk

# SPDX-License-Identifier: Apache-2.0

import ctypes

import _duckdb
import numpy as np
from pyarrow.cffi import ffi

DUCKDB = ctypes.CDLL(_duckdb.__file__)
POINTER = ctypes.c_void_p
SQL = b"select i::bigint i, 'w' || i as w, [i] as l from range(1000) t(i)"


class Result(ctypes.Structure):
    """duckdb_result, which is passed by value."""

    _fields_ = [("words", ctypes.c_uint64 * 6)]


def new(kind):
    """An empty structure, and a pointer to its address as DuckDB wants it."""
    structure = ffi.new(f"struct {kind}*")
    return structure, POINTER(int(ffi.cast("uintptr_t", structure)))


def numbers(array):
    """The first column."""
    return np.frombuffer(ffi.buffer(array.children[0].buffers[1], 8000), dtype=np.int64)


database, connection, rows = POINTER(), POINTER(), POINTER()
DUCKDB.duckdb_open(None, ctypes.byref(database))
DUCKDB.duckdb_connect(database, ctypes.byref(connection))

DUCKDB.duckdb_query_arrow(connection, SQL, ctypes.byref(rows))
array, address = new("ArrowArray")
print(DUCKDB.duckdb_query_arrow_array(rows, ctypes.byref(address)))
schema, address = new("ArrowSchema")
print(DUCKDB.duckdb_query_arrow_schema(rows, ctypes.byref(address)), schema.n_children)
view = numbers(array)
print(view.sum())
array.release(array)  # <- drop_rows
view.sum()  # <- late_rows
schema.release(schema)
DUCKDB.duckdb_destroy_arrow(ctypes.byref(rows))

result = Result()
DUCKDB.duckdb_query(connection, SQL, ctypes.byref(result))
DUCKDB.duckdb_fetch_chunk.restype = POINTER
chunk = POINTER(DUCKDB.duckdb_fetch_chunk(result))
array, address = new("ArrowArray")
DUCKDB.duckdb_result_arrow_array(result, chunk, ctypes.byref(address))
print(array.length, array.n_children)
view = numbers(array)
print(view.sum())
array.release(array)  # <- drop_chunk
view.sum()  # <- late_chunk
DUCKDB.duckdb_destroy_data_chunk(ctypes.byref(chunk))
DUCKDB.duckdb_destroy_result(ctypes.byref(result))
DUCKDB.duckdb_disconnect(ctypes.byref(connection))
DUCKDB.duckdb_close(ctypes.byref(database))
