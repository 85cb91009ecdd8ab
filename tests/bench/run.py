#!/usr/bin/env python3
"""run: what the shim costs beside its peers: the loop's time, memory, the start of Python.

run.py BUILD PYTHON [ROUNDS]: expects BUILD/bench/{loop,loop-asan,loop-lsan,hold}. Each round runs
plain and all others one after the other; the figure is the median of the rounds' ratios.
SPDX-License-Identifier: Apache-2.0
"""
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

BUILD, PYTHON = sys.argv[1:3]
ROUNDS = int(sys.argv[3]) if len(sys.argv) > 3 else 5
SHIM = {"LD_PRELOAD": os.path.abspath(f"{BUILD}/libarrowdev_check.so")}
# Rows: iterations, for about a third of a second of plain time.
SIZES = {16: 1_500_000, 4096: 10_000, 65536: 500}
# A batch of the loop is a struct and its four columns.
OBJECTS = 5
PACKAGES = ("pyarrow polars duckdb nanoarrow arro3.core datafusion adbc_driver_manager "
            "adbc_driver_sqlite pandas pyogrio deltalake lance").split()


def variants(folder):
    """Name, command, environment of each way to run the loop."""
    loop = f"{BUILD}/bench/loop"
    yield "plain", [loop], {}
    yield "arrowdev_check", [loop], SHIM
    yield "ASan", [f"{BUILD}/bench/loop-asan"], {}
    yield "LSan", [f"{BUILD}/bench/loop-lsan"], {}
    if shutil.which("heaptrack"):
        yield "heaptrack", ["heaptrack", "-o", f"{folder}/heap", loop], {}
    else:
        print("bench: heaptrack is not installed, its column is missing (apt: heaptrack)")


def run(command, extra):
    """Seconds of wall time, seconds of the processors, output."""
    began, before = time.perf_counter(), os.times()
    done = subprocess.run(command, env={**os.environ, **extra}, capture_output=True, text=True,
                          check=False)
    if done.returncode != 0:
        sys.exit(f"bench: {command} ended with {done.returncode}: {done.stderr[-400:]}")
    took, after = time.perf_counter() - began, os.times()
    used = after.children_user + after.children_system - before.children_user
    return took, used - before.children_system, done.stdout


def compare(ways, arguments):
    """The median of plain's seconds; for each way the medians of wall and processor ratios."""
    walls, cpus, plains = {}, {}, []
    for _ in range(ROUNDS):
        for i, (name, command, extra) in enumerate(ways):
            wall, cpu, _ = run(command + arguments, extra)
            if i == 0:
                plain = wall, cpu
                plains.append(wall)
            walls.setdefault(name, []).append(wall / plain[0])
            cpus.setdefault(name, []).append(cpu / plain[1])
    medians = {name: (statistics.median(walls[name]), statistics.median(cpus[name]))
               for name in walls}
    return statistics.median(plains), medians


def bench_loop():
    """Time of the loop by rows, as wall time over plain (and processor time over plain)."""
    with tempfile.TemporaryDirectory(prefix="arrowdev-bench-") as folder:
        ways = list(variants(folder))
        names = [name for name, _, _ in ways[1:]]
        print(f"{'rows':>6} {'plain us':>9}  " + "  ".join(f"{name:>16}" for name in names))
        for rows, iterations in SIZES.items():
            plain, ratios = compare(ways, [str(rows), str(iterations)])
            cells = "  ".join("{:6.2f}x ({:5.2f}x)".format(*ratios[name]) for name in names)
            print(f"{rows:6} {plain / iterations * 1e6:9.2f}  {cells}", flush=True)


def resident(batches, rounds, extra):
    """KiB that a process has while it holds so many batches for the last time."""
    return int(run([f"{BUILD}/bench/hold", str(batches), str(rounds)], extra)[2])


def bench_memory():
    """What is added to a process: by a live object, and by a million batches made and released."""
    few, many = 2_000, 12_000
    more = [resident(many, 1, extra) - resident(few, 1, extra) for extra in ({}, SHIM)]
    each = (more[1] - more[0]) * 1024 / (many - few) / OBJECTS
    print(f"memory of a live object: {each:.0f} bytes")
    for rounds in (100_000, 1_000_000):
        added = resident(1, rounds, SHIM) - resident(1, rounds, {})
        print(f"memory added to a loop of {rounds:,} batches: {added / 1024:.1f} MiB", flush=True)


def bench_start():
    """Python that imports the packages; time of the processors is told more exactly than wall."""
    ways = [("plain", [PYTHON], {}), ("arrowdev_check", [PYTHON], SHIM)]
    probe = "import importlib.util as u, sys; print(*[p for p in sys.argv[1:] if u.find_spec(p)])"
    there = run([PYTHON, "-c", probe, *PACKAGES], {})[2].split()
    missing = sorted(set(PACKAGES) - set(there))
    if missing:
        print("bench: not installed, so not imported:", *missing)
    plain, ratios = compare(ways, ["-c", "import " + ", ".join(there)])
    wall, cpu = ratios["arrowdev_check"]
    print(f"start of Python with {len(there)} libraries: {plain:.2f} s plain, "
          f"{wall:.3f}x ({cpu:.3f}x)", flush=True)


bench_loop()
bench_memory()
bench_start()
