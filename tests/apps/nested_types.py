"""nested_types: nested, dictionary, view, union and extension types make the round trip."""

# expect: n-buffers-mismatch polars gives a column of nulls a buffer

# SPDX-License-Identifier: Apache-2.0

import decimal

import arro3.core
import nanoarrow as na
import polars as pl
import pyarrow as pa

arrays = {
    "list": pa.array([[1], None, [2, 3]], pa.list_(pa.int16())),
    "large list": pa.array([["a"], []], pa.large_list(pa.large_utf8())),
    "fixed list": pa.array([[1, 2], None], pa.list_(pa.int8(), 2)),
    "struct": pa.array([{"a": 1, "b": {"c": "x"}}, None]),
    "dictionary": pa.array(["u", "v", "u"]).dictionary_encode(),
    "map": pa.array([[("k", 1)], []], pa.map_(pa.utf8(), pa.int32())),
    "decimal": pa.array([decimal.Decimal("1.25"), None], pa.decimal128(10, 2)),
    "timestamp": pa.array([0, 1], pa.timestamp("us", tz="UTC")),
    "null": pa.nulls(3),
    "slice": pa.array(range(100))[90:93],
    "empty": pa.array([], pa.utf8()),
}
for name, array in arrays.items():
    routes = [
        pa.array(na.Array(array)),
        pa.array(arro3.core.Array.from_arrow(array)),
        pa.array(pl.from_arrow(array).to_arrow()),
    ]
    print(name, [route.to_pylist() == array.to_pylist() for route in routes])

type_ids, offsets = pa.array([0, 1], pa.int8()), pa.array([0, 0], pa.int32())
union = pa.UnionArray.from_dense(type_ids, offsets, [pa.array([5]), pa.array(["five"])])
print(pa.array(na.Array(union)).to_pylist())
runs = pa.RunEndEncodedArray.from_arrays(pa.array([2, 3], pa.int32()), pa.array(["r", "s"]))
print(pa.array(arro3.core.Array.from_arrow(runs)).to_pylist())
# Not through nanoarrow 0.9.0, which aborts on views.
views = pa.array(["short", "longer than twelve bytes"], pa.string_view())
print(pa.array(arro3.core.Array.from_arrow(views)), pl.from_arrow(views).to_list())
