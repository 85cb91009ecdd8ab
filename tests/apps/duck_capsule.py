"""duck_capsule: duckdb scans objects that offer only a stream capsule; its results offer one."""

# SPDX-License-Identifier: Apache-2.0

import duckdb
import nanoarrow as na
import polars as pl
import pyarrow as pa


class Source:
    """Offers a pyarrow table under the capsule protocol and nothing else."""

    def __init__(self, table):
        self.table = table

    def __arrow_c_stream__(self, requested_schema=None):
        return self.table.__arrow_c_stream__(requested_schema)


con = duckdb.connect()
con.execute("set threads = 1")
source = Source(pa.table({"k": [1, 2, 3]}))
print(con.sql("select sum(k) from source").fetchall())
capsule = source.__arrow_c_stream__()
print(con.sql("select count(*) from capsule").fetchall())

rel = con.sql("select i, i % 2 = 0 as even from range(4) t(i)")
print(pa.table(rel).to_pylist())
print(na.ArrayStream(con.sql("select 1 as one")).read_all().to_pylist())
print(pl.DataFrame(con.sql("select 'x' as s")))
con.close()
