"""reader_capsule: readers are opened on every kind of stream producer and read to the end."""

# SPDX-License-Identifier: Apache-2.0

import arro3.core
import duckdb
import nanoarrow as na
import polars as pl
import pyarrow as pa

table = pa.table({"i": pa.chunked_array([[1, 2], [3], [4, 5, 6]])})
for source in (
    table,
    table.to_reader(max_chunksize=2),
    pl.DataFrame({"i": [1, 2, 3]}),
    duckdb.sql("select i from range(3) t(i)"),
    arro3.core.Table.from_arrow(table),
    na.ArrayStream(table),
):
    reader = pa.RecordBatchReader.from_stream(source)
    print(
        type(source).__name__, reader.schema.field("i").type, [batch.num_rows for batch in reader]
    )

reader = pa.RecordBatchReader.from_stream(table, schema=pa.schema([("i", pa.int32())]))
print(reader.schema, reader.read_all().num_rows)
