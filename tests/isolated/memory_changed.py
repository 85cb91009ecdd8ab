"""memory_changed: what lies below an array is written, or cut off, while polars holds it."""

# options: isolate=1
# expect: buffer-written-while-held error producer libarrow.so.* at pool
# expect: buffer-written-while-held error producer libarrow.so.* at shared
# expect: buffer-freed-while-held error producer libarrow.so.* at file

# SPDX-License-Identifier: Apache-2.0

import multiprocessing
import os
import tempfile
from multiprocessing import shared_memory

import numpy as np
import polars as pl
import pyarrow as pa


def overwrite(name):
    """Another process writes what this one lent."""
    other = shared_memory.SharedMemory(name)
    other.buf[40:48] = bytes(8)
    other.close()


pool = bytearray(np.arange(4000, dtype=np.int64).tobytes())
source = pa.Array.from_buffers(pa.int64(), 4000, [None, pa.py_buffer(pool)])
frame = pl.from_arrow(pa.table({"x": source}))
pool[800:808] = bytes(8)
print(frame.height)
del frame  # <- pool

memory = shared_memory.SharedMemory(create=True, size=8000)
values = np.frombuffer(memory.buf, np.float64)
values[:] = 1
frame = pl.from_arrow(pa.table({"x": pa.array(values)}))
child = multiprocessing.get_context("fork").Process(target=overwrite, args=(memory.name,))
child.start()
child.join()
print(frame.height, child.exitcode)
del frame  # <- shared
del values
memory.unlink()

with tempfile.NamedTemporaryFile() as file:
    np.arange(100_000, dtype=np.int64).tofile(file.name)
    frame = pl.from_arrow(pa.table({"x": pa.array(np.memmap(file.name, np.int64, "r"))}))
    os.truncate(file.name, 0)
    print(frame.height)
    del frame  # <- file
