"""A script hands an array over twice, the second time through a copy of its struct; the library
releases each in a thread of its own. It is the copy's line that has to be mended.

expect: double-release error consumer python-copies.py before second origin export
says: tests/cases/double-release/python-copies.py:31: error: release of array#1 called a second time
says: so that only one of the two is handed over or released; see tests/cases/double-release
seen: 1 array
"""

# SPDX-License-Identifier: Apache-2.0

import ctypes

import arrays

import_array = arrays.bridge["_ZN5arrow11ImportArrayEP10ArrowArrayP11ArrowSchema"]
libc = ctypes.CDLL(None)


def drop(value):
    thread = ctypes.c_ulong()
    libc.pthread_create(ctypes.byref(thread), None, arrays.bridge.fake_drop, ctypes.c_void_p(value))
    libc.pthread_join(thread, None)


array = arrays.Array()
arrays.export_array(arrays.result, arrays.some_array(4), ctypes.byref(array), None)  # <- export
copy = arrays.Array.from_buffer_copy(array)
import_array(arrays.result, ctypes.byref(array), None)
first = arrays.result[1]
import_array(arrays.result, ctypes.byref(copy), None)  # <- second
second = arrays.result[1]
drop(first)
drop(second)
print("still here")
