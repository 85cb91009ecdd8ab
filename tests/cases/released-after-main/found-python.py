"""An object in a module's global is released when the interpreter shuts down.

expect: released-after-main note none -
seen: 1 array
"""

# SPDX-License-Identifier: Apache-2.0

import ctypes

import arrays


class Owner:
    """Releases what it holds when it goes."""

    def __init__(self):
        self.array = arrays.Array()
        source = arrays.some_array(4)
        arrays.export_array(arrays.result, source, ctypes.byref(self.array), None)
        self.release = self.array.release
        self.byref = ctypes.byref

    def __del__(self):
        self.release(self.byref(self.array))


owner = Owner()
owner.itself = owner
print("held")
