"""A release callback written in Python does nothing: it is told in Python what to do.

expect: release-not-cleared error producer - at out by keeps
says: type(array.contents.release)(), in cffi: array.release = ffi.NULL.
seen: 1 array
"""

# SPDX-License-Identifier: Apache-2.0

import ctypes

import arrays

RELEASE = dict(arrays.Array._fields_)["release"]


@RELEASE
def release(array):  # <- keeps
    """Forgets to say that it was called."""
    print("released", array.contents.length)


buffers = (ctypes.c_void_p * 2)()
array = arrays.Array(
    length=4, n_buffers=2, buffers=ctypes.addressof(buffers), release=release
)
source = arrays.producer.verbatim
source.restype = ctypes.c_void_p
out = arrays.Array()
given = ctypes.c_void_p(source(ctypes.byref(array), ctypes.c_size_t(ctypes.sizeof(array))))
arrays.export_array(arrays.result, given, ctypes.byref(out), None)
out.release(ctypes.byref(out))  # <- out
print(bool(out.release))
