"""read_to_end: each consumer reads each buffer to its last byte, and no further."""

# options: isolate=guard

# SPDX-License-Identifier: Apache-2.0

import duckdb
import polars as pl
import pyarrow as pa

for rows in 1, 7, 63, 64, 65, 4097:
    lent = pa.table(
        {
            "n": range(rows),
            "b": [i % 3 == 0 for i in range(rows)],
            "s": [f"word {i}" for i in range(rows)],
            "x": pa.array([None if i % 5 == 0 else i % 100 for i in range(rows)], pa.int8()),
        }
    )
    print(pl.DataFrame(lent).to_dicts() == lent.to_pylist())
    print(duckdb.sql("from lent").to_arrow_table().to_pylist() == lent.to_pylist())
