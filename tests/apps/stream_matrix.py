"""stream_matrix: streams that are odd but legal, or that are refused, and each consumer of them."""

# expect: use-after-move x12 a stream that was read already goes to every consumer once more

# SPDX-License-Identifier: Apache-2.0

import adbc_driver_sqlite.dbapi
import arro3.core
import datafusion
import duckdb
import nanoarrow as na
import polars as pl
import pyarrow as pa

n = pa.schema([("n", pa.int64())])
batch = pa.record_batch({"n": [1, 2, 3]})


def reader(schema, batches):
    return lambda: pa.RecordBatchReader.from_batches(schema, batches)


def nulls_on_top():
    """An array of structs that has nulls itself."""
    return pa.chunked_array([pa.array([{"n": 1}, None, {"n": 3}])])


class Once:
    """A stream that was read already and is shown again."""

    def __init__(self):
        self.stream = pa.table({"n": [1]}).__arrow_c_stream__()
        pa.RecordBatchReader.from_stream(self).read_all()

    def __arrow_c_stream__(self, requested_schema=None):
        return self.stream


sources = {
    "three rows": reader(n, [batch]),
    "no batch": reader(n, []),
    "no row": reader(n, [batch[:0], batch[:0]]),
    "no column": reader(pa.schema([]), []),
    "rows without columns": lambda: pa.table({"n": [1, 2]}).select([]),
    "slices": reader(n, [batch[1:], batch[:1], batch[3:]]),
    "equal names": lambda: pa.table([[1], ["a"]], names=["n", "n"]),
    "all null": lambda: pa.table({"n": pa.array([None, None], pa.int64())}),
    "not a struct": lambda: pa.chunked_array([[1, 2], [], [3]]),
    "nulls on top": nulls_on_top,
    "read already": Once,
}


def rows_of(stream):
    """nanoarrow's way of counting."""
    return sum(len(chunk) for chunk in na.ArrayStream(stream))


def ingest(stream):
    with adbc_driver_sqlite.dbapi.connect() as connection, connection.cursor() as cursor:
        return cursor.adbc_ingest("t", stream, "create")


arro3_reader = arro3.core.RecordBatchReader.from_stream


class Stream:
    """Shows nothing but the protocol."""

    def __init__(self, source):
        self.source = source

    def __arrow_c_stream__(self, requested_schema=None):
        return self.source.__arrow_c_stream__(requested_schema)


consumers = {
    "pyarrow table": lambda stream: pa.table(stream).num_rows,
    "pyarrow reader": lambda stream: pa.RecordBatchReader.from_stream(stream).read_all().num_rows,
    "pyarrow column": lambda stream: len(pa.chunked_array(stream)),
    "nanoarrow": rows_of,
    "polars frame": lambda stream: pl.DataFrame(stream).height,
    "polars series": lambda stream: len(pl.Series(stream)),
    "duckdb": lambda stream: len(duckdb.connect().sql("select * from stream").fetchall()),
    "arro3 table": lambda stream: arro3.core.Table.from_arrow(stream).num_rows,
    "arro3 reader": lambda stream: arro3_reader(stream).read_all().num_rows,
    "arro3 column": lambda stream: len(arro3.core.ChunkedArray.from_arrow(stream)),
    "datafusion": lambda stream: datafusion.SessionContext().from_arrow(stream).count(),
    "adbc": ingest,
}
for consumer, read in consumers.items():
    for source, make in sources.items():
        try:
            outcome = read(Stream(make()))
        except Exception as error:
            outcome = type(error).__name__
        print(f"{consumer}: {source}: {outcome}")
