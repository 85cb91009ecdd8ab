"""Capsules of the interpreter itself, made and read through ctypes, which asks dlsym for both.

expect: nothing
seen: 2 arrays
"""

# SPDX-License-Identifier: Apache-2.0

import ctypes

import arrays

api = ctypes.pythonapi
api.PyCapsule_New.restype = ctypes.py_object
api.PyCapsule_New.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
api.PyCapsule_GetPointer.restype = ctypes.c_void_p
api.PyCapsule_GetPointer.argtypes = [ctypes.py_object, ctypes.c_char_p]

for rows in 4, 8:
    array = arrays.produce(rows)
    capsule = api.PyCapsule_New(ctypes.addressof(array), b"arrow_array", None)
    read = arrays.Array.from_address(api.PyCapsule_GetPointer(capsule, b"arrow_array"))
    print(read.length)
    read.release(ctypes.byref(read))
    print(bool(array.release))
