"""os_exit: the program ends by os._exit while structures are held."""

# SPDX-License-Identifier: Apache-2.0
# status: 5

import os
import sys

import nanoarrow as na
import pyarrow as pa

held = na.Array(pa.array([1, 2, 3]))
capsule = pa.table({"v": [1]}).__arrow_c_stream__()
print(held.to_pylist())
sys.stdout.flush()
os._exit(5)
