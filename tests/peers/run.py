#!/usr/bin/python3
"""run: the tests that released packages bring along must come out the same plain and watched.

peers.tsv names them. Each is run in a process of its own, twice, and compared test by test; what
fails plain must fail watched as well, and nothing else. Other findings than peers.tsv says are
failures, and so is a run in which no structure was seen, or one was where none crosses.
"""

# SPDX-License-Identifier: Apache-2.0

import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
from xml.etree import ElementTree

HERE = pathlib.Path(__file__).resolve().parent
TOP = HERE.parent.parent
PYTHON = TOP / "build/venv/bin/python3"
TIMEOUT_S = 900
# Tests of source packages load a driver by its file's name.
DRIVERS = ":".join(map(str, TOP.glob("build/venv/lib/python3*/site-packages/adbc_driver_*")))
NONE_CROSSES = "no structure"
# A thread of pyarrow's that holds its filesystem while the interpreter ends aborts the process,
# watched or not, once all tests are done.
ABORTS_AT_END = "deltalake/"

Peer = collections.namedtuple("Peer", "tests when expected crosses")
Outcome = collections.namedtuple("Outcome", "status tests said")


def parse_expected(text):
    """The third column: how often each check finds something."""
    words = [] if text in ("-", NONE_CROSSES) else text.split(", ")
    return {slug: int(count) for slug, count in (word.split(" x") for word in words)}


def load_peers():
    """The rows of peers.tsv."""
    lines = (HERE / "peers.tsv").read_text().splitlines()
    rows = [line.split("\t") for line in lines if line and not line.startswith("#")]
    return [
        Peer(tests, when, parse_expected(expected), expected != NONE_CROSSES)
        for tests, when, expected in rows
    ]


def command_of(peer, results):
    """A GoogleTest program or a file for pytest ("." for all) of a source package, or a module."""
    package, _, file = peer.tests.partition("/")
    place = TOP / "build/peers" / package / "tests" / file
    if file.endswith("_test"):
        return [place, f"--gtest_output=xml:{results}"]
    return [PYTHON, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--hypothesis-seed=0",
            "--durations=0", f"--junitxml={results}",
            *([place] if file else ["--pyargs", peer.tests])]


def outcome_of(case):
    """One word for one test of a JUnit file."""
    words = [child.tag for child in case if child.tag in ("failure", "error", "skipped")]
    return words[0] if words else "passed"


def execute(peer, extra, scratch):
    """Run the tests once: the status, each test's outcome, and the last words."""
    results = scratch / "results.xml"
    results.unlink(missing_ok=True)
    child = subprocess.run(
        command_of(peer, results),
        cwd=scratch,
        env={"PATH": os.environ["PATH"], "LANG": "C.UTF-8", "HOME": str(scratch),
             "PYTHONDONTWRITEBYTECODE": "1", "PYTHONPATH": str(HERE / "absent"),
             "LD_LIBRARY_PATH": DRIVERS, **extra},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        timeout=TIMEOUT_S,
        check=False,
    )
    tests = collections.Counter()
    if results.exists():
        for case in ElementTree.parse(results).iter("testcase"):
            tests[f"{case.get('classname')}::{case.get('name')}", outcome_of(case)] += 1
    return Outcome(child.returncode, tests, child.stdout[-1500:])


def judge_reports(reports, expected, crosses):
    """That something was seen; as many findings of each check as expected, if not which."""
    findings = [
        finding
        for report in reports
        for finding in report["findings"]
        if finding["severity"] != "note" and not finding["suppressed_by"]
    ]
    found = collections.Counter()
    for finding in findings:
        found[finding["check"]] += finding["count"]
    problems = [
        f"{slug} found {found[slug]} times, not {expected.get(slug, 0)}"
        for slug in sorted({*found, *expected})
        if found[slug] != expected.get(slug, 0)
    ]
    if problems:
        problems += [
            f"{finding['severity']}: {finding['message']} [{finding['check']}], {finding['who']}"
            for finding in findings
        ]
    n_seen = sum(report["activity"]["structs_seen"] for report in reports)
    if (n_seen > 0) != crosses:
        problems.append(f"{n_seen} structures were seen")
    return problems


def judge_outcomes(plain, watched, has_error, may_abort):
    """Test by test."""
    problems = [
        f"{name}: {outcome} {how}"
        for tests, how in (
            (plain.tests - watched.tests, "only without us"),
            (watched.tests - plain.tests, "only with us"),
        )
        for name, outcome in tests
    ]
    status = 97 if has_error and plain.status == 0 else plain.status
    if watched.status != status and not (may_abort and -signal.SIGABRT in (plain.status,
                                                                           watched.status)):
        problems.append(f"status {watched.status}, not {status}\n{watched.said}")
    if not plain.tests:
        problems.append(f"no test was run\n{plain.said}")
    return problems


def run_peer(peer, options):
    """Both runs of one row: number of tests, structures seen, and what is wrong."""
    scratch = pathlib.Path(tempfile.mkdtemp(prefix="arrowdev-peers-"))
    reports = scratch / "reports"
    reports.mkdir()
    ours = {
        "LD_PRELOAD": str(options.library),
        # What pyarrow leaves unwritten is zero or not as it happens.
        "ARROWDEV_CHECK_OPTIONS": "suppressions=known:format=json:callback_timeout_ms=300000:"
                                  f"log_path={reports}/%e.%p.json",
    }
    try:
        plain = execute(peer, {}, scratch)
        watched = execute(peer, ours, scratch)
        documents = [json.loads(path.read_text()) for path in reports.iterdir()]
        problems = judge_reports(documents, peer.expected, peer.crosses)
        problems += judge_outcomes(
            plain, watched, any(document["summary"]["errors"] for document in documents),
            peer.tests.startswith(ABORTS_AT_END),
        )
        seen = sum(document["activity"]["structs_seen"] for document in documents)
        return plain.tests.total(), seen, problems
    except subprocess.TimeoutExpired:
        return 0, 0, [f"takes longer than {TIMEOUT_S} s"]
    finally:
        if options.keep:
            print(f"{peer.tests} kept in {scratch}")
        else:
            shutil.rmtree(scratch, ignore_errors=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("tests", nargs="*", help="rows of peers.tsv (default: those of check)")
    parser.add_argument("--long", action="store_true", help="the rows that take long")
    parser.add_argument("--keep", action="store_true", help="keep what the runs wrote")
    parser.add_argument("--library", type=pathlib.Path, default=TOP / "build/libarrowdev_check.so")
    options = parser.parse_args()
    options.library = options.library.resolve()
    if not options.library.exists():
        sys.exit(f"run: {options.library} is not built\npeers: 0 passed, 1 failed, 0 skipped")
    when = "long" if options.long else "check"
    peers = [
        peer
        for peer in load_peers()
        if (peer.tests in options.tests if options.tests else peer.when == when)
    ]
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        verdicts = pool.map(lambda peer: run_peer(peer, options), peers)
        for peer, (tests, seen, problems) in zip(peers, verdicts):
            failed += bool(problems)
            word = "FAIL" if problems else "ok  "
            print(f"{word} peers/{peer.tests}: {tests} tests, {seen} structures", flush=True)
            for problem in problems:
                print("     " + problem.rstrip().replace("\n", "\n       "), flush=True)
    print(f"peers: {len(peers) - failed} passed, {failed} failed, 0 skipped")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
