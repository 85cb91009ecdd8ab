"""duck_scan: duckdb scans pyarrow tables and polars frames that it finds by name."""

# SPDX-License-Identifier: Apache-2.0

import duckdb
import polars as pl
import pyarrow as pa

con = duckdb.connect()
con.execute("set threads = 1")
items = pa.table({"k": [1, 2, 3, 4], "v": ["a", "b", "c", None]})
frame = pl.DataFrame({"k": [2, 4, 6], "w": [0.5, 1.5, 2.5]})

print(con.sql("select count(*), max(k) from items").fetchall())
print(con.sql("select k, v, w from items join frame using (k) order by k").fetchall())
print(con.sql("select v from items limit 1").fetchall())
con.register("named", items)
print(con.sql("select sum(k) from named where v is not null").fetchall())
con.unregister("named")
con.close()
