"""read_in_many_ways: views of released buffers, each by another way of Python's, are read."""

# options: isolate=1:max_reports_per_check=30
# expect: buffer-used-after-release error consumer * at memoryview before drop
# expect: buffer-used-after-release error consumer * at pointer before drop
# expect: buffer-used-after-release error consumer * at string before drop
# expect: buffer-used-after-release error consumer * at struct before drop
# expect: buffer-used-after-release error consumer * at array before drop
# expect: buffer-used-after-release error consumer * at hash before drop
# expect: buffer-used-after-release error consumer * at crc before drop
# expect: buffer-used-after-release error consumer * at bits before drop
# expect: buffer-used-after-release error consumer * at dlpack before drop
# expect: buffer-used-after-release error consumer * at series before drop
# expect: buffer-used-after-release error consumer * at extension before drop
# expect: buffer-used-after-release error consumer * at pickle before drop
# expect: buffer-used-after-release error consumer * at file before drop
# expect: buffer-used-after-release error consumer * at thread before drop
# expect: buffer-used-after-release error consumer * at signal before drop

# SPDX-License-Identifier: Apache-2.0

import array
import ctypes
import hashlib
import pickle
import signal
import struct
import tempfile
import threading
import zlib

import numpy as np
import pandas as pd
import pyarrow as pa
from pyarrow.cffi import ffi

ROWS = 1000
NUMBERS = pa.array([None if i % 3 == 0 else i for i in range(ROWS)])
WORDS = pa.array(["hello"] * ROWS)


def late(source, index, size):
    """A buffer of an array that is no more, whose memory its producer keeps."""
    lent, schema = ffi.new("struct ArrowArray *"), ffi.new("struct ArrowSchema *")
    source._export_to_c(*(int(ffi.cast("uintptr_t", each)) for each in (lent, schema)))
    schema.release(schema)
    view = ffi.buffer(lent.buffers[index], size)
    lent.release(lent)  # <- drop
    return view


def numbers():
    return late(NUMBERS, 1, 8 * ROWS)


def address(view):
    return int(ffi.cast("uintptr_t", ffi.from_buffer(view)))


view = memoryview(numbers()).cast("q")
print(view[5])  # <- memoryview
pointer = ctypes.cast(address(numbers()), ctypes.POINTER(ctypes.c_int64))
print(pointer[7])  # <- pointer
print(ctypes.string_at(address(late(WORDS, 2, 5)), 5))  # <- string
print(struct.unpack_from("<q", numbers(), 80))  # <- struct
copies = array.array("q")
copies.frombytes(numbers())  # <- array
print(copies[4])
print(hashlib.sha256(numbers()).hexdigest())  # <- hash
print(zlib.crc32(numbers()))  # <- crc
print(np.unpackbits(np.frombuffer(late(NUMBERS, 0, 125), "u1"), count=ROWS).sum())  # <- bits
print(np.from_dlpack(np.frombuffer(numbers(), "i8"))[3:6])  # <- dlpack
print(pd.Series(np.frombuffer(numbers(), "i8"), copy=False).max())  # <- series
lent_on = pa.foreign_buffer(address(numbers()), 8 * ROWS)
values = pa.Array.from_buffers(pa.int64(), ROWS, [None, lent_on])
print(pd.Series(pd.arrays.ArrowExtensionArray(pa.chunked_array([values]))).max())  # <- extension
print(len(pickle.dumps(np.frombuffer(numbers(), "i8"))))  # <- pickle
with tempfile.NamedTemporaryFile() as file:
    print(file.write(numbers()))  # <- file
there = np.frombuffer(numbers(), "i8")
thread = threading.Thread(target=lambda: print(there[4]))  # <- thread
thread.start()
thread.join()
then = np.frombuffer(numbers(), "i8")
signal.signal(signal.SIGUSR1, lambda *_: print(then[2]))  # <- signal
signal.raise_signal(signal.SIGUSR1)
