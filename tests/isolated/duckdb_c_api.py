"""duckdb_c_api: schema and arrays of a result come by separate calls of one handle."""

# options: isolate=1
# expect: buffer-used-after-release error consumer *multiarray* at late before drop

# SPDX-License-Identifier: Apache-2.0

import ctypes

import _duckdb
import numpy as np
from pyarrow.cffi import ffi

DUCKDB = ctypes.CDLL(_duckdb.__file__)


def new(kind):
    """An empty structure, and a pointer to its address as DuckDB wants it."""
    structure = ffi.new(f"struct {kind}*")
    return structure, ctypes.c_void_p(int(ffi.cast("uintptr_t", structure)))


def first_array(connection, sql):
    """The first array of a result, whose schema is asked before."""
    result = ctypes.c_void_p()
    DUCKDB.duckdb_query_arrow(connection, sql, ctypes.byref(result))
    schema, address = new("ArrowSchema")
    DUCKDB.duckdb_query_arrow_schema(result, ctypes.byref(address))
    schema.release(schema)
    array, address = new("ArrowArray")
    DUCKDB.duckdb_query_arrow_array(result, ctypes.byref(address))
    DUCKDB.duckdb_destroy_arrow(ctypes.byref(result))
    return array


database, connection = ctypes.c_void_p(), ctypes.c_void_p()
DUCKDB.duckdb_open(None, ctypes.byref(database))
DUCKDB.duckdb_connect(database, ctypes.byref(connection))
numbers = first_array(connection, b"select i::bigint as i from range(2000) t(i)")
words = first_array(connection, b"select 'word ' || i as w from range(2000) t(i)")
view = np.frombuffer(ffi.buffer(numbers.children[0].buffers[1], 16000), dtype=np.int64)
print(view.sum(), words.length)
words.release(words)
numbers.release(numbers)  # <- drop
view.sum()  # <- late
DUCKDB.duckdb_disconnect(ctypes.byref(connection))
DUCKDB.duckdb_close(ctypes.byref(database))
