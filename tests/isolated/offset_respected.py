"""offset_respected: slices are read from their first row to their last."""

# options: isolate=front

# SPDX-License-Identifier: Apache-2.0

import duckdb
import nanoarrow as na
import polars as pl
import pyarrow as pa

N = 20000
columns = {
    "n": pa.array([None if i % 7 == 0 else i for i in range(N)]),
    "b": pa.array([i % 3 == 0 for i in range(N)]),
    "s": pa.array([f"word {i}" for i in range(N)]),
    "l": pa.array([[i, i + 1] for i in range(N)]),
    "r": pa.array([None if i % 9 == 0 else {"a": i, "b": f"x{i}"} for i in range(N)]),
    "d": pa.array([f"w{i % 100}" for i in range(N)]).dictionary_encode(),
}
lent = pa.table(columns).slice(10001, 50)
rows = lent.to_pylist()
print(pl.DataFrame(lent).to_dicts() == rows)
reader = duckdb.sql("from lent").to_arrow_table()
print(reader.to_pylist() == rows)
for name in "nbsl":
    print(na.Array(lent[name].chunk(0)).to_pylist() == lent[name].to_pylist())
