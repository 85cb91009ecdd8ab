"""polars_to_pa: polars gives frames, series and views to pyarrow by integer pointers."""

# SPDX-License-Identifier: Apache-2.0

import polars as pl

frame = pl.DataFrame({"id": [1, 2, 3], "tags": [["a"], [], ["b", "c"]], "at": [0.5, None, 2.5]})
table = frame.to_arrow()
print(table.schema)
print(table.column("tags").to_pylist())

print(pl.Series("s", ["x", None, "z"]).to_arrow())
print(frame.lazy().filter(pl.col("id") > 1).collect().to_arrow().num_rows)
print(frame.to_arrow(compat_level=pl.CompatLevel.oldest()).schema.field("tags").type)
del frame
print(table.column("id").to_pylist())
