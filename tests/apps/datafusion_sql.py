"""datafusion_sql: datafusion takes pyarrow tables and batches, and streams its results back."""

# SPDX-License-Identifier: Apache-2.0

import pyarrow as pa
from datafusion import SessionConfig, SessionContext


def main():
    context = SessionContext(SessionConfig().with_target_partitions(1))
    table = pa.table({"k": ["a", "b", "a"], "v": [1, 2, 3]})
    frame = context.from_arrow(table, name="t")
    print(frame.count())
    result = context.sql("select k, sum(v) as total from t group by k order by k")
    print(result.to_arrow_table().to_pylist())

    context.register_record_batches("u", [table.to_batches()])
    print(context.sql("select max(v) as m from u").collect()[0].to_pydict())
    print(pa.table(context.sql("select v from u where v > 1 order by v")).to_pydict())
    stream = context.sql("select v from u order by v").execute_stream()
    for batch in stream:
        print(batch.to_pyarrow().to_pydict())


main()
