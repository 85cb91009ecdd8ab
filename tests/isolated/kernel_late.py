"""kernel_late: released buffers are written to files and sockets by system calls."""

# options: isolate=1
# expect: buffer-used-after-release error consumer * at write before write-drop
# expect: buffer-used-after-release error consumer * at writev before writev-drop
# expect: buffer-used-after-release error consumer * at pwrite before pwrite-drop
# expect: buffer-used-after-release error consumer * at send before send-drop
# expect: buffer-used-after-release error consumer * at sendmsg before sendmsg-drop
# expect: buffer-written-while-held error both * at readinto
# expect: buffer-written-while-held error both * at recv

# SPDX-License-Identifier: Apache-2.0

import os
import socket

import pyarrow as pa
from pyarrow.cffi import ffi


def lend(source):
    """What a consumer is given of it; the schema has served."""
    array, schema = ffi.new("struct ArrowArray *"), ffi.new("struct ArrowSchema *")
    source._export_to_c(*(int(ffi.cast("uintptr_t", struct)) for struct in (array, schema)))
    schema.release(schema)
    return array


numbers = pa.array(range(500))
file = os.memfd_create("late")
ends = socket.socketpair()

array = lend(numbers)
view = ffi.buffer(array.buffers[1], 4000)
array.release(array)  # <- write-drop
print(os.write(file, view))  # <- write
array = lend(numbers)
view = ffi.buffer(array.buffers[1], 4000)
array.release(array)  # <- writev-drop
print(os.writev(file, [b"head", view]))  # <- writev
array = lend(numbers)
view = ffi.buffer(array.buffers[1], 4000)
array.release(array)  # <- pwrite-drop
print(os.pwrite(file, view, 3))  # <- pwrite
array = lend(numbers)
view = ffi.buffer(array.buffers[1], 4000)
array.release(array)  # <- send-drop
print(ends[0].send(view))  # <- send
array = lend(numbers)
view = ffi.buffer(array.buffers[1], 4000)
array.release(array)  # <- sendmsg-drop
print(ends[0].sendmsg([b"head", view]))  # <- sendmsg

# And the other way: into what is held.
array = lend(numbers)
view = memoryview(ffi.buffer(array.buffers[1], 4000))
with open("/dev/zero", "rb", buffering=0) as zeros:
    print(zeros.readinto(view[:80]))  # <- readinto
array.release(array)
array = lend(pa.array(range(600)))
print(ends[1].recv_into(ffi.buffer(array.buffers[1], 4800)))  # <- recv
array.release(array)
