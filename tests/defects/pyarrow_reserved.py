"""pyarrow_reserved: an exported ArrowDeviceArray's reserved bytes are what the memory held before.

ExportDeviceArray and ExportDeviceRecordBatch of Arrow C++ fill the struct member by member and
leave `reserved` out.
"""

# package: pyarrow
# expect: reserved-not-zero warning producer libarrow.so.*
# known: yes

# SPDX-License-Identifier: Apache-2.0

import pyarrow as pa
from pyarrow.cffi import ffi


def export(source):
    """The reserved words after an export to memory that is all 0xaa."""
    array, schema = ffi.new("struct ArrowDeviceArray *"), ffi.new("struct ArrowSchema *")
    ffi.buffer(array)[:] = b"\xaa" * ffi.sizeof("struct ArrowDeviceArray")
    source._export_to_c_device(*(int(ffi.cast("uintptr_t", p)) for p in (array, schema)))
    words = list(array.reserved)
    array.array.release(ffi.addressof(array.array))
    schema.release(schema)
    return words


words = export(pa.array([1, 2, 3])) + export(pa.record_batch({"x": [1, 2]}))
print("fault:", "yes" if any(words) else "no")
