"""wrong_batches: a generator yields batches that are not what the reader's schema says.

    examples/wrong_batches.py:38: error: array#4 has 1 child, its schema has 2 [schema-array-mismatch]

      what    array#4  ArrowArray  struct<id: int64, price: float64>  1 row
      who     producer (libarrow.so.2600: ..ous namespace)::ExportedArrayStream<..>::StaticGetNext)      observed      1 time

      owner       ms      thread  event     by                             owner afterwards
            > 1042.628    main    get_next  <module> wrong_batches.py:38   _polars_runtime.abi3.so at 0x7ffe..d790 (made by
                                                                           libarrow.so.2600)

      now     #0 .._arrow::ffi::stream::ArrowArrayStreamReader<..>>::next  _polars_runtime.abi3.so  (+5 library frames)
              #6 <module>                                                  examples/wrong_batches.py:38  (python)
      origin  as now

      spec    C Data Interface, "The ArrowArray structure", MUST
              An array has as many children as its schema, everywhere in the tree.
              https://arrow.apache.org/docs/format/CDataInterface.html#c.ArrowArray.n_children
      fix     Hand array#4 over with the schema that describes it.
      more    arrowdev-check explain schema-array-mismatch
              mute: schema-array-mismatch py:wrong_batches.py:38 reason:".."
"""

# SPDX-License-Identifier: Apache-2.0

import polars as pl
import pyarrow as pa

schema = pa.schema([("id", pa.int64()), ("price", pa.float64())])


def batches():
    yield pa.record_batch({"id": [1, 2], "price": [0.5, 1.5]})
    yield pa.record_batch({"id": [3]})  # a column is missing


try:
    print(pl.DataFrame(pa.RecordBatchReader.from_batches(schema, batches())))
except Exception as error:
    print(type(error).__name__)
