"""na_stream: nanoarrow reads a pyarrow stream chunk by chunk and hands its own stream on."""

# SPDX-License-Identifier: Apache-2.0

import nanoarrow as na
import pyarrow as pa

schema = pa.schema([("n", pa.int64())])
batches = [pa.record_batch([pa.array(range(i, i + 3))], schema=schema) for i in range(4)]
reader = pa.RecordBatchReader.from_batches(schema, batches)

with na.ArrayStream(reader) as stream:
    for chunk in stream:
        print(len(chunk), chunk.to_pylist())

stream = na.ArrayStream(pa.chunked_array([[1, 2], [3], []]))
print(pa.chunked_array(stream))
table = pa.table(na.Array(batches[0]))
print(table.num_rows, table.column_names)
