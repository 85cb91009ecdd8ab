#!/usr/bin/python3
"""run: faults on host memory in programs on released packages are found where they happen.

Each program says in comments at its beginning with which options, and what must come of it:

    # options: isolate=1
    # expect: SLUG SEVERITY BLAME MODULE [at MARK] [before MARK]

MODULE may have a *. The stack of the fault, and that of what came before it, must have the line of
the program that ends in "<- MARK". It prints the same plain and watched, and has no other finding.
"""

# SPDX-License-Identifier: Apache-2.0

import fnmatch
import json
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
TOP = HERE.parent.parent
PYTHON = TOP / "build/venv/bin/python3"
EXPECT = re.compile(r"^# expect: (\S+) (\S+) (\S+) (\S+)(?: at (\S+))?(?: before (\S+))?$", re.M)


def execute(script, extra):
    """The program's status and output."""
    environment = {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "POLARS_MAX_THREADS": "2", **extra}
    child = subprocess.run(
        [PYTHON, script], env=environment, capture_output=True, text=True, timeout=120, check=False
    )
    return child.returncode, child.stdout, child.stderr


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
        settings = f"{options}:format=json:log_path={folder}/report.json"
        watched = execute(script, {"LD_PRELOAD": library, "ARROWDEV_CHECK_OPTIONS": settings})
        report = json.loads((pathlib.Path(folder) / "report.json").read_text())
    problems = [] if plain[1] == watched[1] else [f"prints {watched[1]!r}, not {plain[1]!r}"]
    if plain[0] != 0:
        problems.append(f"status {plain[0]} plain: {plain[2][-800:]}")
    findings = [finding for finding in report["findings"] if finding["severity"] != "note"]
    problems += [
        f"{' '.join(map(str, one))} not found"
        for one in expected
        if not any(fits(finding, report, script, one) for finding in findings)
    ]
    slugs = {one[0] for one in expected}
    problems += [finding["message"] for finding in findings if finding["check"] not in slugs]
    if not report["activity"].get("isolated", {}).get("arrays"):
        problems.append("no array was isolated")
    return problems


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
