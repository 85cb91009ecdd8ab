"""exit_globals: module globals and atexit handlers hold and use imported data at the end."""

# expect: never-released nanoarrow keeps the schema of an array that a global holds
# SPDX-License-Identifier: Apache-2.0

import atexit
import sys

import duckdb
import nanoarrow as na
import polars as pl
import pyarrow as pa

items = pa.table(pl.DataFrame({"a": [1, 2, 3]}))
frame = pl.from_arrow(pa.table({"b": ["x", "y"]}))
array = na.Array(pa.array([1, 2]))
rel = duckdb.sql("select sum(a) from items")
capsule = items.__arrow_c_stream__()


def last_words():
    print("atexit", pa.table(frame).num_rows, pl.from_arrow(items)["a"].sum(), array.to_pylist())
    print("atexit", rel.fetchall(), file=sys.stderr)


class Final:
    def __del__(self):
        print("del", len(pa.array(self.array)))


final = Final()
final.array = na.Array(pa.array([7]))
atexit.register(last_words)
sys.last_table = items
print("main", items.num_rows, frame.shape)
