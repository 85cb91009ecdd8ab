"""arrays: a device array in capsules, as a producer in Python would make it, and its consumer."""

# SPDX-License-Identifier: Apache-2.0

import ctypes as ct

CUDA, CUDA_HOST = 2, 3
RELEASE = ct.CFUNCTYPE(None, ct.c_void_p)
new_capsule = ct.pythonapi.PyCapsule_New
new_capsule.restype, new_capsule.argtypes = ct.py_object, [ct.c_void_p, ct.c_char_p, ct.c_void_p]
get_pointer = ct.pythonapi.PyCapsule_GetPointer
get_pointer.restype, get_pointer.argtypes = ct.c_void_p, [ct.py_object, ct.c_char_p]


class Array(ct.Structure):
    """ArrowArray"""

    _fields_ = [
        (name, ct.c_int64) for name in "length null_count offset n_buffers n_children".split()
    ]
    _fields_ += [
        (name, ct.c_void_p) for name in "buffers children dictionary release private_data".split()
    ]


class DeviceArray(ct.Structure):
    """ArrowDeviceArray"""

    _fields_ = [
        ("array", Array),
        ("device_id", ct.c_int64),
        ("device_type", ct.c_int32),
        ("sync_event", ct.c_void_p),
        ("reserved", ct.c_int64 * 3),
    ]


class Schema(ct.Structure):
    """ArrowSchema"""

    _fields_ = [("format", ct.c_char_p), ("name", ct.c_char_p), ("metadata", ct.c_char_p)]
    _fields_ += [("flags", ct.c_int64), ("n_children", ct.c_int64)]
    _fields_ += [(name, ct.c_void_p) for name in "children dictionary release private_data".split()]


@RELEASE
def release_array(address):
    """The producer's callback."""
    Array.from_address(address).release = None


@RELEASE
def release_schema(address):
    """And that of the type."""
    Schema.from_address(address).release = None


class Exported:
    """Bytes of a device, guarded by an event (the handle's value); with its capsules."""

    def __init__(self, pointer, size, event, device=0, kind=CUDA):
        self.event = ct.c_void_p(event)
        self.buffers = (ct.c_void_p * 2)(None, pointer)
        self.struct = DeviceArray()
        self.struct.array.length = size
        self.struct.array.n_buffers = 2
        self.struct.array.buffers = ct.addressof(self.buffers)
        self.struct.array.release = ct.cast(release_array, ct.c_void_p).value
        self.struct.device_id = device
        self.struct.device_type = kind
        self.struct.sync_event = ct.addressof(self.event)
        self.schema = Schema(format=b"C", name=b"")
        self.schema.release = ct.cast(release_schema, ct.c_void_p).value
        self.capsules = (
            new_capsule(ct.addressof(self.schema), b"arrow_schema", None),
            new_capsule(ct.addressof(self.struct), b"arrow_device_array", None),
        )


def take(exported):
    """The consumer's side: address of the data, handle of the event."""
    schema, array = exported.capsules
    schema = Schema.from_address(get_pointer(schema, b"arrow_schema"))
    RELEASE(schema.release)(ct.addressof(schema))
    struct = DeviceArray.from_address(get_pointer(array, b"arrow_device_array"))
    struct.keeps = exported  # until the release callback is called
    pointer = (ct.c_void_p * 2).from_address(struct.array.buffers)[1]
    return struct, pointer, ct.c_void_p.from_address(struct.sync_event).value


def release(struct):
    """Done with it."""
    RELEASE(struct.array.release)(ct.addressof(struct))
