"""arrays: pyarrow's exports as plain structures, to break rules with."""

# SPDX-License-Identifier: Apache-2.0

import ctypes

import pyarrow as pa


class ArrowArray(ctypes.Structure):
    """struct ArrowArray, as its specification prints it."""


Release = ctypes.CFUNCTYPE(None, ctypes.POINTER(ArrowArray))
ArrowArray._fields_ = [
    *((name, ctypes.c_int64) for name in ("length", "null_count", "offset")),
    *((name, ctypes.c_int64) for name in ("n_buffers", "n_children")),
    *((name, ctypes.c_void_p) for name in ("buffers", "children", "dictionary")),
    ("release", Release),
    ("private_data", ctypes.c_void_p),
]


def export(values=(1, 2, 3)):
    """An array that the caller has to release."""
    array = ArrowArray()
    pa.array(values)._export_to_c(ctypes.addressof(array))
    return array


def release_twice():
    """Once itself, once by a copy."""
    array = export()
    copy = ArrowArray.from_buffer_copy(array)
    array.release(array)
    copy.release(copy)


def release_again():
    """The same fault at another place."""
    array = export()
    copy = ArrowArray.from_buffer_copy(array)
    array.release(array)
    copy.release(copy)
