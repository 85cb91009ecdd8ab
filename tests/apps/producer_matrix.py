"""producer_matrix: columns as polars, duckdb, datafusion, arro3 and nanoarrow make them: whole,
sliced, filtered, empty."""

# expect: n-buffers-mismatch x34 a column of nulls with a buffer

# SPDX-License-Identifier: Apache-2.0

import datetime
import decimal

import arro3.core
import datafusion
import duckdb
import nanoarrow as na
import polars as pl
import pyarrow as pa


def read(name, made):
    """What each reader makes of it; nanoarrow 0.9.0 aborts on views."""
    readers = {"pyarrow": pa.chunked_array, "arro3": arro3.core.ChunkedArray.from_arrow}
    if "view" not in name:
        readers["nanoarrow"] = lambda stream: na.Array(stream)
    for reader, take in readers.items():
        try:
            print(f"{name}: {reader}: {len(take(made))}")
        except Exception as error:
            print(f"{name}: {reader}: {type(error).__name__}")


def polars_columns():
    yield "int", pl.Series([1, None, 3, 4])
    yield "string view", pl.Series(["a", None, "longer than twelve bytes!", "d"])
    yield "bool", pl.Series([True, None, False, True])
    yield "categorical view", pl.Series(["a", "b", None, "a"], dtype=pl.Categorical)
    yield "enum view", pl.Series(["a", "b", None, "a"], dtype=pl.Enum(["a", "b"]))
    yield "decimal", pl.Series([decimal.Decimal("1.1"), None, decimal.Decimal(2), None])
    yield "time", pl.Series([datetime.time(1), None, None, datetime.time(2)])
    yield "list", pl.Series([[1], None, [2, 3], []])
    yield "array", pl.Series([[1, 2], None, [3, 4], [5, 6]], dtype=pl.Array(pl.Int64, 2))
    yield "struct", pl.Series([{"a": 1, "b": 0.5}, None, {"a": 2, "b": None}, {"a": None}])
    yield "list of structs", pl.Series([[{"a": 1}], None, [], [{"a": 2}, {"a": 3}]])
    yield "null", pl.Series([None, None, None, None])
    yield "list of nulls", pl.Series([[None], None, [], [None]])


for name, column in polars_columns():
    read(f"polars {name}", column)
    read(f"polars {name}, sliced", column.slice(1, 2))
    read(f"polars {name}, filtered", column.filter(pl.Series([True, False, True, False])))
    read(f"polars {name}, empty", column.clear())
    read(f"polars {name}, in two chunks", pl.concat([column, column], rechunk=False))

values = {
    "varchar": "'a'",
    "blob": "'a'::blob",
    "hugeint": "1::hugeint",
    "decimal": "1.5::decimal(18, 2)",
    "interval": "interval 1 day",
    "bit": "'101'::bit",
    "enum": "'a'::enum('a', 'b')",
    "list": "[1, 2]",
    "array": "array_value(1, 2)",
    "struct": "{'a': 1, 'b': 'x'}",
    "map": "map {'a': 1}",
    "union": "union_value(a := 1)",
    "nested": "[{'a': [1]}]",
    "null": "null",
}
connection = duckdb.connect()
for name, value in values.items():
    nulls = f"case when i % 3 = 0 then null else {value} end"
    read(f"duckdb {name}", connection.sql(f"select {nulls} as x from range(10) r(i)"))
    read(f"duckdb {name}, empty", connection.sql(f"select {value} as x where false"))

context = datafusion.SessionContext()
table = pa.table({"k": range(4), "s": ["a", None, "c", "d"], "l": [[1], None, [], [2]]})
context.from_arrow(table, "t")
for query in (
    "select * from t",
    "select s, l from t where k > 1",
    "select s from t limit 1 offset 2",
    "select s from t where false",
    "select array_agg(s) as a, count(*) as n from t",
    "select named_struct('s', s, 'l', l) as x from t",
    "select arrow_cast(s, 'Dictionary(Int32, Utf8)') as d from t",
    "select arrow_cast(s, 'Utf8View') as view from t",
):
    read(f"datafusion {query}", context.sql(query))

for name in table.column_names:
    column = arro3.core.ChunkedArray.from_arrow(table[name])
    read(f"arro3 {name}", column)
    read(f"arro3 {name}, sliced", column.slice(1, 2))
    read(f"nanoarrow {name}", na.Array(table[name]))
for built in (na.c_array([1, None, 3], na.int32()), na.c_array([], na.string())):
    print(pa.array(built), arro3.core.Array.from_arrow(built).type)
