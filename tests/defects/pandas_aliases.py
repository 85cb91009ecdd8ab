"""pandas_aliases: a frame's NumPy columns are exported without a copy and written in place later.

Consumers that hold the export see their rows change. With isolate=1 they don't, so whether the
installed version has the fault is asked of a process without us.
"""

# package: pandas
# options: isolate=1
# expect: buffer-written-while-held error producer libarrow.so.*

# SPDX-License-Identifier: Apache-2.0

import subprocess
import sys

import numpy as np
import pandas as pd
import pyarrow as pa


def change_under_a_reader():
    """The value that the reader has, before and after the frame's owner writes to his frame."""
    frame = pd.DataFrame({"x": np.arange(2000) * 1.0, "i": np.arange(2000)})
    table = pa.RecordBatchReader.from_stream(frame).read_all()
    before = table["x"][3].as_py()
    frame.loc[3, "x"] = -1.0
    return before, table["x"][3].as_py()


if sys.argv[1:] == ["ask"]:
    print("yes" if len(set(change_under_a_reader())) > 1 else "no")
else:
    command = [sys.executable, __file__, "ask"]
    child = subprocess.run(command, env={}, stdout=subprocess.PIPE, text=True, check=True)
    change_under_a_reader()
    print("fault:", child.stdout.strip())
