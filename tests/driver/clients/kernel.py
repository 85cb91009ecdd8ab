"""kernel: numba-cuda compiles a kernel, whose parameters hold the array's pointer among others."""

# planted: read-before-event error

# SPDX-License-Identifier: Apache-2.0

import importlib.util
import pathlib
import site
import sys

import arrays
import numpy as np

# Where a .pth file is read, numba-cuda takes the place of what numba has itself.
package = importlib.util.find_spec("numba_cuda")
if package is None:
    raise ModuleNotFoundError("numba_cuda")
site.addsitedir(str(pathlib.Path(package.origin).parents[1]))
from numba import cuda  # noqa: E402

assert "numba_cuda" in cuda.__file__, cuda.__file__


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
    arrays.Exported(values.device_ctypes_pointer.value, values.nbytes, int(event.handle))
)
assert pointer == values.device_ctypes_pointer.value
if "planted" not in sys.argv:
    event.wait(reads)
copied = values.copy_to_host(stream=reads)
reads.synchronize()
arrays.release(struct)
writes.synchronize()
print("done")
