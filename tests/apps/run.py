#!/usr/bin/python3
"""run: every program here must do exactly the same plain and watched, and its report must be clean.

Each program runs under Debian's static Python and under one with a shared libpython, with its
output on two pipes, and once more with both on one. A program says, in comments at its beginning:

    # status: 3                          its exit status without us (where nothing is said: 0)
    # processes: 4                       how many processes leave a report (where nothing is said:
                                         one, or none where counts.tsv says that nothing crosses)
    # expect: never-released x2 REASON   exactly so many findings (where no number is said: 1)
    # allow: reserved-not-zero REASON    any number, where it depends on what memory held
    # isolated: buffer-overread REASON   any number with --isolate

An error in the report of any of its processes is a failure, and so is a warning it doesn't expect.
The structures seen are compared with counts.tsv, which count.py measures without us.
"""

# SPDX-License-Identifier: Apache-2.0

import argparse
import collections
import concurrent.futures
import difflib
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile

import jsonschema

HERE = pathlib.Path(__file__).resolve().parent
TOP = HERE.parent.parent
TOOLS = {"run", "count", "count_gdb"}
# "free" is that of freethreaded.mk, which has few of the packages.
PYTHONS = {
    "static": "venv/bin/python3",
    "shared": "venv/bin/python-shared",
    "free": "freethreaded/bin/python3",
}
USUAL = ("static", "shared")
KINDS = ("schemas", "arrays", "streams")
TIMEOUT_S = 300
ENVIRONMENT = {
    "PATH": "/usr/bin:/bin",
    "LANG": "C.UTF-8",
    "PYTHONDONTWRITEBYTECODE": "1",
    # The number of chunks must not depend on the number of cores.
    "POLARS_MAX_THREADS": "2",
    "RAYON_NUM_THREADS": "2",
}

Outcome = collections.namedtuple("Outcome", "pid status stdout stderr")
Claims = collections.namedtuple("Claims", "status may_be processes expected")
Case = collections.namedtuple("Case", "script python one_pipe")


def load_counts():
    """The independent counts: script -> (schemas, arrays, streams)."""
    lines = (HERE / "counts.tsv").read_text().splitlines()
    rows = [line.split("\t") for line in lines if line and not line.startswith("#")]
    return {row[0]: tuple(map(int, row[1:4])) for row in rows}


def program_names():
    """All programs of this folder."""
    return sorted({path.stem for path in HERE.glob("*.py")} - TOOLS)


def claims(script, counted, is_isolated):
    """What the script says about itself: exit status, number of reports, findings by slug (None:
    any number of them)."""
    text = script.read_text()
    numbers = dict(re.findall(r"^# (status|processes): (\d+)", text, re.M))
    processes = int(numbers.get("processes", counted is None or any(counted)))
    expected = re.findall(r"^# expect: ([a-z0-9-]+)(?: x(\d+))?", text, re.M)
    findings = {slug: int(count or 1) for slug, count in expected}
    allowed = re.findall(r"^# allow: ([a-z0-9-]+)", text, re.M)
    findings.update(dict.fromkeys(allowed))
    if is_isolated:
        found = re.findall(r"^# isolated: ([a-z0-9-]+)", text, re.M)
        findings.update(dict.fromkeys(found))
    status = int(numbers.get("status", 0))
    may_be = 97 if any(slug.startswith("buffer-") for slug in findings) else status
    return Claims(status, may_be, processes, findings)


def execute(case, extra, scratch):
    """Run the script to its end; whatever it leaves behind in its process group is killed."""
    command = [TOP / "build" / PYTHONS[case.python], case.script]
    child = subprocess.Popen(
        command,
        cwd=scratch,
        env={**ENVIRONMENT, "HOME": str(scratch), **extra},
        start_new_session=True,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT if case.one_pipe else subprocess.PIPE,
    )
    try:
        out, err = child.communicate(timeout=TIMEOUT_S)
    except subprocess.TimeoutExpired:
        os.killpg(child.pid, signal.SIGKILL)
        out, err = child.communicate()
        err = (err or b"") + b"\nrun: killed after %d s\n" % TIMEOUT_S
    decode = lambda data: (data or b"").decode(errors="backslashreplace")  # noqa: E731
    return Outcome(child.pid, child.returncode, decode(out), decode(err))


def split_ours(lines):
    """The program's lines, and ours: those with our name in front and what is indented below."""
    theirs, ours = [], []
    inside = False
    for line in lines:
        inside = line.startswith("arrowdev_check") or (inside and line.startswith("    "))
        (ours if inside else theirs).append(line)
    return theirs, ours


def differences(name, plain, watched):
    """A unified diff as one problem, or nothing."""
    diff = difflib.unified_diff(plain, watched, f"{name} plain", f"{name} watched", n=1)
    text = "".join(line if line.endswith("\n") else line + "\n" for line in diff)
    return [f"{name} differs\n{text}"] if text else []


def read_reports(folder, validator):
    """All reports of a run, and what is wrong with them as documents."""
    reports, problems = [], []
    for path in sorted(folder.iterdir()):
        try:
            report = json.loads(path.read_text())
        except ValueError as error:
            problems.append(f"{path.name} is no JSON: {error}")
            continue
        for error in validator.iter_errors(report):
            problems.append(f"{path.name} at {error.json_path}: {error.message[:200]}")
        reports.append(report)
    return reports, problems


def judge_findings(reports, expected):
    """Nothing but the findings that the script expects, and those all."""
    problems = []
    found = collections.Counter()
    for report in reports:
        pid = report.get("run", {}).get("pid")
        for finding in report.get("findings", []):
            slug, severity = finding["check"], finding["severity"]
            if severity == "note":
                continue
            found[slug] += finding["count"]
            if severity == "error" and not slug.startswith("buffer-") or slug not in expected:
                problems.append(f"process {pid}: {severity}: {finding['message']} [{slug}]")
        if report.get("summary", {}).get("verdict") in ("incomplete", "tool-error"):
            problems.append(f"process {pid}: verdict {report['summary']['verdict']}")
    return problems + [
        f"{slug}: {found[slug]} found, {count} expected"
        for slug, count in expected.items()
        if count not in (None, found[slug])
    ]


def judge_counts(report, counted):
    """As many structures of each kind as were counted without us."""
    if counted is None or report is None:
        return []
    activity = report.get("activity", {})
    seen = tuple(activity.get(f"{kind}_seen") for kind in KINDS)
    problems = [] if seen == counted else [f"{KINDS} seen {seen}, counted without us {counted}"]
    if activity.get("structs_seen") != sum(counted):
        problems.append(
            f"structs_seen {activity.get('structs_seen')}, counted without us {sum(counted)}"
        )
    return problems


def judge_outcome(case, plain, watched, status, may_be):
    """The program must not have noticed; only what goes to stderr may hold lines of ours."""
    problems = []
    if plain.status != status:
        problems.append(f"status {plain.status} already without us, not {status}")
    if watched.status not in (plain.status, may_be):
        problems.append(f"status {watched.status}, without us {plain.status}")
    for stream in "stdout", "stderr":
        before, after = (
            getattr(outcome, stream).splitlines(keepends=True) for outcome in (plain, watched)
        )
        mixed = stream == "stderr" or case.one_pipe
        problems += differences(stream, before, split_ours(after)[0] if mixed else after)
    return problems


def judge_presence(watched, reports, processes, crosses):
    """A report of each process in which structures cross, and no trace of us elsewhere."""
    problems = []
    if len(reports) != processes:
        problems.append(f"{len(reports)} processes left a report, not {processes}")
    main = next(
        (report for report in reports if report.get("run", {}).get("pid") == watched.pid), None
    )
    if bool(main) != crosses:
        problems.append(f"{'a' if main else 'no'} report of the main process")
    output = (watched.stdout + watched.stderr).splitlines(keepends=True)
    ours = split_ours(output)[1]
    if bool(ours) != bool(processes):
        problems.append("lines of ours: " + ("".join(ours) or "none"))
    return main, problems


def run_case(case, options, validator, counts):
    """One case: a plain run, a watched run, a verdict."""
    scratch = pathlib.Path(tempfile.mkdtemp(prefix="arrowdev-apps-"))
    reports = scratch / "reports"
    reports.mkdir()
    # On a busy machine a callback may well wait for its turn.
    ours = {
        "LD_PRELOAD": str(options.library),
        "ARROWDEV_CHECK_OPTIONS": f"format=json:log_path={reports}/%e.%p.json:"
        f"callback_timeout_ms=300000:isolate={options.isolate}",
    }
    plain = execute(case, {}, scratch)
    watched = execute(case, ours, scratch)
    counted = counts.get(case.script.stem)
    said = claims(case.script, counted, options.isolate != "0")
    problems = judge_outcome(case, plain, watched, said.status, said.may_be)
    documents, faults = read_reports(reports, validator)
    main, absences = judge_presence(
        watched, documents, said.processes, counted is None or any(counted)
    )
    problems += faults + absences + judge_findings(documents, said.expected)
    problems += judge_counts(main, counted)
    if options.keep:
        (scratch / "watched.stdout").write_text(watched.stdout)
        (scratch / "watched.stderr").write_text(watched.stderr)
        problems and problems.append(f"kept in {scratch}")
    else:
        shutil.rmtree(scratch, ignore_errors=True)
    return problems


def parse_options():
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("scripts", nargs="*", help="names of programs, without .py (default: all)")
    parser.add_argument("--python", choices=PYTHONS, help="only this Python")
    parser.add_argument("--library", type=pathlib.Path, default=TOP / "build/libarrowdev_check.so")
    parser.add_argument("--isolate", default="0", help="consumers get copies: 1, guard, front")
    parser.add_argument("--jobs", type=int, default=2, help="cases at the same time")
    parser.add_argument("--keep", action="store_true", help="keep output and reports")
    return parser.parse_args()


def list_cases(options):
    """Both Pythons with two pipes, the static one also with one pipe; isolated only the former."""
    names = options.scripts or program_names()
    pythons = [options.python] if options.python else USUAL
    for name in names:
        script = HERE / f"{pathlib.Path(name).stem}.py"
        for python in pythons:
            yield Case(script, python, False)
        if options.isolate == "0":
            yield Case(script, pythons[0], True)


def main():
    options = parse_options()
    options.library = options.library.resolve()
    if not options.library.exists():
        sys.exit(f"run: {options.library} is not built\napps: 0 passed, 1 failed, 0 skipped")
    schema = json.loads((TOP / "report/report.schema.json").read_text())
    validator = jsonschema.Draft202012Validator(schema)
    counts = load_counts()
    cases = list(list_cases(options))
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        verdicts = pool.map(lambda case: run_case(case, options, validator, counts), cases)
        for case, problems in zip(cases, verdicts):
            failed += bool(problems)
            pipes = "one pipe" if case.one_pipe else "two pipes"
            print(
                f"{'FAIL' if problems else 'ok  '} apps/{case.script.stem} {case.python}, {pipes}",
                flush=True,
            )
            for problem in problems:
                print("     " + problem.rstrip().replace("\n", "\n       "), flush=True)
    suite = "apps" if options.isolate == "0" else "isolated-apps"
    print(f"{suite}: {len(cases) - failed} passed, {failed} failed, 0 skipped")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
