"""arrays: libproducer.so and the bridge of libarrow_fake.so for scripts, by ctypes."""

# SPDX-License-Identifier: Apache-2.0

import ctypes
import os
import pathlib

LIBRARIES = pathlib.Path(os.environ["CASES_LIB"])
producer = ctypes.CDLL(LIBRARIES / "libproducer.so")
bridge = ctypes.CDLL(LIBRARIES / "libarrow_fake.so")

# Called by the scripts themselves, so that the line a report names is theirs.
export_array = bridge["_ZN5arrow11ExportArrayERKNS_5ArrayEP10ArrowArrayP11ArrowSchema"]
export_array.restype = ctypes.c_void_p
producer.some_array.restype = ctypes.c_void_p
result = (ctypes.c_void_p * 4)()


class Array(ctypes.Structure):
    """struct ArrowArray"""


Array._fields_ = [
    ("length", ctypes.c_int64),
    ("null_count", ctypes.c_int64),
    ("offset", ctypes.c_int64),
    ("n_buffers", ctypes.c_int64),
    ("n_children", ctypes.c_int64),
    ("buffers", ctypes.c_void_p),
    ("children", ctypes.c_void_p),
    ("dictionary", ctypes.c_void_p),
    ("release", ctypes.CFUNCTYPE(None, ctypes.POINTER(Array))),
    ("private_data", ctypes.c_void_p),
]


def some_array(rows):
    """A source of one good array."""
    return ctypes.c_void_p(producer.some_array(ctypes.c_int64(rows), 0))


def produce(rows):
    """A good array that has not crossed a boundary."""
    array = Array()
    producer.produce_array(ctypes.byref(array), ctypes.c_int64(rows), 0)
    return array
