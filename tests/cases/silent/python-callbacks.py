"""A release callback written in Python is code of no module: it is called like any other.

expect: nothing
seen: 1 array
"""

# SPDX-License-Identifier: Apache-2.0

import ctypes

import arrays

RELEASE = dict(arrays.Array._fields_)["release"]


@RELEASE
def release(array):
    """The producer's own, as ctypes makes it at run time."""
    print("released", array.contents.length)
    array.contents.release = RELEASE()


buffers = (ctypes.c_void_p * 2)()
array = arrays.Array(
    length=4, n_buffers=2, buffers=ctypes.addressof(buffers), release=release
)
source = arrays.producer.verbatim
source.restype = ctypes.c_void_p
out = arrays.Array()
given = ctypes.c_void_p(source(ctypes.byref(array), ctypes.c_size_t(ctypes.sizeof(array))))
arrays.export_array(arrays.result, given, ctypes.byref(out), None)
out.release(ctypes.byref(out))
print(bool(out.release))
