"""delta_tables: deltalake writes tables of pyarrow, polars, arro3 and streams, and reads them."""

# SPDX-License-Identifier: Apache-2.0

import tempfile

import arro3.core
import polars as pl
import pyarrow as pa
from deltalake import DeltaTable, QueryBuilder, write_deltalake
from pyarrow import fs

SCHEMA = pa.schema([("id", pa.int64()), ("name", pa.string())])
table = pa.table({"id": [1, 2, 3], "name": ["a", None, "c"]}, schema=SCHEMA)
scratch = tempfile.TemporaryDirectory()
folder = scratch.name + "/places"
write_deltalake(folder, table)
write_deltalake(folder, pl.DataFrame({"id": [4], "name": ["d"]}), mode="append")
reader = pa.RecordBatchReader.from_batches(SCHEMA, table.to_batches())
write_deltalake(folder, reader, mode="append")
write_deltalake(folder, arro3.core.Table.from_arrow(table), mode="append")

places = DeltaTable(folder)
# Not through the package's own Python filesystem: a thread of pyarrow's that holds it while the
# interpreter ends aborts the process now and then.
files = fs.SubTreeFileSystem(folder, fs.LocalFileSystem())
print(places.version(), pa.schema(places.schema().to_arrow()).names)
print(places.to_pyarrow_table(filesystem=files).sort_by("id").to_pydict())
print(pa.table(places.get_add_actions(flatten=True)).num_rows)
query = QueryBuilder().register("places", places)
print(pa.table(query.execute("select id from places where name = 'd'")).to_pydict())
query.execute("select * from places")
print(places.update(updates={"name": "'none'"}, predicate="name is null")["num_updated_rows"])
print(places.delete("id > 3")["num_deleted_rows"])
new = pa.table({"id": [1, 9], "name": ["one", "nine"]}, schema=SCHEMA)
merged = places.merge(new, predicate="s.id = t.id", source_alias="s", target_alias="t")
print(merged.when_not_matched_insert_all().execute()["num_target_rows_inserted"])
try:
    write_deltalake(folder, pa.table({"other": [1.5]}), mode="append")
    print("accepts another schema")
except Exception as error:
    print(type(error).__name__)
print(places.to_pyarrow_table(filesystem=files).num_rows)
