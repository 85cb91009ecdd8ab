"""From Python the calls are a look-up away.

expect: double-release error consumer python.py at second before first origin export
status: 21
seen: 1 array
"""

# SPDX-License-Identifier: Apache-2.0

import ctypes
import sys

import arrays

us = ctypes.CDLL(None)
status = 0
array = arrays.Array()
arrays.export_array(arrays.result, arrays.some_array(4), ctypes.byref(array), None)  # <- export
copy = arrays.Array.from_buffer_copy(array)
array.release(ctypes.byref(array))  # <- first
copy.release(ctypes.byref(copy))  # <- second
if hasattr(us, "arrowdev_check_checkpoint"):
    status += us.arrowdev_check_is_active()
    status += 4 * us.arrowdev_check_checkpoint(0)
    status += 16 * (us.arrowdev_check_checkpoint(0) == 0)
sys.exit(status)
