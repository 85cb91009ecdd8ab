"""SYCL on OpenCL: a consumer copies when the event that the array names is complete."""

# expect: nothing
# seen: 1 array
# needs: dpctl
# SPDX-License-Identifier: Apache-2.0

import ctypes
import os
import sys

os.environ["OCL_ICD_FILENAMES"] = sys.prefix + "/lib/libintelocl.so"

import dpctl  # noqa: E402
import dpctl.memory  # noqa: E402
import dpctl.program  # noqa: E402
from queues import NEW, OLD, SIZE, Column, DeviceArray, export_device_array, result  # noqa: E402

SOURCE = """kernel void slow(global uchar *to) {
    volatile int n = 0;
    for (int k = 0; k < 200000; k++) n += k;
    to[get_global_id(0)] = 7;
}"""
producer = dpctl.SyclQueue("opencl:cpu")
consumer = dpctl.SyclQueue(producer.sycl_context, producer.sycl_device)
kernel = dpctl.program.create_program_from_source(producer, SOURCE).get_sycl_kernel("slow")
memory = dpctl.memory.MemoryUSMDevice(SIZE, queue=producer)
seen = dpctl.memory.MemoryUSMHost(SIZE, queue=producer)
memory.memset(OLD)
written = producer.submit_async(kernel, [memory], [SIZE])
column, array = Column(memory._pointer, written.addressof_ref(), 14), DeviceArray()
export_device_array(result, column.source(), None, ctypes.byref(array), None)
copied = consumer.memcpy_async(seen, memory, SIZE, [written])
copied.wait()
print("new:", bytes(memoryview(seen)).count(NEW))
written.wait()
array.array.release(ctypes.byref(array.array))
