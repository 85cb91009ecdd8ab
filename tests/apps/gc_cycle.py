"""gc_cycle: structures are held in reference cycles until collected, or to the end."""

# SPDX-License-Identifier: Apache-2.0

import gc

import pyarrow as pa


class Node:
    def __init__(self, payload):
        self.payload, self.me = payload, self


def imported(values):
    return pa.table(pa.table({"v": values}).to_reader())


gc.disable()
for i in range(5):
    Node(imported([i]))
    Node(pa.table({"v": [i]}).__arrow_c_stream__())
print(gc.collect() > 0)
for i in range(3):
    Node(imported([i]))
print("left to the end")
