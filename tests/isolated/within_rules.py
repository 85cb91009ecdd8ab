"""within_rules: views are used until the release, sources are written after it."""

# options: isolate=1

# SPDX-License-Identifier: Apache-2.0

import numpy as np
import polars as pl
import pyarrow as pa
from pyarrow.cffi import ffi

prices = np.arange(1000, dtype=np.float64)
array, schema = ffi.new("struct ArrowArray *"), ffi.new("struct ArrowSchema *")
source = pa.array(prices)
source._export_to_c(*(int(ffi.cast("uintptr_t", struct)) for struct in (array, schema)))
view = np.frombuffer(ffi.buffer(array.buffers[1], 8000), dtype=np.float64)
kept = view.copy()
array.release(array)
schema.release(schema)
prices[3] = -1
kept[3] = -2

frame = pl.DataFrame(pa.table({"price": source}))
changed = frame.with_columns(pl.col("price") * 2)
del frame
prices[3] = -3
print(kept[3], changed["price"][3])
