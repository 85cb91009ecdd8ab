"""duck_udf: duckdb calls a Python function on pyarrow arrays, and sees it fail."""

# SPDX-License-Identifier: Apache-2.0

import duckdb
import pyarrow.compute as pc
from duckdb.sqltypes import BIGINT

con = duckdb.connect()
con.execute("set threads = 1")


def double(values):
    return pc.multiply(values, 2)


def fail(values):
    raise ValueError("no such thing")


con.create_function("twice", double, [BIGINT], BIGINT, type="arrow")
con.create_function("fail", fail, [BIGINT], BIGINT, type="arrow")
print(con.sql("select sum(twice(i)) from range(5000) t(i)").fetchall())
try:
    con.sql("select fail(i) from range(10) t(i)").fetchall()
except duckdb.Error as error:
    print("no such thing" in str(error))
print(con.sql("select twice(21)").fetchall())
con.remove_function("twice")
con.remove_function("fail")
con.close()
