"""slices: many slices of one table, all held at a time, are copied once."""

# options: isolate=1
# copied: at most 10 MB

# SPDX-License-Identifier: Apache-2.0

import pyarrow as pa

N = 120_000
table = pa.table(
    {
        "n": range(N),
        "w": [f"word {i}" for i in range(N)],
        "l": [[i, i + 1] for i in range(N)],
    }
)
batch = table.combine_chunks().to_batches()[0]
parts = [batch.slice(i * 600, 600) for i in range(200)]
lent = pa.RecordBatchReader.from_batches(batch.schema, parts)
held = list(pa.RecordBatchReader.from_stream(lent))
print(batch.nbytes, len(held), pa.Table.from_batches(held) == table)
