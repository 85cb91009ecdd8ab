"""import_twice: the same C structures are imported a second time.

    examples/import_twice.py:64: warning: the struct that array#1 was moved out of is handed over [use-after-move]

      what    array#1  ArrowArray  int64  3 rows  24 B host
      who     consumer (import_twice.py)      observed      1 time

      owner       ms      thread  event    by                            owner afterwards
              1366.714    main    export   <module> import_twice.py:61   import_twice.py at 0x1f52d4a0 (arrow::ExportArray)
              1366.790    main    import   <module> import_twice.py:62   pyarrow/lib.so at 0x1f52d4a0 (arrow::ImportArray)
              1370.394    main    release  <module> import_twice.py:62   nobody (struct at 0x203cdb90)
            > 1374.135    main    import   <module> import_twice.py:64   pyarrow/lib.so at 0x1f52d4a0 (arrow::ImportArray)
                                                                         -- this struct is at 0x1f52d4a0, array#1 was last
                                                                         seen at 0x203cdb90

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
      more    arrowdev-check explain use-after-move        mute: use-after-move py:import_twice.py:64 reason:".."

    examples/import_twice.py:64: warning: schema#1 handed over after its release [use-after-release]

      what    schema#1  ArrowSchema  int64
      who     consumer (import_twice.py)      observed      1 time

      owner       ms      thread  event    by                            owner afterwards
              1366.722    main    export   <module> import_twice.py:61   import_twice.py at 0x1f8f8830 (arrow::ExportArray)
              1366.790    main    import   <module> import_twice.py:62   pyarrow/lib.so at 0x1f8f8830 (arrow::ImportArray)
              1366.849    main    release  <module> import_twice.py:62   nobody (struct at 0x1f8f8830)
            > 1374.272    main    import   <module> import_twice.py:64   pyarrow/lib.so at 0x1f8f8830 (arrow::ImportArray)

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
      more    arrowdev-check explain use-after-release        mute: use-after-release py:import_twice.py:64 reason:".."
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
