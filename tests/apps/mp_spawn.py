"""mp_spawn: spawned multiprocessing workers start afresh and exchange data by pickling."""

# SPDX-License-Identifier: Apache-2.0
# processes: 2

import multiprocessing

import pyarrow as pa


def work(table):
    import polars as pl

    return pl.from_arrow(table)["v"].sum(), pa.table(pl.from_arrow(table))


if __name__ == "__main__":
    context = multiprocessing.get_context("spawn")
    with context.Pool(1) as pool:
        for total, back in pool.map(work, [pa.table({"v": [i, 10]}) for i in range(3)]):
            print(total, back.num_rows)
        pool.close()
        pool.join()
    print(pa.table(pa.table({"v": [1]}).to_reader()).num_rows)
