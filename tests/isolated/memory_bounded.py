"""memory_bounded: what is held takes its size once more, what was released is given back."""

# options: isolate=1
# live: 96 MB

# SPDX-License-Identifier: Apache-2.0

import pyarrow as pa

LIVE, STEP = 12, 1_000_000


def lend(value):
    """A batch of 8 MB, copied by who takes it."""
    batch = pa.record_batch({"n": pa.array([value], pa.int64()).take([0] * STEP)})
    return next(iter(pa.RecordBatchReader.from_stream(pa.Table.from_batches([batch]))))


held = []
for i in range(5 * LIVE):
    held = [*held[-LIVE + 1 :], lend(i)]
print([batch["n"][0].as_py() for batch in held])
