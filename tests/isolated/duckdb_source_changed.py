"""duckdb_source_changed: NumPy lends its memory, and writes it while duckdb scans it."""

# options: isolate=1
# expect: buffer-written-while-held error producer libarrow.so.* at scan

# SPDX-License-Identifier: Apache-2.0

import duckdb
import numpy as np
import pyarrow as pa
from duckdb.sqltypes import DOUBLE

prices = np.arange(1000, dtype=np.float64)
lent = pa.table({"price": pa.array(prices)})
con = duckdb.connect()
con.execute("set threads = 1")


def change(values):
    prices[3] = -1
    return values


con.create_function("change", change, [DOUBLE], DOUBLE, type="arrow")
print(con.sql("select count(change(price)) from lent").fetchall())  # <- scan
con.close()
