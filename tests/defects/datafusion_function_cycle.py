"""datafusion_function_cycle: an object that owns a context and is its function is never collected.

SessionContext and ScalarUDF hold Python's callables and take no part in garbage collection, so
what was registered stays, one array an object.
"""

# package: datafusion
# expect: never-released error last-holder _internal.abi3.so

# SPDX-License-Identifier: Apache-2.0

import gc

import datafusion
import pyarrow as pa


class Owner:
    """What it owns leads back to it."""

    def __init__(self):
        self.context = datafusion.SessionContext()
        self.context.from_arrow(pa.table({"x": range(1000)}), "t")
        function = datafusion.udf(self.identity, [pa.int64()], pa.int64(), "stable", "f")
        self.context.register_udf(function)

    def identity(self, column):
        return column


for _ in range(12):
    Owner()
gc.collect()
print("fault:", "yes" if any(isinstance(thing, Owner) for thing in gc.get_objects()) else "no")
