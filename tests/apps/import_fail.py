"""import_fail: imports that must fail leave nothing behind and spoil nothing."""

# SPDX-License-Identifier: Apache-2.0
# allow: reserved-not-zero pyarrow leaves what the memory held

import nanoarrow as na
import polars as pl
import pyarrow as pa


def attempt(label, function):
    try:
        print(label, function())
    except Exception as error:
        print(label, type(error).__name__)


class Fails:
    """Has its capsules made, then thinks better of it."""

    def __arrow_c_array__(self, requested_schema=None):
        self.capsules = pa.array(["text"]).__arrow_c_array__()
        raise LookupError("not today")


attempt("a producer that raises", lambda: pa.array(Fails()))
attempt("array for a batch", lambda: pa.record_batch(pa.array([1])))
attempt("table for an array", lambda: pa.array(pl.DataFrame({"a": [1]})))
attempt("impossible cast", lambda: pa.chunked_array(pl.Series(["x"]), type=pa.int8()))
attempt("a wrong capsule", lambda: na.c_schema(pa.array([1]).__arrow_c_array__()[1]))
used = pa.RecordBatchReader.from_batches(pa.schema([("a", pa.int8())]), [])
used.close()
attempt("a closed reader", lambda: pl.from_arrow(used))
attempt("all is well", lambda: pl.from_arrow(pa.array([1, 2])).to_list())
