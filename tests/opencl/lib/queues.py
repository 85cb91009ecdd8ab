"""queues: arrays over memory of OpenCL and SYCL, handed over by the bridge of libarrow_fake.so."""

# SPDX-License-Identifier: Apache-2.0

import ctypes
import os
import pathlib

SIZE, OLD, NEW = 4096, 1, 7
LIBRARIES = pathlib.Path(os.environ["CASES_LIB"])
producer = ctypes.CDLL(LIBRARIES / "libproducer.so")
bridge = ctypes.CDLL(LIBRARIES / "libarrow_fake.so")
# Called by the scripts themselves, so that the line a report names is theirs.
export_device_array = bridge[
    "_ZN5arrow17ExportDeviceArrayERKNS_5ArrayESt10shared_ptrINS_6Device9SyncEventEE"
    "P16ArrowDeviceArrayP11ArrowSchema"
]
export_device_array.restype = ctypes.c_void_p
producer.verbatim.restype = ctypes.c_void_p
result = (ctypes.c_void_p * 4)()


class Array(ctypes.Structure):
    """struct ArrowArray"""


Release = ctypes.CFUNCTYPE(None, ctypes.POINTER(Array))
Array._fields_ = [
    ("length", ctypes.c_int64),
    ("null_count", ctypes.c_int64),
    ("offset", ctypes.c_int64),
    ("n_buffers", ctypes.c_int64),
    ("n_children", ctypes.c_int64),
    ("buffers", ctypes.POINTER(ctypes.c_void_p)),
    ("children", ctypes.c_void_p),
    ("dictionary", ctypes.c_void_p),
    ("release", Release),
    ("private_data", ctypes.c_void_p),
]


class DeviceArray(ctypes.Structure):
    """struct ArrowDeviceArray"""

    _fields_ = [
        ("array", Array),
        ("device_id", ctypes.c_int64),
        ("device_type", ctypes.c_int32),
        ("sync_event", ctypes.c_void_p),
        ("reserved", ctypes.c_int64 * 3),
    ]


@Release
def release(array):
    """Nothing is to be given back: Python holds it."""
    ctypes.c_void_p.from_buffer(array.contents, Array.release.offset).value = None


class Column:
    """An array of bytes at a pointer or handle, and what its sync_event is."""

    def __init__(self, at, sync_event, device_type=4):
        self.buffers = (ctypes.c_void_p * 2)(None, at)
        array = Array(length=SIZE, n_buffers=2, buffers=self.buffers, release=release)
        self.made = DeviceArray(array=array, device_type=device_type, sync_event=sync_event)

    def source(self):
        """What the bridge exports."""
        size = ctypes.c_size_t(ctypes.sizeof(self.made))
        return ctypes.c_void_p(producer.verbatim(ctypes.byref(self.made), size))


def open_queues():
    """A context of pyopencl, the producer's queue, the consumer's queue."""
    import pyopencl as cl  # noqa: PLC0415

    context = cl.Context([cl.get_platforms()[0].get_devices()[0]])
    return context, cl.CommandQueue(context), cl.CommandQueue(context)


def make_buffer(context):
    """A buffer of OLD bytes."""
    import numpy  # noqa: PLC0415
    import pyopencl as cl  # noqa: PLC0415

    flags = cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR
    return cl.Buffer(context, flags, hostbuf=numpy.full(SIZE, OLD, numpy.uint8))
