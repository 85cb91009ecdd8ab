#!/usr/bin/env python3
"""opencl: what a call of OpenCL costs more under the library, on PoCL.

opencl.py BUILD    the last rows are whole pipelines of kernels over 64 KiB: by the clock, and by
                   the processor time of all threads, which other load of the machine changes less

How much of it is ours the loader tells that does nothing (loader.c); what PoCL makes of a call that
is late by as much, as its workers fall asleep more often, a library does that does nothing but
wait so long (delay.c).
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
LAUNCHES = {*CALLS, *PIPELINES} - {"argument", "event"}


SHIM = {"LD_PRELOAD": f"{BUILD}/libarrowdev_check.so",
        "ARROWDEV_CHECK_OPTIONS": "quiet=1:exitcode=0"}
LOADER = {"LD_LIBRARY_PATH": f"{BUILD}/bench/loader"}


def nanoseconds(what, calls, **extra):
    """A call: of its thread's processor time, of the process's, by the clock."""
    done = subprocess.run([f"{BUILD}/bench/opencl", what, str(calls)], capture_output=True,
                          text=True, check=True, env={**os.environ, **extra})
    return [float(line) for line in done.stdout.split()]


def own_part(what):
    """Of this, what we take ourselves."""
    return min(nanoseconds(what, 300_000, **LOADER, **SHIM)[0] -
               nanoseconds(what, 300_000, **LOADER)[0] for _ in range(ROUNDS))


def ways_to_run(own):
    """Plain, watched, and as late as that without us."""
    return ({}, SHIM, {"LD_PRELOAD": f"{BUILD}/bench/delay.so", "DELAY_NS": f"{own:.0f}"})


def say(name, how, rounds, clock, own):
    plain, ours, late = (statistics.median(times[clock] for times in column)
                         for column in zip(*rounds))
    print(f"OpenCL call, {name:13} {how:14} {plain:6.0f} ns plain, {ours:6.0f} ns watched, "
          f"{ours - plain:+5.0f} ns, {ours / plain:.2f}x; {own:3.0f} ns are ours"
          + (f", as late without us {late / plain:.2f}x" if name in LAUNCHES else ""), flush=True)


for name, n in {**CALLS, **PIPELINES}.items():
    own = own_part(name)
    ways = ways_to_run(own)
    rounds = [[nanoseconds(name, n, **way) for way in ways] for _ in range(ROUNDS)]
    if name in CALLS:
        say(name, "", rounds, 0, own)
    else:
        say(name, "processor time", rounds, 1, own)
        say(name, "by the clock", rounds, 2, own)
