"""exit_error: the program ends with an exception that nobody catches."""

# SPDX-License-Identifier: Apache-2.0
# status: 1

import polars as pl
import pyarrow as pa

frame = pl.from_arrow(pa.table({"v": [1, 2]}))
print(frame["v"].sum())
pa.table(frame).column("missing")
