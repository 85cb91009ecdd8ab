"""adbc_duckdb: a manager puts DuckDB's streams into its own and knows them by their release.

An error in the middle of a stream keeps its details: vendor code, message, key and value.
"""

# SPDX-License-Identifier: Apache-2.0

import adbc_driver_duckdb.dbapi as duckdb
import pyarrow as pa

FAILS = "select case when i = 5000 then error('boom') else i end from range(10000) t(i)"

with duckdb.connect() as con, con.cursor() as cursor:
    cursor.execute("create table t as select i as id, i * 0.5 as x from range(5) r(i)")
    cursor.execute("select * from t order by id")
    print(cursor.fetch_arrow_table().to_pylist())
    cursor.execute("select id from t order by id")
    print(cursor.fetchone(), cursor.fetchall())
    reader = cursor.execute("select * from t").fetch_record_batch()
    print(reader.schema.names, reader.read_all().num_rows)
    print(cursor.adbc_ingest("u", pa.table({"a": [1, 2, 3]}), mode="create"))
    with con.cursor() as other:
        other.execute("select sum(a) from u where a > ?", (1,))
        print(other.fetchall())
    print(con.adbc_get_table_schema("t"), con.adbc_get_table_types())
    print(con.adbc_get_objects(depth="tables").read_all().num_rows)
    with con.cursor() as other:
        try:
            other.execute(FAILS)
            print(other.fetch_arrow_table().num_rows)
        except duckdb.Error as error:
            print(type(error).__name__, error.status_code, error.vendor_code, error.details)
            print(str(error)[:60])
