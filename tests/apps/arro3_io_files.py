"""arro3_io_files: arro3-io writes and reads Parquet, IPC and CSV; pyarrow and polars read along."""

# SPDX-License-Identifier: Apache-2.0

import io

import arro3.io
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq

table = pa.table({"id": list(range(10)), "name": [f"row {i}" for i in range(10)]})

buffer = io.BytesIO()
arro3.io.write_parquet(table, buffer)
print(pq.read_table(pa.BufferReader(buffer.getvalue())).num_rows)
print(pa.table(arro3.io.read_parquet(io.BytesIO(buffer.getvalue()))).column("id").to_pylist())

buffer = io.BytesIO()
arro3.io.write_ipc_stream(table, buffer, compression=None)
print(pl.DataFrame(arro3.io.read_ipc_stream(io.BytesIO(buffer.getvalue()))).shape)

buffer = io.BytesIO()
arro3.io.write_csv(table, buffer)
schema = arro3.io.infer_csv_schema(io.BytesIO(buffer.getvalue()), has_header=True)
print(pa.schema(schema).names)
print(pa.table(arro3.io.read_csv(io.BytesIO(buffer.getvalue()), schema, has_header=True)).num_rows)
