"""source_changed: NumPy's memory is lent without a copy, and written while polars holds it."""

# options: isolate=1
# expect: buffer-written-while-held error producer libarrow.so.* at drop

# SPDX-License-Identifier: Apache-2.0

import numpy as np
import polars as pl
import pyarrow as pa

prices = np.arange(1000, dtype=np.float64)
table = pa.table({"price": pa.array(prices)})
frame = pl.DataFrame(table)
rows = len(frame)
prices[3] = -1
print(rows)
del frame  # <- drop
