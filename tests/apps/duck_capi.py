"""duck_capi: DuckDB's C API hands out schemas and arrays, takes an array, scans a stream's twin.

The functions stand in the wheel's extension module; ctypes finds them by dlsym, as C programs that
load DuckDB at run time do.
"""

# SPDX-License-Identifier: Apache-2.0

import ctypes

import _duckdb
from pyarrow.cffi import ffi

DUCKDB = ctypes.CDLL(_duckdb.__file__)


def new(kind):
    """An empty structure: its owner, its address, and a pointer to that as DuckDB wants it."""
    structure = ffi.new(f"struct {kind}*")
    address = ctypes.c_void_p(int(ffi.cast("uintptr_t", structure)))
    return structure, address


def call(name, *arguments, result=ctypes.c_int):
    """One call of the C API."""
    function = DUCKDB[name]
    function.restype = result
    return function(*arguments)


def release(structure):
    """What a consumer does at the end."""
    if structure.release:
        structure.release(structure)
    return structure.release == ffi.NULL


def query(connection, sql):
    """A result of the deprecated family, which has functions of its own for its parts."""
    result = ctypes.c_void_p()
    print("query", call("duckdb_query_arrow", connection, sql, ctypes.byref(result)))
    return result


def read(connection):
    """Schema and arrays of a result; at its end a success leaves the struct alone."""
    result = query(connection, b"select i, i::varchar as s from range(5000) t(i)")
    schema, address = new("ArrowSchema")
    print(call("duckdb_query_arrow_schema", result, ctypes.byref(address)))
    print(ffi.string(schema.format), schema.n_children, release(schema))
    array, address = new("ArrowArray")
    rows = 0
    while True:
        call("duckdb_query_arrow_array", result, ctypes.byref(address))
        if not array.release:
            break
        rows += array.length
        release(array)
    print(rows)
    call("duckdb_destroy_arrow", ctypes.byref(result), result=None)


def outlive(connection):
    """An array lives on when result and connection are gone."""
    result = query(connection, b"select 42 as x")
    array, address = new("ArrowArray")
    call("duckdb_query_arrow_array", result, ctypes.byref(address))
    call("duckdb_destroy_arrow", ctypes.byref(result), result=None)
    return array


def convert(connection):
    """Arrow to a data chunk: the schema is borrowed, the array taken."""
    import pyarrow as pa

    batch = pa.record_batch({"x": [1, 2, 3]})
    schema, schema_address = new("ArrowSchema")
    array, array_address = new("ArrowArray")
    batch._export_to_c(array_address.value, schema_address.value)
    converted, chunk = ctypes.c_void_p(), ctypes.c_void_p()
    pointer = ctypes.c_void_p
    print(call("duckdb_schema_from_arrow", connection, schema_address, ctypes.byref(converted),
               result=pointer))
    print(call("duckdb_data_chunk_from_arrow", connection, array_address, converted,
               ctypes.byref(chunk), result=pointer))
    print(array.release == ffi.NULL, call("duckdb_data_chunk_get_size", chunk))
    print(release(schema))
    call("duckdb_destroy_data_chunk", ctypes.byref(chunk), result=None)
    call("duckdb_destroy_arrow_converted_schema", ctypes.byref(converted), result=None)


database, connection = ctypes.c_void_p(), ctypes.c_void_p()
call("duckdb_open", None, ctypes.byref(database))
call("duckdb_connect", database, ctypes.byref(connection))
read(connection)
kept = outlive(connection)
convert(connection)
call("duckdb_disconnect", ctypes.byref(connection), result=None)
call("duckdb_close", ctypes.byref(database), result=None)
print(kept.length, release(kept))
