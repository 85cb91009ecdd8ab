#!/usr/bin/env python3
"""run: wall time of the loop under the shim and its peers over plain, paired round by round.

run.py BUILD [ROUNDS]: expects BUILD/bench/{loop,loop-asan,loop-lsan}; heaptrack is used where it
is installed.
SPDX-License-Identifier: Apache-2.0
"""
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

BUILD = sys.argv[1]
ROUNDS = int(sys.argv[2]) if len(sys.argv) > 2 else 7
# Rows: iterations, for about half a second of plain time.
SIZES = {16: 200_000, 4096: 8_000, 65536: 500}


def variants():
    loop = f"{BUILD}/bench/loop"
    shim = {"LD_PRELOAD": os.path.abspath(f"{BUILD}/libarrowdev_check.so")}
    yield "plain", [loop], {}
    yield "arrowdev_check", [loop], shim
    yield "ASan", [f"{BUILD}/bench/loop-asan"], {}
    yield "LSan", [f"{BUILD}/bench/loop-lsan"], {}
    if shutil.which("heaptrack"):
        yield "heaptrack", ["heaptrack", "-o", tempfile.mktemp(), loop], {}


def wall(command, rows, extra):
    began = time.perf_counter()
    done = subprocess.run(
        command + [str(rows), str(SIZES[rows])],
        env={**os.environ, **extra},
        capture_output=True,
        text=True,
    )
    if done.returncode != 0:
        sys.exit(f"bench: {command} ended with {done.returncode}: {done.stderr[-400:]}")
    return time.perf_counter() - began


def main():
    names = [name for name, _, _ in variants()]
    print(f"{'rows':>8} {'plain s':>8}  " + "  ".join(f"{name:>14}" for name in names[1:]))
    for rows in SIZES:
        ratios = {name: [] for name in names}
        base = []
        for _ in range(ROUNDS):
            plain = None
            for name, command, extra in variants():
                took = wall(command, rows, extra)
                plain = plain or took
                ratios[name].append(took / plain)
            base.append(plain)
        cells = "  ".join(f"{statistics.median(ratios[name]):13.2f}x" for name in names[1:])
        print(f"{rows:8} {statistics.median(base):8.3f}  {cells}")


main()
