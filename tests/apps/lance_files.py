"""lance_files: lance writes batches and streams into a dataset, and scans, takes and updates it."""

# SPDX-License-Identifier: Apache-2.0

import tempfile

import lance
import pyarrow as pa

SCHEMA = pa.schema([("id", pa.int64()), ("name", pa.string())])
table = pa.table({"id": [1, 2, 3, 4], "name": ["a", None, "c", "d"]}, schema=SCHEMA)
scratch = tempfile.TemporaryDirectory()
path = scratch.name + "/places.lance"
dataset = lance.write_dataset(table, path)
reader = pa.RecordBatchReader.from_batches(SCHEMA, table.to_batches())
dataset = lance.write_dataset(reader, path, mode="append")
print(dataset.version, dataset.count_rows(), dataset.schema.names)
print(dataset.to_table(filter="id > 2", columns=["name"]).to_pydict())
print([batch.num_rows for batch in dataset.to_batches(columns=["id"], limit=3)])
print(dataset.take([0, 5]).to_pydict())
dataset.update({"name": "'none'"}, where="name is null")
dataset.delete("id = 4")
print(dataset.to_table().num_rows, dataset.count_rows("name = 'none'"))
merged = dataset.merge_insert("id").when_not_matched_insert_all()
print(merged.execute(pa.table({"id": [1, 9], "name": ["one", "nine"]}, schema=SCHEMA)))
try:
    dataset.to_table(filter="nothing = 1")
except Exception as error:
    print(type(error).__name__)
