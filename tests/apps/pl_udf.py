"""pl_udf: polars expressions call Python functions that go through pyarrow."""

# SPDX-License-Identifier: Apache-2.0

import polars as pl
import pyarrow as pa
import pyarrow.compute as pc


def upper(series):
    return pl.from_arrow(pc.utf8_upper(series.to_arrow()))


def add_length(frame):
    table = frame.to_arrow()
    lengths = pc.utf8_length(table.column("s"))
    return pl.from_arrow(table.append_column("n", lengths))


frame = pl.DataFrame({"s": ["one", "three", None, "five"]})
print(frame.select(pl.col("s").map_batches(upper, return_dtype=pl.String)))
print(frame.lazy().map_batches(add_length, schema={"s": pl.String, "n": pl.Int64}).collect())
