"""long_streams: streams of many small chunks go through three packages in a row."""

# SPDX-License-Identifier: Apache-2.0

import arro3.core
import polars as pl
import pyarrow as pa

schema = pa.schema([("n", pa.int32()), ("s", pa.utf8())])
rows = (pa.table({"n": [i], "s": [str(i)]}, schema=schema) for i in range(300))
batches = (table.to_batches()[0] for table in rows)
reader = pa.RecordBatchReader.from_batches(schema, batches)
through = pa.RecordBatchReader.from_stream(arro3.core.RecordBatchReader.from_arrow(reader))
frame = pl.from_arrow(through)
print(frame.shape, frame["n"].sum())
print(sum(chunk.num_rows for chunk in pa.RecordBatchReader.from_stream(frame)))
