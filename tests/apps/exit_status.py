"""exit_status: the program ends with a status that is not zero, in mid-stream."""

# SPDX-License-Identifier: Apache-2.0
# status: 3

import sys

import pyarrow as pa

reader = pa.RecordBatchReader.from_stream(pa.table({"v": pa.chunked_array([[1], [2]])}))
print(reader.read_next_batch().to_pydict())
sys.exit(3)
