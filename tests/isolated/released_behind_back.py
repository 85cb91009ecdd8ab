"""released_behind_back: a copy of a stream that pyarrow was given is released.

What pyarrow calls then is one fault, and not its own.
"""

# options: isolate=1
# expect: call-on-released-stream error consumer released_behind_back.py at use before early

# SPDX-License-Identifier: Apache-2.0

import os
import sys

import pyarrow as pa
from pyarrow.cffi import ffi

batches = [pa.record_batch({"n": [1, 2, 3]})]
print(pa.RecordBatchReader.from_stream(pa.table(batches[0])).read_all().num_rows)  # as it should be
stream, copy = ffi.new("struct ArrowArrayStream *"), ffi.new("struct ArrowArrayStream *")
address = int(ffi.cast("uintptr_t", stream))
pa.RecordBatchReader.from_batches(batches[0].schema, batches)._export_to_c(address)
copy[0] = stream[0]
reader = pa.RecordBatchReader._import_from_c(address)
if "LD_PRELOAD" not in os.environ:
    sys.exit()  # it ends in a crash
copy.release(copy)  # <- early
try:
    reader.read_all()  # <- use
except OSError:
    del reader
