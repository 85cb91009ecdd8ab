"""adbc_ingest: ADBC ingests pyarrow, polars and nanoarrow data into SQLite and binds parameters."""

# SPDX-License-Identifier: Apache-2.0

import adbc_driver_sqlite.dbapi as sqlite
import nanoarrow as na
import polars as pl
import pyarrow as pa

with sqlite.connect() as con, con.cursor() as cursor:
    table = pa.table({"id": [1, 2, 3], "x": [0.5, None, 2.5]})
    print(cursor.adbc_ingest("t", table, mode="create"))
    print(cursor.adbc_ingest("t", table.to_reader(), mode="append"))
    print(cursor.adbc_ingest("p", pl.DataFrame({"s": ["a", "b"]}), mode="create"))
    print(cursor.adbc_ingest("n", na.ArrayStream(table), mode="create"))
    cursor.executemany("insert into p values (?)", pa.record_batch({"s": ["c", "d"]}))
    cursor.execute("select count(*) from t where id > ?", (1,))
    print(cursor.fetchall())
    cursor.execute("select * from p order by s")
    print(cursor.fetchallarrow().to_pydict())
    try:
        cursor.adbc_ingest("t", table, mode="create")
    except sqlite.Error:
        print("exists already")
