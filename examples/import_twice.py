"""import_twice: the same C structures are imported a second time.

    examples/import_twice.py:64: warning: the struct that array#1 was moved out of is handed over [use-after-move]

      what    array#1  ArrowArray  int64  3 rows  24 B host
      who     consumer (import_twice.py)      observed      1 time

      owner       ms      thread  event    by                            owner afterwards
              1112.742    main    export   <module> import_twice.py:61   import_twice.py at 0x237ab770 (arrow::ExportArray)
              1112.823    main    import   <module> import_twice.py:62   pyarrow/lib.so at 0x237ab770 (arrow::ImportArray)
              1115.034    main    release  <module> import_twice.py:62   nobody (struct at 0x245ab440)
            > 1115.097    main    import   <module> import_twice.py:64   pyarrow/lib.so at 0x237ab770 (arrow::ImportArray)
                                                                         -- this struct is at 0x237ab770, array#1 was last
                                                                         seen at 0x245ab440

      now     #0 pyarrow.lib.Array._import_from_c              pyarrow/lib.so
              #1 <module>                                      examples/import_twice.py:64  (python)
      before  #0 std::_Sp_counted_ptr_inplace<..>::_M_dispose  libarrow.so.2600  (+6 library frames)
              #7 <module>                                      examples/import_twice.py:62  (python)
      origin  #0 pyarrow.lib.Array._export_to_c                pyarrow/lib.so
              #1 <module>                                      examples/import_twice.py:61  (python)

      spec    C Data Interface, "Moving an array", MUST
              A moved-from structure is marked released and may not be used again.
              https://arrow.apache.org/docs/format/CDataInterface.html#moving-an-array
      fix     Use the struct that array#1 was moved to; the one at examples/import_twice.py:64 holds nothing any more.
      more    arrowdev-check explain use-after-move        mute: checks=-use-after-move

    examples/import_twice.py:64: warning: schema#1 handed over after its release [use-after-release]

      what    schema#1  ArrowSchema  int64
      who     consumer (import_twice.py)      observed      1 time

      owner       ms      thread  event    by                            owner afterwards
              1112.752    main    export   <module> import_twice.py:61   import_twice.py at 0x23a44c20 (arrow::ExportArray)
              1112.823    main    import   <module> import_twice.py:62   pyarrow/lib.so at 0x23a44c20 (arrow::ImportArray)
              1112.885    main    release  <module> import_twice.py:62   nobody (struct at 0x23a44c20)
            > 1115.181    main    import   <module> import_twice.py:64   pyarrow/lib.so at 0x23a44c20 (arrow::ImportArray)

      now     #0 pyarrow.lib.Array._import_from_c  pyarrow/lib.so
              #1 <module>                          examples/import_twice.py:64  (python)
      before  #0 arrow::ImportType                 libarrow.so.2600  (+2 library frames)
              #3 <module>                          examples/import_twice.py:62  (python)
      origin  #0 pyarrow.lib.Array._export_to_c    pyarrow/lib.so
              #1 <module>                          examples/import_twice.py:61  (python)

      spec    C Data Interface, "Release callback semantics -- for consumers", MUST NOT
              A released structure may not be used again, nor handed on.
              https://arrow.apache.org/docs/format/CDataInterface.html#release-callback-semantics-for-consumers
      fix     Hand schema#1 over before it is released at examples/import_twice.py:62, or export it again.
      more    arrowdev-check explain use-after-release        mute: checks=-use-after-release
"""

# SPDX-License-Identifier: Apache-2.0

import pyarrow as pa
from pyarrow.cffi import ffi

pointers = [ffi.new("struct ArrowArray *"), ffi.new("struct ArrowSchema *")]
addresses = [int(ffi.cast("uintptr_t", pointer)) for pointer in pointers]
pa.array([1, 2, 3])._export_to_c(*addresses)
print(pa.Array._import_from_c(*addresses).sum())
try:
    print(pa.Array._import_from_c(*addresses).sum())  # the first one took it
except pa.ArrowInvalid as error:
    print(error)
