"""thread_handover: one thread makes structures, another consumes and releases them."""

# SPDX-License-Identifier: Apache-2.0

import queue
import threading

import polars as pl
import pyarrow as pa

handed = queue.Queue(maxsize=4)
totals = []


def consume():
    while (capsule := handed.get()) is not None:

        class Holder:
            def __arrow_c_stream__(self, requested_schema=None):
                return capsule

        totals.append(pl.DataFrame(Holder())["v"].sum())
        del capsule


thread = threading.Thread(target=consume)
thread.start()
for i in range(20):
    handed.put(pa.table({"v": [i, i + 1]}).__arrow_c_stream__())
handed.put(None)
thread.join()
print(totals)
