"""mapped_files: files in memory are lent, the maps closed meanwhile; nothing changes them."""

# options: isolate=1:validate=1

# SPDX-License-Identifier: Apache-2.0

import tempfile

import duckdb
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq

table = pa.table({"x": range(100_000), "s": [f"w{i % 9}" for i in range(100_000)]})
with tempfile.NamedTemporaryFile() as file:
    with pa.OSFile(file.name, "wb") as sink, pa.ipc.new_file(sink, table.schema) as writer:
        writer.write_table(table, max_chunksize=20_000)
    mapped = pa.memory_map(file.name)
    frame = pl.from_arrow(pa.ipc.open_file(mapped).read_all())
    mapped.close()
    print(frame["x"].sum(), frame["s"].str.len_bytes().sum())
    del frame
with tempfile.NamedTemporaryFile() as file:
    pq.write_table(table, file.name)
    source = pq.read_table(file.name, memory_map=True)
    print(duckdb.sql("select s, sum(x) from source group by s order by s").fetchall()[0])
    print(pl.from_arrow(source)["x"].max())
