"""duckdb_function_cycle: an object that owns a connection and is its function is never collected.

DuckDBPyConnection holds Python's callables and what was registered, and takes no part in garbage
collection: the table that was registered stays, and the schema that DuckDB got of it.
"""

# package: duckdb
# expect: never-released error last-holder _duckdb.*.so

# SPDX-License-Identifier: Apache-2.0

import gc

import duckdb
import pyarrow as pa


class Owner:
    """What it owns leads back to it."""

    def __init__(self):
        self.connection = duckdb.connect()
        self.connection.register("t", pa.table({"x": range(1000)}))
        self.connection.create_function("f", self.identity, ["BIGINT"], "BIGINT", type="arrow")

    def identity(self, column):
        return column


for _ in range(12):
    Owner()
gc.collect()
print("fault:", "yes" if any(isinstance(thing, Owner) for thing in gc.get_objects()) else "no")
