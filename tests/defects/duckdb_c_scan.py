"""duckdb_c_scan: a query over duckdb_arrow_scan() leaks the schemas that it asked for.

DuckDB's C API asks the stream for its schema several times a query, takes the struct apart and
releases none of them.
"""

# package: duckdb
# expect: never-released error last-holder _duckdb.*.so
# known: yes

# SPDX-License-Identifier: Apache-2.0

import pathlib

import _duckdb
from pyarrow.cffi import ffi

ffi.cdef(
    """
    int duckdb_open(const char *path, void **database);
    int duckdb_connect(void *database, void **connection);
    int duckdb_arrow_scan(void *connection, const char *name, void *stream);
    int duckdb_query(void *connection, const char *query, void *result);
    void duckdb_destroy_result(void *result);
    void duckdb_disconnect(void **connection);
    void duckdb_close(void **database);

    extern int counting_given, counting_released;
    void counting_stream(struct ArrowArrayStream *out);
    """
)
duckdb = ffi.dlopen(_duckdb.__file__)
counting = ffi.dlopen(str(pathlib.Path(__file__).parents[2] / "build/defects/libcounting.so"))

database, connection = ffi.new("void **"), ffi.new("void **")
duckdb.duckdb_open(ffi.NULL, database)
duckdb.duckdb_connect(database[0], connection)
for i in range(12):
    stream, result = ffi.new("struct ArrowArrayStream *"), ffi.new("uint64_t[16]")
    counting.counting_stream(stream)
    duckdb.duckdb_arrow_scan(connection[0], b"t%d" % i, stream)
    duckdb.duckdb_query(connection[0], b"select sum(x) from t%d" % i, result)
    duckdb.duckdb_destroy_result(result)
    if stream.release:
        stream.release(stream)
duckdb.duckdb_disconnect(connection)
duckdb.duckdb_close(database)
print("fault:", "yes" if counting.counting_released < counting.counting_given else "no")
