"""generator_half: streams and generators are given up half-way, in every package."""

# SPDX-License-Identifier: Apache-2.0

import arro3.core
import duckdb
import nanoarrow as na
import pyarrow as pa

schema = pa.schema([("n", pa.int64())])


def batches(label):
    try:
        for i in range(10):
            yield pa.record_batch([pa.array([i])], schema=schema)
    finally:
        print(label, "closed")


def reader(label):
    return pa.RecordBatchReader.from_batches(schema, batches(label))


stream = pa.RecordBatchReader.from_stream(reader("pyarrow"))
print(next(stream).num_rows)
del stream

stream = na.ArrayStream(reader("nanoarrow"))
print(len(next(iter(stream))))
del stream

stream = arro3.core.RecordBatchReader.from_arrow(reader("arro3"))
print(stream.read_next_batch().num_rows)
del stream

half = reader("duckdb")
print(duckdb.sql("select n from half limit 1").fetchall())
del half

untouched = reader("untouched").__arrow_c_stream__()
del untouched
