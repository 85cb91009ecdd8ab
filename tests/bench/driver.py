#!/usr/bin/env python3
"""driver: what a call of the CUDA driver costs more under the library, on the software driver.

driver.py BUILD    calls do no work in the first rows: that is the time of the call alone
SPDX-License-Identifier: Apache-2.0
"""
import os
import statistics
import subprocess
import sys

BUILD = os.path.abspath(sys.argv[1])
ROUNDS = 5
ROWS = {"untracked": (300_000, "none"), "tracked": (300_000, "none"), "held": (300_000, "none"),
        "pipeline": (200_000, "all"), "pipeline-bare": (200_000, "all")}


def nanoseconds(what, calls, work, watched):
    """Of processor time, a call."""
    extra = {"ARROWDEV_DRIVER_WORK": work, "LD_LIBRARY_PATH": f"{BUILD}/driver"}
    if watched:
        extra |= {"LD_PRELOAD": f"{BUILD}/libarrowdev_check.so",
                  "ARROWDEV_CHECK_OPTIONS": "quiet=1:exitcode=0"}
    done = subprocess.run([f"{BUILD}/bench/driver", what, str(calls)], capture_output=True,
                          text=True, check=True, env={**os.environ, **extra})
    return float(done.stdout)


for name, (n, kind) in ROWS.items():
    rounds = [[nanoseconds(name, n, kind, watched) for watched in (False, True)]
              for _ in range(ROUNDS)]
    plain, ours = (statistics.median(column) for column in zip(*rounds))
    print(f"driver call, {name:13} {plain:6.0f} ns plain, {ours:6.0f} ns watched, "
          f"{ours - plain:+5.0f} ns, {ours / plain:.2f}x")
