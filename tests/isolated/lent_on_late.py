"""lent_on_late: memory of released arrays is lent on, and read by who got it from there."""

# options: isolate=1:validate=1
# expect: buffer-used-after-release error consumer _polars* before drop_polars
# expect: buffer-used-after-release error consumer _duckdb* before drop_duckdb

# SPDX-License-Identifier: Apache-2.0

import duckdb
import polars as pl
import pyarrow as pa
from pyarrow.cffi import ffi


def lend(source):
    """What a consumer is given of it; the schema has served."""
    array, schema = ffi.new("struct ArrowArray *"), ffi.new("struct ArrowSchema *")
    source._export_to_c(*(int(ffi.cast("uintptr_t", struct)) for struct in (array, schema)))
    schema.release(schema)
    return array


def foreign(array):
    """The same rows for others, whose owner is nobody."""
    address = int(ffi.cast("uintptr_t", array.buffers[1]))
    return pa.Array.from_buffers(pa.int64(), 1000, [None, pa.foreign_buffer(address, 8000)])


array = lend(pa.array(range(1000)))
others = foreign(array)
array.release(array)  # <- drop_polars
pl.from_arrow(others).sum()
array = lend(pa.array(range(1000)))
rows = pa.table({"n": foreign(array)})
array.release(array)  # <- drop_duckdb
duckdb.sql("select sum(n) from rows").fetchall()
array = lend(pa.array(range(1000)))
print(pl.from_arrow(foreign(array)).sum())
array.release(array)
