"""arro3_tables: arro3 exchanges arrays, schemas and tables with pyarrow and nanoarrow."""

# SPDX-License-Identifier: Apache-2.0

import arro3.core as ac
import nanoarrow as na
import pyarrow as pa

table = ac.Table.from_arrow(pa.table({"a": [1, 2, 3], "b": [True, None, False]}))
print(table.num_rows, table.column_names)
print(pa.table(table).to_pylist())

array = ac.Array([1, 2, None], ac.DataType.int16())
print(pa.array(array), na.Array(array).to_pylist())
print(ac.Array.from_arrow(na.Array(["x", "yy"], na.string())).to_pylist())
print(pa.schema(ac.Schema([ac.Field("f", ac.DataType.utf8())])))

reader = ac.RecordBatchReader.from_arrow(pa.table({"c": pa.chunked_array([[1], [2, 3]])}))
print([batch.num_rows for batch in reader])
