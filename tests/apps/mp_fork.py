"""mp_fork: a multiprocessing pool of forked workers uses data of the parent and makes its own."""

# SPDX-License-Identifier: Apache-2.0

import multiprocessing

import nanoarrow as na
import pyarrow as pa

table = pa.table(na.Array(pa.record_batch({"v": [1, 2, 3]})))


def work(number):
    doubled = pa.array(na.Array(pa.array([number, number])))
    return sum(table.column("v").to_pylist()) + sum(doubled.to_pylist())


if __name__ == "__main__":
    with multiprocessing.get_context("fork").Pool(2) as pool:
        print(pool.map(work, range(6), chunksize=3))
        pool.close()
        pool.join()
    print(table.num_rows)
