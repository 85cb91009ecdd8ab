"""A consumer in pyopencl, which brings a loader of its own, reads without a wait."""

# expect: read-before-event error consumer ? at read
# seen: 1 array
# SPDX-License-Identifier: Apache-2.0

import ctypes

import numpy
import pyopencl as cl
from queues import NEW, SIZE, Column, DeviceArray, export_device_array
from queues import make_buffer, open_queues, result

context, producer, consumer = open_queues()
buffer, seen = make_buffer(context), numpy.empty(SIZE, numpy.uint8)
gate = cl.UserEvent(context)
written = cl.enqueue_fill_buffer(producer, buffer, numpy.uint8(NEW), 0, SIZE, wait_for=[gate])
producer.flush()
event, array = ctypes.c_void_p(written.int_ptr), DeviceArray()
column = Column(buffer.int_ptr, ctypes.addressof(event))
export_device_array(result, column.source(), None, ctypes.byref(array), None)
cl.enqueue_copy(consumer, seen, buffer, is_blocking=True)  # <- read
print("stale:", int((seen != NEW).sum()))
gate.set_status(cl.command_execution_status.COMPLETE)
written.wait()
array.array.release(ctypes.byref(array.array))
