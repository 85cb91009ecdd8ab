"""duck_v2: results of DuckDB's second C API as schema, arrays and stream."""

# SPDX-License-Identifier: Apache-2.0

import ctypes

import _duckdb
from pyarrow.cffi import ffi

DUCKDB = ctypes.CDLL(_duckdb.__file__)
SQL = b"select i, i::varchar as s from range(5000) t(i)"


class Text(ctypes.Structure):
    """duckdb_v2_str"""

    _fields_ = [("data", ctypes.c_char_p), ("length", ctypes.c_uint64)]


def call(name, *arguments):
    """One call without a place for an error; all of them return 0 for success."""
    status = DUCKDB["duckdb_v2_" + name](*arguments)
    if status:
        raise RuntimeError(f"{name}: {status}")


def handle(name, *arguments):
    """A handle that a call fills in, the last argument but the error's place."""
    new = ctypes.c_void_p()
    call(name, *arguments, ctypes.byref(new), None)
    return new


def empty(kind):
    """An empty structure and its address."""
    structure = ffi.new(f"struct {kind}*")
    return structure, ctypes.c_void_p(int(ffi.cast("uintptr_t", structure)))


def execute(connection):
    """A query whose results are Arrow's."""
    statements = handle("parse_sql", connection, Text(SQL, len(SQL)))
    statement = handle("statement_iterator_next", statements)
    result = handle(
        "statement_execute_arrow", connection, statement, None, None, ctypes.c_uint64(0),
        ctypes.c_uint64(0),
    )
    call("sql_statement_destroy", ctypes.byref(statement))
    call("statement_iterator_destroy", ctypes.byref(statements))
    return result


def fetch(connection):
    """Schema and arrays one after the other; they outlive the result."""
    result = execute(connection)
    schema, address = empty("ArrowSchema")
    call("arrow_result_get_schema", result, address, None)
    rows, kept = 0, []
    while True:
        array, address = empty("ArrowArray")
        call("arrow_result_fetch_array", result, address, None)
        if not array.release:
            break
        rows += array.length
        kept.append(array)
    call("arrow_result_destroy", ctypes.byref(result))
    print(schema.n_children, rows)
    for structure in [schema, *kept]:
        structure.release(structure)


def stream(connection):
    """The whole result as a stream."""
    result = execute(connection)
    structure, address = empty("ArrowArrayStream")
    call("arrow_result_to_arrow_c_stream", ctypes.byref(result), address, None)
    array = ffi.new("struct ArrowArray*")
    rows = 0
    while structure.get_next(structure, array) == 0 and array.release:
        rows += array.length
        array.release(array)
    structure.release(structure)
    print(rows, result.value)


environment = handle("environment_create")
instance = handle("instance_create", environment)
connection = handle("connection_create", instance)
fetch(connection)
stream(connection)
call("connection_destroy", ctypes.byref(connection))
call("instance_destroy", ctypes.byref(instance))
call("environment_destroy", ctypes.byref(environment))
