#!/usr/bin/env python3
"""isolated: what copies for consumers cost, beside an ASan twin and memcheck.

isolated.py BUILD PYTHON: expects BUILD/bench/{loop,loop-asan}. Microseconds of a processor for a
batch made, summed and released, the least of three runs; what 200 slices of one table copy.
SPDX-License-Identifier: Apache-2.0
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile

BUILD, PYTHON = sys.argv[1:3]
LIBRARY = os.path.abspath(f"{BUILD}/libarrowdev_check.so")
# Rows: iterations of the quick ones, and of memcheck.
SIZES = {16: (20_000, 2_000), 4096: (6_000, 100), 65536: (400, 10), 1_000_000: (40, 2)}
SLICES = """
import pyarrow as pa
table = pa.table({"n": range(400_000), "w": ["word %d" % i for i in range(400_000)]})
batch = table.combine_chunks().to_batches()[0]
parts = [batch.slice(i * 2000, 2000) for i in range(200)]
reader = pa.RecordBatchReader.from_batches(batch.schema, parts)
held = list(pa.RecordBatchReader.from_stream(reader))
print(batch.nbytes)
"""


def environment(mode):
    """The shim with these copies; None: without it."""
    if mode is None:
        return dict(os.environ)
    options = f"isolate={mode}:quiet=1:log_path=/dev/null"
    return {**os.environ, "LD_PRELOAD": LIBRARY, "ARROWDEV_CHECK_OPTIONS": options}


def seconds(command, mode=None):
    """The processors' time of one run, which other work does not touch."""
    before = os.times()
    subprocess.run(command, env=environment(mode), capture_output=True, check=True)
    after = os.times()
    used = after.children_user + after.children_system
    return used - before.children_user - before.children_system


def each(command, rows, iterations, mode=None, runs=3):
    """Microseconds of a batch, less the start of the program."""
    start = min(seconds([*command, str(rows), "0", "typed"], mode) for _ in range(runs))
    whole = min(
        seconds([*command, str(rows), str(iterations), "typed"], mode) for _ in range(runs)
    )
    return (whole - start) / iterations * 1e6


def bench_loop():
    """One line a size."""
    loop, twin = f"{BUILD}/bench/loop", f"{BUILD}/bench/loop-asan"
    memcheck = shutil.which("valgrind")
    if not memcheck:
        print("bench: valgrind is not installed, its column is missing (apt: valgrind)")
    print(f"{'rows':>9} {'plain us':>9} {'isolate':>9} {'guard':>9} {'ASan':>9} {'memcheck':>9}")
    for rows, (many, few) in SIZES.items():
        times = [
            each([loop], rows, many),
            each([loop], rows, many, "1"),
            each([loop], rows, many, "guard"),
            each([twin], rows, many),
        ]
        if memcheck:
            times.append(each([memcheck, "-q", loop], rows, few, runs=1))
        print(f"{rows:9,}" + "".join(f" {took:9.1f}" for took in times), flush=True)


def bench_slices():
    """Bytes copied for two hundred slices of one table."""
    with tempfile.TemporaryDirectory(prefix="arrowdev-bench-") as folder:
        extra = environment("1")
        extra["ARROWDEV_CHECK_OPTIONS"] = f"isolate=1:format=json:log_path={folder}/report.json"
        done = subprocess.run(
            [PYTHON, "-c", SLICES], env=extra, capture_output=True, text=True, check=True
        )
        with open(f"{folder}/report.json", encoding="utf-8") as file:
            isolated = json.load(file)["activity"]["isolated"]
    print(f"200 slices of a table of {int(done.stdout) / 1e6:.1f} MB: {isolated['arrays']} arrays, "
          f"{isolated['bytes'] / 1e6:.1f} MB copied")


bench_loop()
bench_slices()
