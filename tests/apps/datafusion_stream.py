"""datafusion_stream: datafusion reads streams of others, calls our functions, drops a stream."""

# SPDX-License-Identifier: Apache-2.0

import duckdb
import nanoarrow as na
import polars as pl
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.dataset as ds
from datafusion import SessionConfig, SessionContext, udaf, udf
from datafusion.user_defined import Accumulator


class Largest(Accumulator):
    """An aggregate of ours: its state crosses, too."""

    def __init__(self):
        self.found = None

    def update(self, values):
        self.found = max(filter(None, [self.found, pc.max(values).as_py()]))

    def merge(self, states):
        self.update(states[0])

    def state(self):
        return [pa.scalar(self.found, pa.int64())]

    def evaluate(self):
        return pa.scalar(self.found, pa.int64())


def main():
    context = SessionContext(SessionConfig().with_target_partitions(1))
    frame = pl.DataFrame({"k": ["a", "b", "a"], "v": [1, 2, 3]})
    context.from_arrow(frame, name="frame")
    numbers = duckdb.sql("select i as v from range(5) t(i)")
    context.from_arrow(numbers.to_arrow_reader(), name="duck")
    context.from_arrow(na.ArrayStream(pa.table({"v": [7]})), name="nano")
    context.register_dataset("data", ds.dataset(pa.table({"v": [8, 9]})))
    for name in "frame", "duck", "nano", "data":
        print(name, context.sql(f"select sum(v) as s from {name}").to_pydict())

    double = udf(lambda values: pc.multiply(values, 2), [pa.int64()], pa.int64(), "immutable",
                 "double")
    context.register_udf(double)
    context.register_udaf(udaf(Largest, pa.int64(), pa.int64(), [pa.int64()], "immutable",
                               name="largest"))
    print(pl.DataFrame(context.sql("select double(v) as d from frame order by d")).rows())
    print(context.sql("select largest(v) as l from duck").to_pydict())
    stream = context.sql("select v from frame order by v").execute_stream()
    print(next(iter(stream)).to_pyarrow().num_rows)
    print(duckdb.from_arrow(context.sql("select v from duck")).sum("v").fetchall())
    try:
        context.sql("select 1 / (v - v) as broken from frame").collect()
    except Exception as error:
        print(type(error).__name__)


main()
