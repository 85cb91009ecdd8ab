"""of_cupy: CuPy writes on one stream; another one reads what Arrow's struct leads to."""

# planted: read-before-event error

# SPDX-License-Identifier: Apache-2.0

import pathlib
import sys

import cupy

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "clients"))
import arrays  # noqa: E402

writes, reads = cupy.cuda.Stream(non_blocking=True), cupy.cuda.Stream(non_blocking=True)
event = cupy.cuda.Event(disable_timing=True)
with writes:
    values = cupy.zeros(1 << 20, dtype=cupy.uint8)
    values += 1
event.record(writes)
struct, pointer, handle = arrays.take(
    arrays.Exported(values.data.ptr, values.nbytes, event.ptr, values.device.id)
)
assert (pointer, handle) == (values.data.ptr, event.ptr)
if "planted" not in sys.argv:
    reads.wait_event(event)
with reads:
    copied = values + 1
reads.synchronize()
arrays.release(struct)
writes.synchronize()
print("done")
