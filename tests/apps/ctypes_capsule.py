"""ctypes_capsule: ctypes takes capsules through the Python API and calls the callbacks itself."""

# SPDX-License-Identifier: Apache-2.0

import ctypes as ct

import pyarrow as pa

get_pointer = ct.pythonapi.PyCapsule_GetPointer
get_pointer.restype, get_pointer.argtypes = ct.c_void_p, [ct.py_object, ct.c_char_p]


def fields(kind, names):
    return [(name, kind) for name in names.split()]


class Array(ct.Structure):
    _fields_ = fields(ct.c_int64, "length null_count offset n_buffers n_children")
    _fields_ += fields(ct.c_void_p, "buffers children dictionary release private_data")


class Stream(ct.Structure):
    _fields_ = fields(ct.c_void_p, "get_schema get_next get_last_error release private_data")


RELEASE = ct.CFUNCTYPE(None, ct.c_void_p)
GET_NEXT = ct.CFUNCTYPE(ct.c_int, ct.c_void_p, ct.c_void_p)

_, array_capsule = pa.array([10, 20, None]).__arrow_c_array__()
address = get_pointer(array_capsule, b"arrow_array")
array = Array.from_address(address)
print(array.length, array.null_count, array.n_buffers)
RELEASE(array.release)(address)
print(array.release)

stream_capsule = pa.table({"n": pa.chunked_array([[1, 2], [3]])}).__arrow_c_stream__()
address = get_pointer(stream_capsule, b"arrow_array_stream")
stream = Stream.from_address(address)
while True:
    chunk = Array()
    assert GET_NEXT(stream.get_next)(address, ct.addressof(chunk)) == 0
    if not chunk.release:
        break
    print("chunk", chunk.length, chunk.n_children)
    RELEASE(chunk.release)(ct.addressof(chunk))
RELEASE(stream.release)(address)
print(stream.release)
