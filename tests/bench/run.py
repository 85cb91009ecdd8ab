#!/usr/bin/env python3
"""run: what the shim costs beside its peers: time of a loop, threads, memory, starts and ends.

run.py BUILD PYTHON [ROUNDS]: expects BUILD/bench/{loop,loop-asan,loop-lsan,loop-tsan,hold,live}.
Each round runs plain and all others one after the other; the figure is the median of the rounds'
ratios. Says each row as it is known and writes all, with the machine and the versions, to
BUILD/bench/results.md.
SPDX-License-Identifier: Apache-2.0
"""
import os
import pathlib
import platform
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

BUILD, PYTHON = sys.argv[1:3]
ROUNDS = int(sys.argv[3]) if len(sys.argv) > 3 else 5
RESULTS = pathlib.Path(BUILD) / "bench/results.md"
SHIM = {"LD_PRELOAD": os.path.abspath(f"{BUILD}/libarrowdev_check.so")}
# A million objects have no room in the default budget.
QUIET = {**SHIM, "ARROWDEV_CHECK_OPTIONS": "quiet=1:exitcode=0:memory_budget_mb=512"}
# Rows: iterations, for about a third of a second of plain time; what the shim may cost at most.
SIZES = {16: (1_500_000, "2.00x"), 4096: (10_000, "1.10x"), 65536: (500, "1.02x")}
# Of those iterations for a way that is so much slower.
SHARES = {"memcheck": 50, "TSan": 5}
# A batch of the loop is a struct and its four columns.
OBJECTS = 5
PACKAGES = ("pyarrow polars duckdb nanoarrow arro3.core datafusion adbc_driver_manager "
            "adbc_driver_sqlite pandas pyogrio deltalake lance").split()
rows = []


def say(what, plain, figure, goal="-", **peers):
    """A row, told at once: without us, with us, what it should be at most, what others come to."""
    beside = ", ".join(f"{name} {value}" for name, value in peers.items()) or "-"
    rows.append((what, plain, figure, goal, beside))
    print(f"{what:44} {plain:>12} {figure:>18}  ({goal})  {beside}", flush=True)


def variants(folder):
    """Name, command, environment of each way to run the loop."""
    loop = f"{BUILD}/bench/loop"
    yield "plain", [loop], {}
    yield "arrowdev_check", [loop], SHIM
    yield "arrowdev-check run", [f"{BUILD}/arrowdev-check", "run", "--", loop], {}
    for name in ("ASan", "LSan", "TSan"):
        yield name, [f"{loop}-{name.lower()}"], {}
    for name, command in (("heaptrack", ["heaptrack", "-o", f"{folder}/heap", loop]),
                          ("memcheck", ["valgrind", "-q", loop])):
        if shutil.which(command[0]):
            yield name, command, {}
        else:
            print(f"bench: {command[0]} is not installed, {name} is missing (apt: {command[0]})")


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


def loop_once(way, n_rows, iterations):
    """Wall and processor seconds of an iteration beyond the first tenth: starts have their row."""
    name, command, extra = way
    share = SHARES.get(name, 1)
    few = max(iterations // share, 1)
    first = few // 10
    wall, cpu, _ = run([*command, str(n_rows), str(few)], extra)
    start = run([*command, str(n_rows), str(first)], extra)
    return (wall - start[0]) / (few - first), (cpu - start[1]) / (few - first)


def bench_loop():
    """Time of the loop by rows, as wall time over plain (and processor time over plain)."""
    with tempfile.TemporaryDirectory(prefix="arrowdev-bench-") as folder:
        ways = list(variants(folder))
        for n_rows, (iterations, goal) in SIZES.items():
            rounds = [[loop_once(way, n_rows, iterations) for way in ways] for _ in range(ROUNDS)]
            cells = {}
            for i, (name, _, _) in enumerate(ways):
                wall, cpu = (statistics.median(each[i][k] / each[0][k] for each in rounds)
                             for k in (0, 1))
                cells[name] = f"{wall:.2f}x ({cpu:.2f}x)"
            plain = statistics.median(each[0][0] for each in rounds)
            del cells["plain"]
            say(f"loop, {n_rows} rows", f"{plain * 1e6:.2f} us", cells.pop("arrowdev_check"), goal,
                **cells)


def bench_typed():
    """The same with a schema for each batch, which takes the long way: by the processor."""
    loop, few, many = f"{BUILD}/bench/loop", 2_000, 102_000
    used = [[(run([loop, "16", str(many), "typed"], extra)[1] -
              run([loop, "16", str(few), "typed"], extra)[1]) / (many - few) * 1e6
             for extra in ({}, SHIM)] for _ in range(ROUNDS)]
    plain, ours = map(statistics.median, zip(*used))
    say("a batch and its schema, 10 structs", f"{plain:.2f} us", f"{ours:.1f} us")


def live(batches, window, rounds, threads, extra, *held):
    """Nanoseconds of a round by the clock and of a processor; when main ended."""
    words = (str(word) for word in (batches, window, rounds, threads, *held))
    wall, cpu, ended = run([f"{BUILD}/bench/live", *words], extra)[2].split()
    return float(wall), float(cpu), int(ended)


def bench_threads():
    """How much more two threads do than one."""
    gains = {}
    for _ in range(ROUNDS):
        for name, extra in (("plain", {}), ("shim", QUIET)):
            one, two = (live(1, 1, 500_000, n, extra) for n in (1, 2))
            gains.setdefault(name, []).append((2 * one[0] / two[0], 2 * one[1] / two[1]))
    cells = {name: "{:.2f}x ({:.2f}x)".format(*map(statistics.median, zip(*pairs)))
             for name, pairs in gains.items()}
    say("two threads over one (by processor time)", cells["plain"], cells["shim"],
        "1.80x at least")


def bench_live():
    """What a round of ours costs with many alive, over what it costs with few."""
    for what, windows in (("a batch beside", (1, 1)), ("the oldest of", (200, 200_000))):
        costs = []
        for batches, window in zip((200, 200_000), windows):
            times = [[live(batches, window, 400_000, 1, extra)[1] for extra in ({}, QUIET)]
                     for _ in range(ROUNDS)]
            costs.append([min(column) for column in zip(*times)])
        (few, few_ours), (many, many_ours) = costs
        ratio = (many_ours - many) / (few_ours - few)
        say(f"{what} 1e6 live objects over 1e3", f"{many / few:.2f}x", f"{ratio:.2f}x", "1.30x",
            shim_adds=f"{few_ours - few:.0f} and {many_ours - many:.0f} ns")


def bench_end():
    """From the end of main until the process is gone, with a million objects alive; the processor's
    time is that of the whole run."""
    cells = []
    for extra in ({}, QUIET):
        before = os.times()
        ended = live(200_000, 1, 0, 1, extra, "held")[2]
        took, after = time.monotonic() - ended / 1e9, os.times()
        used = after.children_user + after.children_system
        used -= before.children_user + before.children_system
        cells.append(f"{took:.2f} s ({used:.2f} s)")
    say("end with 1e6 live objects", *cells, "3 s")


def resident(batches, rounds, extra):
    """KiB that a process has while it holds so many batches for the last time."""
    return int(run([f"{BUILD}/bench/hold", str(batches), str(rounds)], extra)[2])


def bench_memory():
    """What is added to a process: by a live object, and by a million batches made and released."""
    few, many = 2_000, 12_000
    more = [resident(many, 1, extra) - resident(few, 1, extra) for extra in ({}, SHIM)]
    each = (more[1] - more[0]) * 1024 / (many - few) / OBJECTS
    say("memory of a live object", "-", f"{each:.0f} bytes", "256 bytes")
    for rounds in (100_000, 1_000_000):
        added = resident(1, rounds, SHIM) - resident(1, rounds, {})
        say(f"memory added to a loop of {rounds:,} batches", "-", f"{added / 1024:.1f} MiB",
            "64 MiB")


def bench_passive(runs=100):
    """The start and end of a process that has no structures."""
    times = [[run(["/bin/true"], extra)[0] * 1e3 for extra in ({}, SHIM)] for _ in range(runs)]
    plain = statistics.median(each[0] for each in times)
    more = statistics.median(each[1] - each[0] for each in times)
    say("a process without structures", f"{plain:.2f} ms", f"{more:+.2f} ms", "+2 ms")


def bench_start():
    """Python that imports the packages; time of the processors is told more exactly than wall."""
    probe = "import importlib.util as u, sys; print(*[p for p in sys.argv[1:] if u.find_spec(p)])"
    there = run([PYTHON, "-c", probe, *PACKAGES], {})[2].split()
    missing = sorted(set(PACKAGES) - set(there))
    if missing:
        print("bench: not installed, so not imported:", *missing)
    command = [PYTHON, "-c", "import " + ", ".join(there)]
    times = [[run(command, extra)[:2] for extra in ({}, SHIM)] for _ in range(ROUNDS)]
    wall, cpu = (statistics.median(ours[k] / plain[k] for plain, ours in times) for k in (0, 1))
    plain = statistics.median(each[0][0] for each in times)
    say(f"start of Python with {len(there)} libraries", f"{plain:.2f} s",
        f"{wall:.3f}x ({cpu:.3f}x)", "1.03x")


def version(*command):
    """The first number with a point in what a program says of itself."""
    if not shutil.which(command[0]):
        return f"no {command[0]}"
    said = subprocess.run(command, capture_output=True, text=True, check=False)
    found = re.search(r"\d+\.\d[\d.]*", said.stdout + said.stderr)
    return f"{command[0]} {found.group() if found else '?'}"


def write_results(load):
    """All rows as a table."""
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        model = re.search(r"model name\s*: (.*)", file.read())
    versions = [f"Linux {platform.release()}", " ".join(platform.libc_ver()),
                f"Python {platform.python_version()}", version("gcc", "--version"),
                version("valgrind", "--version"), version("heaptrack", "--version")]
    lines = [
        "# The last results of the bench", "",
        "Written by `make bench`. Figures are wall time over that of the plain run, in brackets",
        "processor time; the median of rounds that run all ways one after the other.", "",
        f"On {os.cpu_count()} processors ({model.group(1) if model else platform.machine()}),",
        f"load {load[0]:.1f} before and {os.getloadavg()[0]:.1f} after: where that is more than "
        "there are processors",
        "wall time says little.", "",
        f"{', '.join(versions)}.", "",
        "| what | plain | arrowdev_check | goal | beside |", "|---|---|---|---|---|",
        *(f"| {' | '.join(row)} |" for row in rows)]
    RESULTS.write_text("\n".join(lines) + "\n", encoding="utf-8")


def main():
    """All of it; a few minutes."""
    load = os.getloadavg()
    for bench in (bench_loop, bench_typed, bench_threads, bench_live, bench_end, bench_memory,
                  bench_passive, bench_start):
        bench()
    write_results(load)


main()
