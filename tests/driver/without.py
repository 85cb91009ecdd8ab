#!/usr/bin/python3
"""without: a library that was built without cuda.h: it has nothing of CUDA in it, says so of a
program that uses it, and watches all the rest.

without.py BUILD    BUILD/without holds that library, BUILD/driver a program on the software driver
"""

# SPDX-License-Identifier: Apache-2.0

import json
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
SCENARIO = HERE.parent / "order/order.scenario"
OPTIONS = "format=json:exitcode=0:leaks=0"
TITLE = "scenario 2 no_wait"  # read-before-event, where calls are watched


def run(build, library):
    """The first line, and the report, of a scenario."""
    lines = SCENARIO.read_text().splitlines()
    with tempfile.TemporaryDirectory(prefix="arrowdev-without-") as folder:
        done = subprocess.run(
            [build / "driver/play", "direct", SCENARIO, str(lines.index(TITLE) + 1)],
            cwd=folder,
            env={"LD_PRELOAD": str(library), "ARROWDEV_CHECK_OPTIONS": OPTIONS},
            capture_output=True,
            text=True,
            timeout=300,
        )
        reports = [json.loads(path.read_text()) for path in pathlib.Path(folder).glob("arrowdev.*")]
        if done.returncode != 0 or len(reports) != 1:
            sys.exit(f"without: ends with {done.returncode}: {done.stderr}")
        return done.stderr.splitlines()[0], reports[0]


def has_hook(library):
    """A row of CUDA was built in."""
    done = subprocess.run(["nm", library], capture_output=True, text=True, check=True)
    return "hook_cuMemFree_v2" in done.stdout


def checks(build):
    """(what is tried, it is so)"""
    whole, library = (build / each / "libarrowdev_check.so" for each in (".", "without"))
    hooks = [has_hook(each) for each in (whole, library)]
    yield "nothing of CUDA is in it", hooks == [True, False]
    first, report = run(build, whole)
    yield "the whole library finds it", [f["check"] for f in report["findings"]] == [
        "read-before-event"]
    first, report = run(build, library)
    yield "the first line says so", "CUDA not watched" in first
    yield "the limits say so", "CUDA is not watched" in report["activity"]["limits"]
    yield "no device finding", not report["findings"]
    yield "structures are seen", report["activity"]["structs_seen"] == 2


def main():
    """Try, add up."""
    passed = failed = 0
    for what, is_so in checks(pathlib.Path(sys.argv[1]).resolve()):
        passed += is_so
        failed += not is_so
        if not is_so:
            print(f"not ok without: {what}")
    print(f"without: {passed} passed, {failed} failed, 0 skipped")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
