#!/usr/bin/python3
"""run: Arrow C++'s asynchronous streams do the same plain and watched, and its faults are found.

What must come of each way in peer.cc follows from the specification and from Arrow's sources; the
reserved bytes that it does not write are a known fault, found with everything that it exports.
"""

# SPDX-License-Identifier: Apache-2.0

import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

TOP = pathlib.Path(__file__).resolve().parent.parent.parent
PEER = TOP / "build/async/peer"
LIBRARY = TOP / "build/libarrowdev_check.so"
KNOWN_SUPP = TOP / "report/share/known.supp"
PYARROW = next((TOP / "build/venv/lib").glob("python3*/site-packages"))
KNOWN = "reserved-not-zero"
BATCHES = 12

# What each way prints, how many streams, schemas and arrays cross, and its findings less the known
# one: check -> (blame, how often). A request may reach Arrow's producer after the release or not,
# where it is a race: those may be found.
WAYS = {
    # Reads on after the producer has ended and released the handler, and asks for more each time.
    "late": ("exported: 1\nrows: 48\n", (1, 1, BATCHES),
             {"async-invalid-request": ("consumer", BATCHES)}),
    "pair": ({"exported: 1", "rows: 48"}, (1, 1, BATCHES), {}),
    # The generator goes with all its tasks.
    "dropped": ("exported: 1\n", (1, 1, 0), {"async-task-not-extracted": ("consumer", BATCHES)}),
    "consumer": ("exported: 1\ntaken: 12\n", (1, 1, BATCHES), {}),
    "cancelled": ("exported: 0\ntaken: 1\n", (1, 1, 1), {}),
    # Answers an error of on_schema with on_error.
    "schema-refused": ("exported: 0\ntaken: 0\n", (1, 1, 0),
                       {"async-callback-order": ("producer", 1)}),
    "refused": ("refused: 22\nrows: -1\n", (1, 1, 0), {}),
}  # fmt: skip
RACES = {"pair": {"async-invalid-request"}}
# Ways of which nothing is left with suppressions=known. The other two faults have no line: who has
# Arrow C++ at the other end may do the same on the same stacks.
MUTED = {"late": {KNOWN, "async-invalid-request"}}


def execute(way, extra):
    """Run a way: its status and what it printed."""
    environment = {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", **extra}
    done = subprocess.run(
        [PEER, way], env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True,
        timeout=300, check=False,
    )  # fmt: skip
    return done.returncode, done.stdout, done.stderr


def count(finding, report):
    """How often it was found; of what lives at the end, how many of them there are."""
    group = finding.get("group") or {}
    if finding["check"] == "async-task-not-extracted":
        alike = [one for one in report["findings"] if one["check"] == finding["check"]]
        words = [one["message"].split()[0] for one in alike]
        return sum(int(word) if word.isdigit() else 1 for word in words)
    return group.get("live") or finding["count"]


def watch(way, more=""):
    """A watched run: its status, what it printed, and the report, None for none."""
    with tempfile.TemporaryDirectory(prefix="arrowdev-async-") as folder:
        path = pathlib.Path(folder, "report")
        options = f"format=json:quiet=1:log_path={path}{more}"
        done = execute(way, {"LD_PRELOAD": str(LIBRARY), "ARROWDEV_CHECK_OPTIONS": options})
        return *done, json.loads(path.read_text()) if path.exists() else None


def judge_muted(way):
    """The problems of a way whose faults known.supp has, with the version that is installed."""
    status, _, stderr, report = watch(way, ":suppressions=known")
    if status != 0 or not report:
        return [f"status {status} with suppressions=known\n{stderr}"]
    left = [one["message"] for one in report["findings"] if not one["suppressed_by"]]
    problems = [f"not muted by known.supp: {message}" for message in left]
    lines = KNOWN_SUPP.read_text().splitlines()
    used = [lines[int(one["from"].rpartition(":")[2]) - 1]
            for one in report["suppressions"] if one["matched"]]
    if {line.split()[0] for line in used} != MUTED[way]:
        problems.append(f"muted by {used}, not by lines of {MUTED[way]}")
    version = next(PYARROW.glob("pyarrow-*.dist-info")).stem.split("-")[1]
    return problems + [f"does not name version {version}: {line}"
                       for line in used if version not in line]


def judge(way):
    """The problems of a way."""
    printed, crossed, wanted = WAYS[way]
    status, stdout, _ = execute(way, {})
    *watched, report = watch(way)
    if not report:
        return [f"no report: status {watched[0]}\n{watched[2]}"]
    is_same = stdout == printed if isinstance(printed, str) else set(stdout.split("\n")) >= printed
    problems = [] if status == 0 and is_same else [f"plain: status {status}, prints {stdout!r}"]
    found = {
        one["check"]: (one["blame"], count(one, report))
        for one in report["findings"]
        if one["severity"] != "note" and one["check"] not in {KNOWN, *RACES.get(way, ())}
    }
    if found != wanted:
        problems.append(f"found {found}, not {wanted}")
    is_error = any(one["severity"] == "error" for one in report["findings"])
    if watched[0] != (97 if is_error else 0) or sorted(watched[1]) != sorted(stdout):
        problems.append(f"watched: status {watched[0]}, prints {watched[1]!r}")
    activity = report["activity"]
    seen = tuple(activity[f"{kind}_seen"] for kind in ("streams", "schemas", "arrays"))
    if seen != crossed:
        problems.append(f"seen {seen}, not {crossed}")
    return problems + (judge_muted(way) if way in MUTED else [])


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("-k", default="", metavar="NAME", help="only ways with NAME in theirs")
    wanted = parser.parse_args().k
    ways = [way for way in WAYS if wanted in way]
    failed = 0
    for way in ways:
        problems = judge(way)
        failed += bool(problems)
        for problem in problems:
            print(f"FAIL async/{way}: " + problem.replace("\n", "\n       "))
    print(f"async: {len(ways) - failed} passed, {failed} failed, 0 skipped")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
