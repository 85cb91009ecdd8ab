"""adbc_fetch: ADBC fetches tables, readers, schemas and metadata from SQLite."""

# SPDX-License-Identifier: Apache-2.0

import adbc_driver_sqlite.dbapi as sqlite

with sqlite.connect() as con, con.cursor() as cursor:
    cursor.execute("create table t (id integer, name text)")
    cursor.execute("insert into t values (1, 'a'), (2, 'b'), (3, null)")
    cursor.execute("select * from t order by id")
    print(cursor.fetch_arrow_table().to_pylist())
    cursor.execute("select id from t order by id")
    print(cursor.fetchone(), cursor.fetchall())
    cursor.execute("select name from t")
    reader = cursor.fetch_record_batch()
    print(reader.schema.names, reader.read_all().num_rows)
    print(con.adbc_get_table_schema("t"))
    print(con.adbc_get_table_types())
    names = con.adbc_get_objects(depth="tables").read_all()
    print(names.num_rows)
    try:
        cursor.execute("select * from missing")
    except sqlite.Error as error:
        print("missing" in str(error))
