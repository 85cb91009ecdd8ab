#!/usr/bin/python3
"""count: measures counts.tsv, how many structures cross in each program, by gdb and without us.

What counts as one structure is said in count_gdb.py. Only the program's own first process is
counted, and it runs under the static Python, which has PyCapsule_GetPointer in itself.
"""

# SPDX-License-Identifier: Apache-2.0

import argparse
import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import run

COUNTS = run.HERE / "counts.tsv"
# Threads race with forks or with each other here: how much crosses differs from run to run.
UNCOUNTABLE = {"fork_load"}
HEADER = """\
# Structures that cross in the first process of each program, as count.py measures them by gdb and
# without our library: make check-counts compares, tests/apps/count.py --update writes.
# Roots only; a child or dictionary never counts.
# script\tschemas\tarrays\tstreams
"""


def measure(name):
    """Run one program under gdb: what count_gdb.py found, or the text that says why nothing."""
    with tempfile.TemporaryDirectory(prefix="arrowdev-count-") as scratch:
        result = pathlib.Path(scratch, "result.json")
        gdb = ["gdb", "-nx", "-batch", "-x", run.HERE / "count_gdb.py", "--args"]
        command = gdb + [run.TOP / "build/venv/bin/python3", run.HERE / f"{name}.py"]
        done = subprocess.run(
            command,
            cwd=scratch,
            env={**run.ENVIRONMENT, "HOME": scratch, "COUNT_RESULT": result},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        if not result.exists():
            return done.stdout[-2000:]
        return json.loads(result.read_text())


def describe(found):
    """What else was seen: roots of known producers that never crossed, or were never released."""
    inside = ", ".join(
        f"{number} in {os.path.basename(module).partition('.')[0]}"
        for module, number in sorted(found["unseen"].items())
    )
    return (f"; never crossed: {inside}" if inside else "") + (
        f"; never released: {found['unreleased']}" if found["unreleased"] else ""
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("scripts", nargs="*", help="names of programs, without .py (default: all)")
    parser.add_argument("--update", action="store_true", help="write counts.tsv anew")
    options = parser.parse_args()
    names = options.scripts or sorted(set(run.program_names()) - UNCOUNTABLE)
    known, failed = run.load_counts(), 0
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for name, found in zip(names, pool.map(measure, names)):
            if isinstance(found, str):
                failed += 1
                print(f"FAIL counts/{name}: gdb gave no result\n{found}", flush=True)
                continue
            counted = tuple(found.get(kind, 0) for kind in run.KINDS)
            same = options.update or known.get(name) == counted
            failed += not same
            known[name] = counted
            print(
                f"{'ok  ' if same else 'FAIL'} counts/{name} {counted}{describe(found)}", flush=True
            )
    if options.update:
        rows = ["\t".join(map(str, (name, *counted))) for name, counted in sorted(known.items())]
        COUNTS.write_text(HEADER + "\n".join(rows) + "\n")
    print(f"counts: {len(names) - failed} passed, {failed} failed, 0 skipped")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
