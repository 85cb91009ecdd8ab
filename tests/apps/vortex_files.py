"""vortex_files: vortex takes arrays and tables of others, writes a file, and hands out streams."""

# SPDX-License-Identifier: Apache-2.0

import tempfile

import polars as pl
import pyarrow as pa
import vortex as vx

table = pa.table({"id": [1, 2, 3, 4], "name": ["a", None, "c", "d"]})
numbers = vx.array(pa.array([1, None, 3]))
print(numbers.dtype, numbers.to_arrow_array().to_pylist())
print(vx.array(table).to_arrow_table().num_rows)
compressed = vx.compress(vx.array(pa.array(list(range(100)))))
print(len(compressed), compressed.to_arrow_array()[99].as_py())
scratch = tempfile.TemporaryDirectory()
path = scratch.name + "/places.vortex"
vx.io.write(table, path)
places = vx.open(path)
print(places.to_arrow().read_all().to_pydict())
print(places.scan(["id"]).read_all().to_arrow_array().field("id").to_pylist())
print(places.to_dataset().to_table(columns=["name"]).num_rows)
print(places.to_polars().select(pl.col("id").sum()).collect().item())
