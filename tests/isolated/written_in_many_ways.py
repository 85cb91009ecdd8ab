"""written_in_many_ways: consumers write what they were lent, each by another way of Python's."""

# options: isolate=1:max_reports_per_check=30
# expect: buffer-written-while-held error both * at sort
# expect: buffer-written-while-held error both * at fill
# expect: buffer-written-while-held error both * at out
# expect: buffer-written-while-held error both * at loc
# expect: buffer-written-while-held error both * at memset
# expect: buffer-written-while-held error both * at memmove
# expect: buffer-written-while-held error both * at pack
# expect: buffer-written-while-held error both * at readinto

# SPDX-License-Identifier: Apache-2.0

import ctypes
import io
import struct

import numpy as np
import pandas as pd
import pyarrow as pa
from pyarrow.cffi import ffi

ROWS = 1000
kept = []


def lend(index=1, size=8 * ROWS):
    """A buffer of an array that is held to the end; the producer's values stay as they are."""
    source = pa.array([None if i % 5 == 0 else float(-i) for i in range(ROWS)])
    lent, schema = ffi.new("struct ArrowArray *"), ffi.new("struct ArrowSchema *")
    source._export_to_c(*(int(ffi.cast("uintptr_t", each)) for each in (lent, schema)))
    schema.release(schema)
    kept.append(lent)
    return ffi.buffer(lent.buffers[index], size)


def floats():
    return np.frombuffer(lend(), "f8")


def address(view):
    return int(ffi.cast("uintptr_t", ffi.from_buffer(view)))


values = floats()
values.sort()  # <- sort
print(values[0])
values = floats()
values[values < -10] = 0  # <- fill
print(values.sum())
values = floats()
np.multiply(values, 2, out=values)  # <- out
print(values[3])
series = pd.Series(floats(), copy=False)
series.iloc[3] = -1  # <- loc
print(series[3])
bits = lend(0, 125)
ctypes.memset(address(bits), 0xFF, 125)  # <- memset
print(bytes(bits[:2]))
view = lend()
ctypes.memmove(address(view) + 8, b"\0" * 8, 8)  # <- memmove
struct.pack_into("<d", lend(), 16, 99.0)  # <- pack
print(io.BytesIO(b"x" * 50).readinto(lend()))  # <- readinto
for each in kept:
    each.release(each)
