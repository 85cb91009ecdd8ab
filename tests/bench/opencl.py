#!/usr/bin/env python3
"""opencl: what a call of OpenCL costs more under the library, on PoCL.

opencl.py BUILD    the last two rows are whole pipelines of kernels over 64 KiB, by the clock
SPDX-License-Identifier: Apache-2.0
"""
import os
import statistics
import subprocess
import sys

BUILD = os.path.abspath(sys.argv[1])
ROUNDS = 5
ROWS = {"argument": 1_000_000, "event": 1_000_000, "empty": 20_000, "tracked": 20_000,
        "pipeline": 100_000, "unordered": 100_000}


def nanoseconds(what, calls, watched):
    """A call."""
    extra = {}
    if watched:
        extra = {"LD_PRELOAD": f"{BUILD}/libarrowdev_check.so",
                 "ARROWDEV_CHECK_OPTIONS": "quiet=1:exitcode=0"}
    done = subprocess.run([f"{BUILD}/bench/opencl", what, str(calls)], capture_output=True,
                          text=True, check=True, env={**os.environ, **extra})
    return float(done.stdout)


for name, n in ROWS.items():
    rounds = [[nanoseconds(name, n, watched) for watched in (False, True)]
              for _ in range(ROUNDS)]
    plain, ours = (statistics.median(column) for column in zip(*rounds))
    print(f"OpenCL call, {name:9} {plain:6.0f} ns plain, {ours:6.0f} ns watched, "
          f"{ours - plain:+5.0f} ns, {ours / plain:.2f}x")
