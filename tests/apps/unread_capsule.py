"""unread_capsule: capsules are made and dropped unread, some at once."""

# SPDX-License-Identifier: Apache-2.0

import nanoarrow as na
import polars as pl
import pyarrow as pa


def hold_and_drop():
    held = [
        pa.array([1, 2]).__arrow_c_array__(),
        pa.schema([("a", pa.int8())]).__arrow_c_schema__(),
        pa.table({"a": [1]}).__arrow_c_stream__(),
        pl.DataFrame({"a": [1]}).__arrow_c_stream__(),
        pl.Series([1]).__arrow_c_stream__(),
        na.Array([1], na.int32()).__arrow_c_array__(),
    ]
    print(len(held))


pa.array([1]).__arrow_c_array__()
hold_and_drop()
print(pa.array(pa.array([3, 4])))
print(pa.array(na.Array([5], na.int64())).to_pylist())
