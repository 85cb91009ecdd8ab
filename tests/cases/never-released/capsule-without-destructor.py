"""Nothing releases what a capsule without a destructor holds when its reader leaves it there.

expect: never-released error last-holder capsule-without-destructor.py at made origin read
seen: 1 array
"""

# SPDX-License-Identifier: Apache-2.0

import ctypes

import arrays

api = ctypes.pythonapi
api.PyCapsule_New.restype = ctypes.py_object
api.PyCapsule_New.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
api.PyCapsule_GetPointer.restype = ctypes.c_void_p
api.PyCapsule_GetPointer.argtypes = [ctypes.py_object, ctypes.c_char_p]


class Producer:
    """Speaks the PyCapsule interface, but for the destructor."""

    def __init__(self, rows):
        self.array = arrays.produce(rows)

    def capsule(self):
        return api.PyCapsule_New(ctypes.addressof(self.array), b"arrow_array", None)  # <- made


producer = Producer(4)
capsule = producer.capsule()
address = api.PyCapsule_GetPointer(capsule, b"arrow_array")  # <- read
print(arrays.Array.from_address(address).length)
