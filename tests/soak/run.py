#!/usr/bin/python3
"""run: a pipeline that runs for long under the library: its memory stays flat, its rounds cost the
same at the end as at the beginning, and nothing is found.

run.py BUILD SECONDS
SPDX-License-Identifier: Apache-2.0
"""

import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
BUILD = pathlib.Path(sys.argv[1]).resolve()
SECONDS = int(sys.argv[2])
PYTHON = BUILD / "venv/bin/python3"
# Of the libraries' own caches and of noise: MiB, and times the cost. The first part warms up; a
# short run on a busy machine has few rounds, and is about memory and findings.
MORE_MIB, MORE_COST = 24, 1.25 if SECONDS >= 300 else 4


def rounds(report):
    """Each second's (rounds so far, microseconds of a processor a round, MiB)."""
    done = subprocess.run(
        [PYTHON, HERE / "pipeline.py", str(SECONDS)], stdin=subprocess.DEVNULL,
        capture_output=True, text=True, check=False, timeout=2 * SECONDS + 120,
        env={"PATH": os.environ["PATH"], "LANG": "C.UTF-8", "POLARS_MAX_THREADS": "2",
             "LD_PRELOAD": str(BUILD / "libarrowdev_check.so"),
             "ARROWDEV_CHECK_OPTIONS": f"format=json:log_path={report}"},
    )
    if done.returncode != 0:
        sys.exit(f"FAIL soak: ended with {done.returncode}: {done.stderr[-2000:]}\n"
                 "soak: 0 passed, 1 failed, 0 skipped")
    return [tuple(map(float, line.split())) for line in done.stdout.splitlines()]


def complaints(seconds, report):
    """A fifth of the time against the last one; what was found."""
    part = max(1, len(seconds) // 5)
    early, late = seconds[part : 2 * part], seconds[-part:]
    costs = [min(cost for _, cost, _ in some) for some in (early, late)]
    sizes = [statistics.median(size for _, _, size in some) for some in (early, late)]
    print(f"fact: {int(seconds[-1][0])} rounds in {SECONDS} s, {costs[0]:.0f} us a round at first "
          f"and {costs[1]:.0f} at last, {sizes[0]:.0f} MiB and {sizes[1]:.0f}; "
          f"{report['activity']['structs_seen']} structures")
    if costs[1] > costs[0] * MORE_COST:
        yield f"a round costs {costs[1] / costs[0]:.2f} times as much at the end"
    if sizes[1] > sizes[0] + MORE_MIB:
        yield f"{sizes[1] - sizes[0]:.0f} MiB more at the end"
    for finding in report["findings"]:
        if finding["severity"] != "note":
            yield f"{finding['message']} [{finding['check']}]"
    if report["activity"]["structs_seen"] < seconds[-1][0]:
        yield "hardly a structure was seen"
    if report["activity"]["events_dropped"]:
        yield f"{report['activity']['events_dropped']} events dropped"


def main():
    with tempfile.TemporaryDirectory(prefix="arrowdev-soak-") as folder:
        path = pathlib.Path(folder, "report.json")
        seconds = rounds(path)
        wrong = list(complaints(seconds, json.loads(path.read_text())))
    for one in wrong:
        print(f"FAIL soak: {one}")
    print(f"soak: {0 if wrong else 1} passed, {1 if wrong else 0} failed, 0 skipped")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
