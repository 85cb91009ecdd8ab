"""Two capsules that one Python file makes one after the other are an array and its schema.

expect: null-buffer error producer ? at read
seen: any
"""

# SPDX-License-Identifier: Apache-2.0

import ctypes

import arrays

api = ctypes.pythonapi
api.PyCapsule_New.restype = ctypes.py_object
api.PyCapsule_New.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
api.PyCapsule_GetPointer.restype = ctypes.c_void_p
api.PyCapsule_GetPointer.argtypes = [ctypes.py_object, ctypes.c_char_p]


class Schema(ctypes.Structure):
    """struct ArrowSchema"""


Schema._fields_ = [
    ("format", ctypes.c_char_p),
    ("name", ctypes.c_char_p),
    ("metadata", ctypes.c_void_p),
    ("flags", ctypes.c_int64),
    ("n_children", ctypes.c_int64),
    ("children", ctypes.c_void_p),
    ("dictionary", ctypes.c_void_p),
    ("release", ctypes.CFUNCTYPE(None, ctypes.POINTER(Schema))),
    ("private_data", ctypes.c_void_p),
]


def clears(kind):
    """A release callback of its own: all memory is Python's."""

    def release(struct):
        at = ctypes.addressof(struct.contents) + kind.release.offset
        ctypes.c_void_p.from_address(at).value = None

    return dict(kind._fields_)["release"](release)


buffers = (ctypes.c_void_p * 2)(None, None)
array = arrays.Array(length=3, n_buffers=2, buffers=ctypes.addressof(buffers))
array.release = clears(arrays.Array)
schema = Schema(format=b"l", name=b"n", flags=2, release=clears(Schema))
capsules = {
    name: api.PyCapsule_New(ctypes.addressof(struct), name, None)
    for name, struct in ((b"arrow_schema", schema), (b"arrow_array", array))
}
api.PyCapsule_GetPointer(capsules[b"arrow_schema"], b"arrow_schema")
print(bool(api.PyCapsule_GetPointer(capsules[b"arrow_array"], b"arrow_array")))  # <- read
array.release(ctypes.byref(array))
schema.release(ctypes.byref(schema))
