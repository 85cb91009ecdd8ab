"""pipeline: pyarrow, polars and duckdb hand batches to each other for as long as it is told, and
say what a round costs and how large the process is.

SPDX-License-Identifier: Apache-2.0
"""

import resource
import sys
import time

import duckdb
import polars
import pyarrow

ROWS = 4096
SECONDS = float(sys.argv[1])
PAGE = resource.getpagesize()


def resident():
    """MiB of this process."""
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * PAGE / 2**20


def a_round(number, connection):
    """pyarrow to polars and back, to duckdb and back, batch by batch; the sum of it all."""
    table = pyarrow.table({"n": range(number, number + ROWS), "s": ["x", "y"] * (ROWS // 2)})
    frame = polars.from_arrow(table).filter(polars.col("n") % 2 == 0)
    back = frame.to_arrow()
    reader = pyarrow.RecordBatchReader.from_batches(back.schema, back.to_batches(256))
    result = connection.sql("SELECT s, sum(n) AS n FROM reader GROUP BY s").to_arrow_table()
    schema = pyarrow.Schema._import_from_c_capsule(result.schema.__arrow_c_schema__())
    array = pyarrow.array(result.column("n").combine_chunks())
    return sum(array.to_pylist()) if schema.names == ["s", "n"] else -1


def main():
    connection = duckdb.connect()
    began = time.monotonic()
    number = 0
    while (now := time.monotonic()) - began < SECONDS:
        until, first, used = now + 1, number, time.process_time()
        while time.monotonic() < until:
            wanted = sum(range(number + number % 2, number + ROWS, 2))
            got = a_round(number, connection)
            if got != wanted:
                sys.exit(f"round {number}: {got}, not {wanted}")
            number += 1
        cost = (time.process_time() - used) / (number - first) * 1e6
        print(f"{number} {cost:.0f} {resident():.1f}", flush=True)


main()
