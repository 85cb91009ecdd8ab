"""device_arrays: device structures on the CPU pass between pyarrow and nanoarrow."""

# allow: reserved-not-zero pyarrow leaves what the memory held, and nanoarrow copies it

# SPDX-License-Identifier: Apache-2.0

import nanoarrow as na
import nanoarrow.device
import pyarrow as pa
from pyarrow.cffi import ffi

array = na.device.c_device_array(pa.array([1, 2, 3]))
print(array.device_type, array.array.length)
print(pa.array(na.device.c_device_array(na.Array([1, None], na.int32()))))
batch = na.device.c_device_array(pa.record_batch({"x": [1.5], "y": ["s"]}))
print(batch.array.n_children)
print(pa.record_batch(batch).to_pydict())

c_array, c_schema = ffi.new("struct ArrowDeviceArray *"), ffi.new("struct ArrowSchema *")
pointers = [int(ffi.cast("uintptr_t", p)) for p in (c_array, c_schema)]
pa.array(["a", "b"])._export_to_c_device(*pointers)
print(c_array.device_type, c_array.array.length)
print(pa.Array._import_from_c_device(*pointers))
