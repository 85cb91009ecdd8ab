"""kernel: numba-cuda compiles a kernel, whose parameters hold the array's pointer among others."""

# planted: read-before-event error

# SPDX-License-Identifier: Apache-2.0

import sys

import arrays
import numpy as np
from numba import cuda


@cuda.jit
def add_one(values):
    """In place."""
    i = cuda.grid(1)
    if i < values.size:
        values[i] += 1


writes, reads = cuda.stream(), cuda.stream()
host = cuda.pinned_array(1 << 16, dtype=np.int64)
host[:] = 41
values = cuda.to_device(host, stream=writes)
add_one[64, 1024, writes](values)
event = cuda.event()
event.record(writes)
struct, pointer, _ = arrays.take(
    arrays.Exported(values.device_ctypes_pointer.value, values.nbytes, int(event.handle.value))
)
assert pointer == values.device_ctypes_pointer.value
if "planted" not in sys.argv:
    event.wait(reads)
copied = values.copy_to_host(stream=reads)
reads.synchronize()
arrays.release(struct)
writes.synchronize()
print("done")
