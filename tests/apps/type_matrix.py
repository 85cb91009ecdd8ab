"""type_matrix: columns of every kind pass from pyarrow to each of the others and back."""

# expect: n-buffers-mismatch x6 a column of nulls with a buffer
# isolated: buffer-underread fields of a sliced sparse union from their begin: arro3, datafusion

# SPDX-License-Identifier: Apache-2.0

import datetime
import decimal

import arro3.core
import datafusion
import duckdb
import nanoarrow as na
import polars as pl
import pyarrow as pa

D = decimal.Decimal
ids, offsets = pa.array([0, 1, 0], pa.int8()), pa.array([0, 0, 1], pa.int32())
numbers, strings = pa.array([5, 6, 7]), pa.array(["a", "b", "c"])
ends = pa.array([2, 3], pa.int32())
uuids = pa.array([b"0123456789abcdef"], pa.binary(16))
batch = pa.record_batch({"n": [1, 2, 3, 4, 5], "s": ["a", "b", None, "d", "e"]})
arrays = {
    "int8": pa.array([1, None, 3], pa.int8()),
    "uint64": pa.array([1, 2**63], pa.uint64()),
    "bool": pa.array([True, None, False]),
    "float16": pa.array([1.5, None], pa.float16()),
    "decimal32": pa.array([D("1.5"), None], pa.decimal32(5, 1)),
    "decimal64": pa.array([D("1.5"), None], pa.decimal64(12, 1)),
    "decimal128": pa.array([D("1.5"), None], pa.decimal128(20, 1)),
    "decimal256": pa.array([D("1.5"), None], pa.decimal256(60, 1)),
    "date32": pa.array([datetime.date(2020, 1, 1), None], pa.date32()),
    "date64": pa.array([datetime.date(2020, 1, 1), None], pa.date64()),
    "time32": pa.array([1, None], pa.time32("ms")),
    "time64": pa.array([1, None], pa.time64("ns")),
    "timestamp": pa.array([1, None], pa.timestamp("us", tz="UTC")),
    "duration": pa.array([1, None], pa.duration("ns")),
    "interval": pa.array([(1, 2, 3), None], pa.month_day_nano_interval()),
    "string": pa.array(["a", None, ""]),
    "large string": pa.array(["a", None], pa.large_utf8()),
    "string view": pa.array(["a", "longer than twelve bytes", None], pa.string_view()),
    "empty strings": pa.array(["", "", ""]),
    "binary": pa.array([b"a", None], pa.binary()),
    "binary view": pa.array([b"a", b"longer than twelve bytes"], pa.binary_view()),
    "fixed binary": pa.array([b"abc", None], pa.binary(3)),
    "fixed binary, no width": pa.array([b"", None], pa.binary(0)),
    "null": pa.nulls(3),
    "list": pa.array([[1], None, [2, 3]], pa.list_(pa.int16())),
    "large list": pa.array([["a"], []], pa.large_list(pa.large_utf8())),
    "list view": pa.array([[1], None, [2, 3]], pa.list_view(pa.int16())),
    "large list view": pa.array([[1], []], pa.large_list_view(pa.int16())),
    "fixed list": pa.array([[1, 2], None], pa.list_(pa.int8(), 2)),
    "fixed list, no size": pa.array([[], []], pa.list_(pa.int8(), 0)),
    "struct": pa.array([{"a": 1, "b": {"c": "x"}}, None]),
    "struct, no fields": pa.array([{}, {}], pa.struct([])),
    "map": pa.array([[("k", 1)], [], None], pa.map_(pa.utf8(), pa.int32())),
    "dictionary": pa.array(["u", "v", None, "u"]).dictionary_encode(),
    "dictionary of lists": pa.DictionaryArray.from_arrays([0, None, 0], pa.array([[1, 2]])),
    "dense union": pa.UnionArray.from_dense(ids, offsets, [numbers[:2], strings[:1]]),
    "sparse union": pa.UnionArray.from_sparse(ids, [numbers, strings]),
    "run end": pa.RunEndEncodedArray.from_arrays(ends, pa.array(["r", None])),
    "extension": pa.ExtensionArray.from_storage(pa.uuid(), uuids),
    "batch": batch.to_struct_array(),
}
for name in list(arrays):
    array = arrays[name]
    if name != "extension":
        arrays[name + ", sliced"] = pa.concat_arrays([array, array])[1:-1]
    arrays[name + ", empty"] = array[:0]


class Capsule:
    """Shows nothing but the protocol."""

    def __init__(self, array):
        self.array = array

    def __arrow_c_array__(self, requested_schema=None):
        return self.array.__arrow_c_array__(requested_schema)

    def __arrow_c_schema__(self):
        return self.array.type.__arrow_c_schema__()


class Stream(Capsule):
    """One column named x."""

    def __arrow_c_stream__(self, requested_schema=None):
        return pa.table({"x": self.array}).__arrow_c_stream__(requested_schema)


def through_duckdb(array):
    rows = pa.table({"x": array})
    return duckdb.connect().sql("select * from rows").to_arrow_table()["x"].combine_chunks()


def through_datafusion(array):
    context = datafusion.SessionContext()
    return context.from_arrow(Stream(array)).to_arrow_table()["x"].combine_chunks()


routes = {
    "pyarrow": lambda array: pa.array(Capsule(array)),
    "nanoarrow": lambda array: pa.array(na.c_array(Capsule(array))),
    "arro3": lambda array: pa.array(arro3.core.Array.from_arrow(Capsule(array))),
    "polars": lambda array: pl.from_arrow(array).to_arrow(),
    "polars capsule": lambda array: pa.chunked_array(pl.Series(Capsule(array))),
    "duckdb": through_duckdb,
    "datafusion": through_datafusion,
}
# What dies here without us: Rust panics, and nanoarrow 0.9.0, which aborts on views.
deadly = {
    "nanoarrow": {"string view", "binary view", "list view", "large list view"},
    "arro3": {"struct, sliced"},
    "polars": {"decimal256", "fixed list, no size"},
    "polars capsule": {"decimal256", "fixed list, no size", "list view", "large list view"}
    | {"run end", "fixed binary, no width", "fixed list, sliced"},
    "datafusion": {"struct, sliced"},
}
for route, go in routes.items():
    for name, array in arrays.items():
        if {name, name.removesuffix(", sliced").removesuffix(", empty")} & deadly.get(route, set()):
            continue
        try:
            back = go(array)
            outcome = "same" if back.to_pylist() == array.to_pylist() else "other"
        except Exception as error:
            outcome = type(error).__name__
        print(f"{route}: {name}: {outcome}")
