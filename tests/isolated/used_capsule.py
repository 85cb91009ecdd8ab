"""used_capsule: what was handed out once is handed out again, and libraries take it as it is.

Each capsule serves one consumer. polars makes an empty Series of a used one and says nothing.
"""

# options: isolate=1
# expect: use-after-move warning consumer used_capsule.py at array before first-array
# expect: use-after-move warning consumer used_capsule.py at stream before first-stream

# SPDX-License-Identifier: Apache-2.0

import duckdb
import polars as pl
import pyarrow as pa


class Prepared:
    """Makes its capsules once; who reads the schema's again is let be, nobody takes that."""

    def __init__(self, array):
        self.array = array.__arrow_c_array__()[1]
        self.type = array.type

    def __arrow_c_array__(self, requested_schema=None):
        return self.type.__arrow_c_schema__(), self.array


class PreparedStream:
    """Makes its capsule once."""

    def __init__(self, table):
        self.stream = table.__arrow_c_stream__()

    def __arrow_c_stream__(self, requested_schema=None):
        return self.stream


array = Prepared(pa.array([1, 2, 3]))
print(len(pl.Series(array)))  # <- first-array
print(len(pl.Series(array)))  # <- array
stream = PreparedStream(pa.table({"n": [1, 2, 3]}))
print(pl.DataFrame(stream).shape)  # <- first-stream
try:
    duckdb.sql("SELECT count(*) FROM stream").fetchall()  # <- stream
except duckdb.Error as error:
    print(type(error).__name__)
