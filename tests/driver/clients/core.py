"""core: cuda-core: memory of a pool, streams, events."""

# planted: read-before-event error

# SPDX-License-Identifier: Apache-2.0

import sys

import arrays
from cuda.core import Device

SIZE = 1 << 20

device = Device(0)
device.set_current()
writes, reads = device.create_stream(), device.create_stream()
made, source, target = (device.memory_resource.allocate(SIZE, stream=writes) for _ in range(3))
made.fill(7, stream=writes)
writes.sync()
source.copy_from(made, stream=writes)
event = writes.record()
struct, pointer, guard = arrays.take(arrays.Exported(int(source.handle), SIZE, int(event.handle)))
assert (pointer, guard) == (int(source.handle), int(event.handle))
if "planted" not in sys.argv:
    reads.wait(event)
target.copy_from(source, stream=reads)
reads.sync()
arrays.release(struct)
for buffer in (made, source, target):
    buffer.close(reads)
reads.sync()
print("done")
