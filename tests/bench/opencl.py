#!/usr/bin/env python3
"""opencl: what a call of OpenCL costs more under the library, on PoCL.

opencl.py BUILD    the last rows are whole pipelines of kernels over 64 KiB: by the clock, and by
                   the processor time of all threads, which other load of the machine changes less
SPDX-License-Identifier: Apache-2.0
"""
import os
import statistics
import subprocess
import sys

BUILD = os.path.abspath(sys.argv[1])
ROUNDS = 5
CALLS = {"argument": 1_000_000, "event": 1_000_000, "empty": 50_000, "tracked": 50_000,
         "held": 50_000}
PIPELINES = {"pipeline": 100_000, "unordered": 100_000, "pipeline-bare": 100_000}


def nanoseconds(what, calls, watched):
    """A call: of its thread's processor time, of the process's, by the clock."""
    extra = {}
    if watched:
        extra = {"LD_PRELOAD": f"{BUILD}/libarrowdev_check.so",
                 "ARROWDEV_CHECK_OPTIONS": "quiet=1:exitcode=0"}
    done = subprocess.run([f"{BUILD}/bench/opencl", what, str(calls)], capture_output=True,
                          text=True, check=True, env={**os.environ, **extra})
    return [float(line) for line in done.stdout.split()]


def say(name, how, rounds, clock):
    plain, ours = (statistics.median(times[clock] for times in column) for column in zip(*rounds))
    print(f"OpenCL call, {name:13} {how:14} {plain:6.0f} ns plain, {ours:6.0f} ns watched, "
          f"{ours - plain:+5.0f} ns, {ours / plain:.2f}x", flush=True)


for name, n in {**CALLS, **PIPELINES}.items():
    rounds = [[nanoseconds(name, n, watched) for watched in (False, True)]
              for _ in range(ROUNDS)]
    if name in CALLS:
        say(name, "", rounds, 0)
    else:
        say(name, "processor time", rounds, 1)
        say(name, "by the clock", rounds, 2)
