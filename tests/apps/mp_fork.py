"""mp_fork: forked worker processes use data of the parent and make their own."""

# SPDX-License-Identifier: Apache-2.0
# processes: 3

import multiprocessing

import nanoarrow as na
import pyarrow as pa

table = pa.table(na.Array(pa.record_batch({"v": [1, 2, 3]})))


def work(numbers, results):
    for number in numbers:
        doubled = pa.array(na.Array(pa.array([number, number])))
        results.put(sum(table.column("v").to_pylist()) + sum(doubled.to_pylist()))


if __name__ == "__main__":
    context = multiprocessing.get_context("fork")
    results = context.Queue()
    workers = [context.Process(target=work, args=(range(i, 6, 2), results)) for i in range(2)]
    for worker in workers:
        worker.start()
    print(sorted(results.get() for _ in range(6)))
    for worker in workers:
        worker.join()
    print(table.num_rows, [worker.exitcode for worker in workers])
