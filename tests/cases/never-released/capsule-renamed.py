"""A reader marks the capsule as used by another name, as DLPack has it: its destructor then looks
for the old one in vain, and what it holds is lost, not cached.

expect: never-released error last-holder capsule-renamed.py at read origin read
seen: 1 array
"""

# SPDX-License-Identifier: Apache-2.0

import ctypes

import arrays

Destructor = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
api = ctypes.pythonapi
api.PyCapsule_New.restype = ctypes.py_object
api.PyCapsule_New.argtypes = [ctypes.c_void_p, ctypes.c_char_p, Destructor]
api.PyCapsule_SetName.argtypes = [ctypes.py_object, ctypes.c_char_p]
api.PyCapsule_GetPointer.restype = ctypes.c_void_p
api.PyCapsule_GetPointer.argtypes = [ctypes.py_object, ctypes.c_char_p]
peek = ctypes.PyDLL(None).PyCapsule_GetPointer
peek.restype = ctypes.c_void_p
peek.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
array = arrays.produce(4)


@Destructor
def destroy(capsule):
    """Releases what is left in the capsule."""
    try:
        held = arrays.Array.from_address(peek(capsule, b"arrow_array"))
        if held.release:
            held.release(ctypes.byref(held))
    except ValueError as error:
        print(error)


capsule = api.PyCapsule_New(ctypes.addressof(array), b"arrow_array", destroy)
address = api.PyCapsule_GetPointer(capsule, b"arrow_array")  # <- read
print(arrays.Array.from_address(address).length)
api.PyCapsule_SetName(capsule, b"used_arrow_array")
del capsule
