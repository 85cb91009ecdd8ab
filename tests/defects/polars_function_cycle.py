"""polars_function_cycle: an object that owns a plan and is a function in it is never collected.

LazyFrame holds Python's callables and takes no part in garbage collection, so the frame that was
imported stays, one array an object.
"""

# package: polars
# expect: never-released error last-holder _polars_runtime.abi3.so

# SPDX-License-Identifier: Apache-2.0

import gc

import polars as pl
import pyarrow as pa


class Owner:
    """What it owns leads back to it."""

    def __init__(self):
        frame = pl.from_arrow(pa.table({"x": range(1000)}))
        self.plan = frame.lazy().map_batches(self.identity)

    def identity(self, column):
        return column


for _ in range(12):
    Owner()
gc.collect()
print("fault:", "yes" if any(isinstance(thing, Owner) for thing in gc.get_objects()) else "no")
