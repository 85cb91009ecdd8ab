"""stream_error: a generator raises in the middle of a stream; every consumer hears of it."""

# SPDX-License-Identifier: Apache-2.0

import arro3.core
import duckdb
import nanoarrow as na
import polars as pl
import pyarrow as pa

schema = pa.schema([("n", pa.int64())])


def failing():
    yield pa.record_batch([pa.array([1, 2])], schema=schema)
    raise ValueError("the third row is bad")


def consume_duckdb(reader):
    return duckdb.sql("select sum(n) from reader").fetchall()


for name, consume in (
    ("pyarrow", lambda reader: pa.RecordBatchReader.from_stream(reader).read_all()),
    ("nanoarrow", lambda reader: na.ArrayStream(reader).read_all()),
    ("arro3", lambda reader: arro3.core.Table.from_arrow(reader)),
    ("polars", pl.from_arrow),
    ("duckdb", consume_duckdb),
):
    try:
        print(name, consume(pa.RecordBatchReader.from_batches(schema, failing())))
    except Exception as error:
        print(name, type(error).__name__, "the third row is bad" in str(error))
