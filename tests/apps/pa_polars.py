"""pa_polars: polars takes pyarrow tables, arrays and dictionaries by integer pointers."""

# SPDX-License-Identifier: Apache-2.0

import polars as pl
import pyarrow as pa

table = pa.table({"k": ["x", "y", "x"], "v": [1, 2, 3]})
frame = pl.from_arrow(table)
print(frame.group_by("k").agg(pl.col("v").sum()).sort("k"))

print(pl.from_arrow(pa.array([1.0, None, 3.0])).to_list())
coded = pa.array(["b", "a", "b"]).dictionary_encode()
print(pl.from_arrow(coded).cast(pl.String).to_list())
chunks = pa.chunked_array([[1, 2], [3]])
print(pl.from_arrow(chunks).sum())
print(pl.Series("s", pa.array([[1], [2, 3], None])).to_list())
