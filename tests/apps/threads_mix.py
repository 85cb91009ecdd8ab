"""threads_mix: four threads move data between four packages at the same time."""

# SPDX-License-Identifier: Apache-2.0

import threading

import arro3.core
import nanoarrow as na
import polars as pl
import pyarrow as pa

ROUNDS = 25
sums = {}


def work(number):
    total = 0
    for i in range(ROUNDS):
        table = pa.table({"v": [number, i, None]})
        total += pl.from_arrow(table)["v"].sum()
        total += sum(na.Array(table.column("v").combine_chunks()).to_pylist()[:2])
        total += pa.table(arro3.core.Table.from_arrow(table)).num_rows
        total += pa.chunked_array(pl.Series("w", [i, number])).to_pylist()[1]
    sums[number] = total


threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(sorted(sums.items()))
