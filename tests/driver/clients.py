#!/usr/bin/python3
"""clients: released software on the software driver, plain and watched: the same output and not a
word when it is right; the fault named in its first lines ("planted: SLUG SEVERITY [CERTAINTY]")
when a wait is left out, and ("planted late: ...") when there was time enough all the same.

clients.py BUILD [NAME...]    NAME: of a file in clients/, or nanoarrow

Work on the driver takes its time here, so that a wait which is missing shows in what is read.
"""

# SPDX-License-Identifier: Apache-2.0

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent / "clients"
TOP = HERE.parents[2]
PACKAGES = [TOP / "build/driver/packages", TOP / "build/driver/packages-kernel"]
PYTHON = TOP / "build/venv/bin/python3"
NAMES = ["bindings", "copies", "core", "device", "forked", "kernel", "shared", "nanoarrow"]
# What the program "copies" moves.
COPIED = ["d2h", "h2d", "peer"]
# Those that are no scripts, and why there may be none.
PROGRAMS = {
    "nanoarrow": ("driver/nanoarrow/cuda_test", "nanoarrow's sources could not be had"),
    "shared": ("driver/shared", "no nvcc"),
}
FOLDER = "driver"  # of what is built
DELAY_US = 2000
# Still going on when the fault is made, however slow that is.
LONG_DELAY_US = 500000


class Skip(Exception):
    """Why a client cannot run here."""


def command_of(name, build):
    """How the client is started, or why it can't be."""
    if name in PROGRAMS:
        path, reason = PROGRAMS[name]
        if not (build / path).exists():
            raise Skip(reason)
        return [build / path]
    return [PYTHON, HERE / f"{name}.py"]


def execute(command, build, watched, delay_us=DELAY_US):
    """Status, output, findings, standard error, what is wrong with the copies, calls of devices."""
    with tempfile.TemporaryDirectory(prefix="arrowdev-client-") as folder:
        environment = {
            "PATH": "/usr/bin:/bin",
            "HOME": folder,
            "LANG": "C.UTF-8",
            "PYTHONDONTWRITEBYTECODE": "1",
            "PYTHONPATH": ":".join(map(str, PACKAGES)),
            "LD_LIBRARY_PATH": str(build / FOLDER),
            "ARROWDEV_DRIVER_DELAY": str(delay_us),
            "ARROWDEV_DRIVER_PAGEABLE": "staged",
            "ARROWDEV_DRIVER_COUNTS": f"{folder}/counts",
        }
        if "CUDA_HOME" in os.environ:
            environment["CUDA_HOME"] = os.environ["CUDA_HOME"]
        if watched:
            environment["LD_PRELOAD"] = str(build / "libarrowdev_check.so")
            environment["ARROWDEV_CHECK_OPTIONS"] = "format=json:exitcode=0:quiet=1"
        done = subprocess.run(
            list(map(str, command)),
            cwd=folder,
            env=environment,
            capture_output=True,
            text=True,
            timeout=300,
        )
        found, counted, calls = set(), "the report has no copies", 0
        for path in pathlib.Path(folder).glob("arrowdev.*.json"):
            report = json.loads(path.read_text())
            calls += report["activity"]["device_calls"]
            for finding in report["findings"]:
                if finding["severity"] != "note":
                    found.add(" ".join(finding[key] for key in ("check", "severity", "certainty")))
            if "copies" in report and (path.parent / "counts").exists():
                counts = (path.parent / "counts").read_text()
                moved = dict(re.findall(r"^bytes (\w+) (\d+)$", counts, re.M))
                # To another device is, for the driver, within the device.
                ours = {way: report["copies"]["totals"][f"{way}_bytes"]
                        for way in ("d2h", "h2d", "peer")}
                theirs = {way: int(moved[way.replace("peer", "d2d")]) for way in ours}
                counted = f"{ours} bytes, the driver counted {theirs}"
                counted = None if ours == theirs and all(ours[way] for way in COPIED) else counted
        missing = re.search(
            r"(ModuleNotFound|Import)Error: .*|Failure finding \"lib\w+", done.stderr
        )
        if missing:
            raise Skip(missing[0])
        # Times differ from run to run.
        output = re.sub(r"\(\d+ ms( total)?\)", "", done.stdout)
        return done.returncode, output, found, done.stderr, counted, calls


def planted_in(name):
    """The faults that the client shows when it is asked to, by the word that asks."""
    planted = {}
    for path in HERE.glob(f"{name}.*"):
        for late, fault in re.findall(r"planted( late)?: (.*?)(?: \*/)?$", path.read_text(), re.M):
            planted[late.strip() or "planted"] = fault
    return planted


def check(name, build):
    """(what was tried, what is wrong or None), one by one."""
    command = command_of(name, build)
    status, output, _, error, *_ = execute(command, build, False)
    yield "plain", None if status == 0 else f"ends with {status}: {error[-400:]}"
    watched = execute(command, build, True)
    yield "watched", None if watched[:2] == (status, output) else f"differs: {watched[3][-400:]}"
    yield "silent", None if not watched[2] else f"finds {', '.join(sorted(watched[2]))}"
    if name != "nanoarrow":  # no struct of its tests leaves the program: there is no report
        yield "calls", None if watched[5] > 0 else "no call of a device is counted"
    if name == "copies":
        yield "counts", watched[4]
    for word, planted in planted_in(name).items():
        delay_us = LONG_DELAY_US if planted.endswith("observed") else DELAY_US
        found = execute([*command, word], build, True, delay_us)[2]
        is_it = len(found) == 1 and min(found).startswith(planted)
        yield word, None if is_it else f"{', '.join(sorted(found)) or 'nothing'} found"


def main():
    """Run, add up."""
    build = pathlib.Path(sys.argv[1]).resolve()
    passed = failed = skipped = 0
    for name in sys.argv[2:] or NAMES:
        try:
            for what, problem in check(name, build):
                passed += problem is None
                failed += problem is not None
                if problem:
                    print(f"not ok {name} ({what}): {problem}")
        except Skip as reason:
            skipped += 1
            print(f"skip {name}: {reason}")
    print(f"clients: {passed} passed, {failed} failed, {skipped} skipped")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
