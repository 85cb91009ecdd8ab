"""leak: each batch is exported to C structures that nobody imports or releases.

    == arrowdev_check: 20 structures never released: 2 groups, 43.0 KiB host [never-released] ==

       #    never rel.  of made   host       oldest   trend             type               made by -> last held by
       1    10          10        43.0 KiB   0.2 s    grows             struct<id: int64>  libarrow.so.2600 -> leak.py
       2    10          10        -          0.2 s    grows             struct<id: int64>  libarrow.so.2600 -> leak.py

    examples/leak.py:49: error: 10 arrays never released, 42.9 KiB [never-released]
      what    array#1 to array#19  ArrowArray  struct<id: int64>
      who     last holder (leak.py)      inferred at exit      grows with the work: a leak, not a cache
      held    last seen at 0x2bb48420 (examples/leak.py:49), never touched after
      origin  #0 pyarrow.lib.RecordBatch._export_to_c  pyarrow/lib.so
              #1 export                                examples/leak.py:49  (python)
              #2 <module>                              examples/leak.py:55  (python)
      spec    C Data Interface, "Release callback semantics -- for consumers", MUST
              A consumer calls the release callback when it no longer uses the structure.
              https://arrow.apache.org/docs/format/CDataInterface.html#release-callback-semantics-for-consumers
      fix     Call the release callback of array#1 where export is done with it.
      more    arrowdev-check explain never-released        mute: never-released py:leak.py:49 reason:".."
              group fingerprint adc1:never-released:319e36

    examples/leak.py:49: error: 10 schemas never released [never-released]
      what    schema#1 to schema#19  ArrowSchema  struct<id: int64>
      who     last holder (leak.py)      inferred at exit      grows with the work: a leak, not a cache
      held    last seen at 0x2c6da880 (examples/leak.py:49), never touched after
      origin  #0 pyarrow.lib.RecordBatch._export_to_c  pyarrow/lib.so
              #1 export                                examples/leak.py:49  (python)
              #2 <module>                              examples/leak.py:55  (python)
      spec    C Data Interface, "Release callback semantics -- for consumers", MUST
              A consumer calls the release callback when it no longer uses the structure.
              https://arrow.apache.org/docs/format/CDataInterface.html#release-callback-semantics-for-consumers
      fix     Call the release callback of schema#1 where export is done with it.
      more    arrowdev-check explain never-released        mute: never-released py:leak.py:49 reason:".."
              group fingerprint adc1:never-released:319e36
"""

# SPDX-License-Identifier: Apache-2.0

import pyarrow as pa
from pyarrow.cffi import ffi

table = pa.table({"id": range(1000)})


def export(batch):
    """The batch as C structures, for a library that wants their addresses."""
    array, schema = ffi.new("struct ArrowArray *"), ffi.new("struct ArrowSchema *")
    batch._export_to_c(*(int(ffi.cast("uintptr_t", pointer)) for pointer in (array, schema)))
    return array, schema


rows = 0
for batch in table.to_batches(max_chunksize=100):
    array, schema = export(batch)
    rows += array.length  # and the structs are freed by Python, not what they hold
print(rows)
