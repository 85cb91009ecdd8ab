#!/usr/bin/python3
"""run: faults on host memory in programs on released packages are found where they happen.

Each program says in comments at its beginning with which options, and what must come of it:

    # options: isolate=1
    # expect: SLUG SEVERITY BLAME MODULE [at MARK] [before MARK]

    # copied: at most N MB
    # live: N MB      what it holds at most; copies take as much again, and 64 MB

MODULE may have a *. The stack of the fault, and that of what came before it, must have the line of
the program that ends in "<- MARK". It prints the same plain and watched, and has no other finding.
"""

# SPDX-License-Identifier: Apache-2.0

import collections
import fnmatch
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
TOP = HERE.parent.parent
PYTHON = TOP / "build/venv/bin/python3"
TIMEOUT_S = 300
SPARE_MB = 64
EXPECT = re.compile(r"^# expect: (\S+) (\S+) (\S+) (\S+)(?: at (\S+))?(?: before (\S+))?$", re.M)


Run = collections.namedtuple("Run", "status stdout stderr peak_mb")


def execute(script, extra):
    """The program's status and output, and how much memory it had at most."""
    environment = {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "POLARS_MAX_THREADS": "2", **extra}
    command = ["timeout", "-v", str(TIMEOUT_S), PYTHON, script]
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as err:
        child = subprocess.Popen(command, env=environment, stdout=out, stderr=err)
        used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(used[1])
        out.seek(0)
        err.seek(0)
        return Run(child.returncode, out.read(), err.read(), used[2].ru_maxrss / 1024)


def judge_cost(text, report, plain, watched):
    """More was copied than the program allows, or more memory taken."""
    copied = re.search(r"^# copied: at most (\d+) MB", text, re.M)
    live = re.search(r"^# live: (\d+) MB", text, re.M)
    took = report["activity"]["isolated"]["bytes"] / 1e6
    more = watched.peak_mb - plain.peak_mb
    if copied and took > int(copied[1]):
        yield f"{took:.1f} MB copied, not {copied[1]}"
    if live and more > int(live[1]) + SPARE_MB:
        yield f"{more:.1f} MB more memory, for {live[1]} MB held"


def line_of(script, mark):
    """The number of the line with a mark; None for none."""
    lines = script.read_text().splitlines()
    return next(i for i, line in enumerate(lines, 1) if line.endswith(f"<- {mark}"))


def has_line(report, stack, script, mark):
    """One of the stack's frames is that line."""
    if mark is None:
        return True
    frames = next((one["frames"] for one in report["stacks"] if one["id"] == stack), [])
    return any(
        frame["file"]
        and frame["file"].endswith(script.name)
        and frame["line"] == line_of(script, mark)
        for frame in frames
    )


def fits(finding, report, script, expected):
    """The finding is the expected one, with its places."""
    slug, severity, blame, module, at, before = expected
    return (
        (finding["check"], finding["severity"], finding["blame"]) == (slug, severity, blame)
        and fnmatch.fnmatch(finding["who"] or "", module)
        and has_line(report, finding["where"]["now"], script, at)
        and has_line(report, finding["where"]["before"], script, before)
    )


def judge(script, library):
    """What is wrong with one program's runs."""
    text = script.read_text()
    options = re.search(r"^# options: (.*)$", text, re.M)[1]
    expected = [match.groups() for match in EXPECT.finditer(text)]
    plain = execute(script, {})
    with tempfile.TemporaryDirectory(prefix="arrowdev-isolated-") as folder:
        # On a busy machine a callback may well wait for its turn.
        settings = f"{options}:callback_timeout_ms=300000:format=json:log_path={folder}/report.json"
        watched = execute(script, {"LD_PRELOAD": library, "ARROWDEV_CHECK_OPTIONS": settings})
        report = json.loads((pathlib.Path(folder) / "report.json").read_text())
    problems = [] if plain.stdout == watched.stdout else [
        f"prints {watched.stdout!r}, not {plain.stdout!r}"
    ]
    if plain.status != 0:
        problems.append(f"status {plain.status} plain: {plain.stderr[-800:]}")
    findings = [finding for finding in report["findings"] if finding["severity"] != "note"]
    problems += [
        f"{' '.join(map(str, one))} not found"
        for one in expected
        if not any(fits(finding, report, script, one) for finding in findings)
    ]
    slugs = {one[0] for one in expected}
    problems += [finding["message"] for finding in findings if finding["check"] not in slugs]
    if not report["activity"].get("isolated", {}).get("arrays"):
        return [*problems, "no array was isolated"]
    return [*problems, *judge_cost(text, report, plain, watched)]


def main():
    library = str(TOP / "build/libarrowdev_check.so")
    scripts = sorted(set(HERE.glob("*.py")) - {HERE / "run.py"})
    failed = 0
    for script in scripts:
        problems = judge(script, library)
        failed += bool(problems)
        for problem in problems:
            print(f"FAIL isolated/{script.stem}: {problem}")
    print(f"isolated: {len(scripts) - failed} passed, {failed} failed, 0 skipped")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
