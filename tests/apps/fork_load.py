"""fork_load: a hundred forks while four threads export and import without a pause."""

# SPDX-License-Identifier: Apache-2.0
# processes: 101

import os
import threading

import nanoarrow as na
import pyarrow as pa

stop = threading.Event()
rounds = [0] * 4


def busy(number):
    while not stop.is_set():
        pa.array(na.Array(pa.array([number, rounds[number]])))
        rounds[number] += 1


threads = [threading.Thread(target=busy, args=(number,)) for number in range(4)]
for thread in threads:
    thread.start()
held = pa.table({"v": [1, 2, 3]}).__arrow_c_stream__()
statuses = []
for i in range(100):
    child = os.fork()
    if child == 0:
        length = len(pa.array(na.Array(pa.array([i] * 7))))
        os._exit(length)
    statuses.append(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
stop.set()
for thread in threads:
    thread.join()
print(set(statuses), all(rounds))
