"""duck_query: duckdb gives query results to pyarrow and polars, whole and as a reader."""

# SPDX-License-Identifier: Apache-2.0

import duckdb

con = duckdb.connect()
con.execute("set threads = 1")
table = con.sql("select i as id, i * i as sq from range(5) t(i)").to_arrow_table()
print(table.to_pylist())

reader = con.sql("select i, 'row ' || i as s from range(5000) t(i)").to_arrow_reader(1000)
print(sum(batch.num_rows for batch in reader))
print(con.sql("select 42 as answer").pl())
print(con.sql("select [1, 2] as l, {'a': 1} as s").to_arrow_table().schema.names)
con.close()
