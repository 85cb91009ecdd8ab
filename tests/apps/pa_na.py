"""pa_na: pyarrow and nanoarrow give each other arrays and schemas through capsules."""

# SPDX-License-Identifier: Apache-2.0

import nanoarrow as na
import pyarrow as pa

batch = pa.record_batch({"id": [1, 2, 3], "name": ["a", None, "c"]})

array = na.Array(batch)
print(array.schema.type, len(array))
print(array.to_pylist())
print(na.c_schema(batch.schema))

back = pa.record_batch(array)
print(back.schema.names, back.num_rows)
print(pa.array(na.Array([1.5, 2.5, None], na.float64())))
print(pa.schema(na.c_schema(na.struct({"x": na.int32(), "y": na.string()}))))
