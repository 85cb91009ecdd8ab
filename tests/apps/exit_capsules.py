"""exit_capsules: streams over generators lie in globals, read in part, when the script ends."""

# expect: never-released x2 a cycle through C++ keeps the capsules of a stream and of its schema
# SPDX-License-Identifier: Apache-2.0

import nanoarrow as na
import pyarrow as pa

schema = pa.schema([("n", pa.int64())])


def batches():
    for i in range(5):
        yield pa.record_batch([pa.array([i])], schema=schema)


reader = pa.RecordBatchReader.from_batches(schema, batches())
stream = iter(na.c_array_stream(reader))
print(next(stream).length)
