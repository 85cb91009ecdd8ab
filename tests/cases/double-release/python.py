"""A script releases an array twice through ctypes: its own lines are named, not ctypes'.

expect: double-release error consumer python.py at second before first origin export
seen: 1 array
"""

# SPDX-License-Identifier: Apache-2.0

import ctypes

import arrays

array = arrays.Array()
arrays.export_array(arrays.result, arrays.some_array(4), ctypes.byref(array), None)  # <- export
copy = arrays.Array.from_buffer_copy(array)
array.release(ctypes.byref(array))  # <- first
copy.release(ctypes.byref(copy))  # <- second
print("still here")
