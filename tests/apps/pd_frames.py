"""pd_frames: pandas frames cross to and from pyarrow, polars, duckdb and nanoarrow."""

# SPDX-License-Identifier: Apache-2.0

import duckdb
import nanoarrow as na
import pandas as pd
import polars as pl
import pyarrow as pa

frame = pd.DataFrame({"i": [1, 2, 3], "s": ["x", "y", None]})
print(pa.table(frame).num_rows)
print(na.ArrayStream(frame).read_all().to_pylist())
print(pl.from_pandas(frame))
arrow = frame.convert_dtypes(dtype_backend="pyarrow")
print(arrow.dtypes.to_dict())
print(pl.DataFrame(arrow).shape)

print(pd.DataFrame.from_arrow(pl.DataFrame({"a": [1, 2]})))
print(pd.Series.from_arrow(pl.Series("b", [1.5, 2.5])).sum())
print(duckdb.sql("select count(*), max(i) from frame").fetchall())
print(pl.DataFrame({"q": [1]}).to_pandas().shape)
