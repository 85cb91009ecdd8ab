"""selftest: what `arrowdev-check selftest` runs with the python3 that is found first.

An array goes into a capsule, is read out of it, and is never released. Prints the version, the file
of the interpreter, and what speaks the Arrow interfaces here.
"""

# SPDX-License-Identifier: Apache-2.0

import ctypes
import importlib.metadata
import platform
import sys


class Array(ctypes.Structure):
    """struct ArrowArray"""

    _fields_ = [
        ("length", ctypes.c_int64), ("null_count", ctypes.c_int64), ("offset", ctypes.c_int64),
        ("n_buffers", ctypes.c_int64), ("n_children", ctypes.c_int64),
        ("buffers", ctypes.c_void_p), ("children", ctypes.c_void_p),
        ("dictionary", ctypes.c_void_p), ("release", ctypes.c_void_p),
        ("private_data", ctypes.c_void_p),
    ]


def hand_over(array):
    """As an importer of the PyCapsule interface takes it."""
    new, get = ctypes.pythonapi.PyCapsule_New, ctypes.pythonapi.PyCapsule_GetPointer
    new.restype = ctypes.py_object
    new.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
    get.restype, get.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    capsule = new(ctypes.addressof(array), b"arrow_array", None)
    get(capsule, b"arrow_array")


print(platform.python_implementation(), platform.python_version(), f"({sys.executable})")
found = []
for name in ("pyarrow", "polars", "duckdb", "nanoarrow", "datafusion", "adbc-driver-manager",
             "pandas", "cudf"):
    try:
        found.append(f"{name} {importlib.metadata.version(name)}")
    except importlib.metadata.PackageNotFoundError:
        pass
print(", ".join(found))
sys.stdout.flush()
buffers = (ctypes.c_void_p * 1)()
free = ctypes.cast(ctypes.CDLL(None).free, ctypes.c_void_p).value  # never called
hand_over(Array(n_buffers=1, buffers=ctypes.addressof(buffers), release=free))
