"""mp_forkserver: workers of a fork server, one with an error that comes back as an exception."""

# SPDX-License-Identifier: Apache-2.0
# processes: 1

import multiprocessing

import pyarrow as pa


def work(number):
    import nanoarrow as na

    if number == 2:
        raise RuntimeError("worker gives up")
    return na.Array(pa.array([number] * 3)).to_pylist()


if __name__ == "__main__":
    context = multiprocessing.get_context("forkserver")
    with context.Pool(1) as pool:
        results = [pool.apply_async(work, (number,)) for number in range(4)]
        for result in results:
            try:
                print(result.get())
            except RuntimeError as error:
                print("caught", error)
        pool.close()
        pool.join()
