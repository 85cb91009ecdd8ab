"""polars_capsule: polars frames and series cross as capsules, to and from three other packages."""

# SPDX-License-Identifier: Apache-2.0

import arro3.core
import nanoarrow as na
import polars as pl
import pyarrow as pa

frame = pl.DataFrame({"a": [1, 2, 3], "b": ["x", "y", None]})
print(pa.table(frame).num_rows)
print(pa.chunked_array(frame["b"]).to_pylist())
print(na.ArrayStream(frame).read_all().to_pylist())
print(arro3.core.Table.from_arrow(frame).column_names)

print(pl.DataFrame(na.Array(pa.record_batch({"z": [7, 8]}))))
print(pl.Series("s", na.Array([1, None, 3], na.int64())).to_list())
column = arro3.core.Array([1, 2], arro3.core.DataType.int32())
print(pl.DataFrame(arro3.core.Table.from_pydict({"t": column})))
