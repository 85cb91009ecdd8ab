"""duck_reader: duckdb scans a record batch reader, once, and hands readers of its own out."""

# SPDX-License-Identifier: Apache-2.0

import duckdb
import pyarrow as pa

con = duckdb.connect()
con.execute("set threads = 1")
schema = pa.schema([("n", pa.int32())])
batches = (pa.record_batch([pa.array([i, i + 1], pa.int32())], schema=schema) for i in range(10))
reader = pa.RecordBatchReader.from_batches(schema, batches)
print(con.sql("select sum(n) from reader").fetchall())

out = con.sql("select i from range(6000) t(i)").to_arrow_reader(2048)
print(out.schema, out.read_next_batch().num_rows)
print(con.cursor().sql("select count(*) from out").fetchall())
closed = con.cursor().sql("select i from range(6000) t(i)").to_arrow_reader(2048)
closed.read_next_batch()
closed.close()
con.close()
