"""pa_misc: pyarrow's own parts over the interface: expressions, IPC, datasets, scalar functions."""

# SPDX-License-Identifier: Apache-2.0

import io

import duckdb
import nanoarrow as na
import polars as pl
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.dataset as ds
from nanoarrow.ipc import InputStream

table = pa.table({"id": [1, 2, 3], "tag": pa.array(["a", "b", "a"]).dictionary_encode()})
sink = io.BytesIO()
with pa.ipc.new_stream(sink, table.schema) as writer:
    writer.write_table(table)
print(na.Array(InputStream.from_readable(sink.getvalue())).to_pylist())
with pa.ipc.open_stream(sink.getvalue()) as reader:
    print(pl.DataFrame(reader).shape)

dataset = ds.dataset(table)
print(duckdb.sql("select tag, count(*) from dataset where id < 3 group by tag order by tag"))
scanner = ds.Scanner.from_batches(duckdb.sql("select 7 as id").to_arrow_reader())
print(scanner.to_table().to_pydict())
print(pa.table(dataset.scanner(filter=pc.field("id") > 1).to_reader()).num_rows)


def double(context, values):
    """A function of ours inside pyarrow's engine: a frame of polars in between."""
    return pl.select(pl.from_arrow(values) * 2).to_series().to_arrow()


pc.register_scalar_function(double, "double", {"summary": "", "description": ""},
                            {"values": pa.int64()}, pa.int64())
print(pc.call_function("double", [pa.array([1, 2, None])]).to_pylist())


class Wrapped:
    """A table that only knows the protocol, and passes the wish for a schema on."""

    def __arrow_c_stream__(self, requested_schema=None):
        return table.cast(pa.schema({"id": pa.int64(), "tag": pa.string()})).__arrow_c_stream__(
            requested_schema
        )


wish = pa.schema({"id": pa.int32(), "tag": pa.string()})
print(pa.table(Wrapped(), schema=wish).schema.names)
print(pa.RecordBatchReader.from_stream(Wrapped(), schema=wish).read_all().schema.types)
try:
    pa.RecordBatchReader.from_stream(Wrapped(), schema=pa.schema({"x": pa.int8()})).read_all()
except Exception as error:
    print(type(error).__name__)
