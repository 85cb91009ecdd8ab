#!/usr/bin/python3
"""run: faults of released packages must be found and laid at the right door, as long as they last.

Each program shows one fault, and says by itself, on a line "fault: yes" or "fault: no", whether the
installed version has it. It says what our report must say in comments at its beginning:

    # package: NAME                              skipped where it isn't installed
    # expect: SLUG SEVERITY BLAME MODULE         the guilty module, * for any characters
    # options: A=B                               more options
    # known: yes                                 report/share/known.supp has it, with the version

It does the same plain and watched, but for 97 in place of 0. Other errors and warnings than those
expected are failures. With suppressions=known a known one is muted, whose line names the installed
version; each line of known.supp has such a program, or a way of tests/async.
"""

# SPDX-License-Identifier: Apache-2.0

import argparse
import collections
import concurrent.futures
import fnmatch
import importlib.metadata
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
TOP = HERE.parent.parent
PYTHON = TOP / "build/venv/bin/python3"
PACKAGES = TOP / "build/defects/packages"
KNOWN = TOP / "report/share/known.supp"
TIMEOUT_S = 120

Expected = collections.namedtuple("Expected", "slug severity blame module")
used_lines = set()  # of known.supp


def claims(script):
    """The package, the findings that must come of it, and whether known.supp has them."""
    text = script.read_text()
    package = re.search(r"^# package: (\S+)", text, re.M)[1]
    expected = [Expected(*line.split()) for line in re.findall(r"^# expect: (.*)", text, re.M)]
    return package, expected, "\n# known: yes\n" in text


def version_of(package):
    """The installed version, None for none."""
    folders = [str(PACKAGES), *map(str, (TOP / "build/venv/lib").glob("*/site-packages"))]
    found = importlib.metadata.distributions(name=package, path=folders)
    return next((distribution.version for distribution in found), None)


def execute(script, extra, scratch):
    """Run the script to its end: status and standard output."""
    child = subprocess.run(
        [PYTHON, script],
        cwd=scratch,
        env={
            "PATH": "/usr/bin:/bin",
            "LANG": "C.UTF-8",
            "HOME": str(scratch),
            "PYTHONDONTWRITEBYTECODE": "1",
            "PYTHONPATH": str(PACKAGES),
            **extra,
        },
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        timeout=TIMEOUT_S,
        check=False,
    )
    return child.returncode, child.stdout, child.stderr


def last_word(text):
    """What the program says of the fault: yes, no, or something else."""
    said = re.findall(r"^fault: (\w+)", text, re.M)
    return said[-1] if said else "nothing"


def fits(finding, expected):
    """Is it what was expected, and laid at the right door?"""
    found = (finding["check"], finding["severity"], finding["blame"].replace(" ", "-"))
    return found == expected[:3] and fnmatch.fnmatch(finding["who"] or "", expected.module)


def judge_findings(findings, expected):
    """All that was expected, and nothing else but notes."""
    problems = [
        f"{' '.join(one)} not found"
        for one in expected
        if not any(fits(finding, one) for finding in findings)
    ]
    return problems + [
        f"{finding['severity']}: {finding['message']} [{finding['check']}], {finding['blame']} "
        f"{finding['who']}"
        for finding in findings
        if finding["severity"] != "note" and not any(fits(finding, one) for one in expected)
    ]


def judge(plain, watched, findings, expected):
    """Both runs side by side, and the report."""
    problems = [] if plain[1] == watched[1] else [f"prints {watched[1]!r}, not {plain[1]!r}"]
    is_error = any(one.severity == "error" for one in expected)
    status = 97 if plain[0] == 0 and is_error else plain[0]
    if watched[0] != status:
        problems.append(f"status {watched[0]}, not {status}\n{watched[2][-1000:]}")
    return problems + judge_findings(findings, expected)


def run_watched(script, options, scratch, more=""):
    """What it did, and the reports."""
    settings = f"format=json:log_path={scratch}/report.%p.json{more}"
    watched = execute(
        script, {"LD_PRELOAD": str(options.library), "ARROWDEV_CHECK_OPTIONS": settings}, scratch)
    paths = list(scratch.glob("report.*.json"))
    reports = [json.loads(path.read_text()) for path in paths]
    for path in paths:
        path.unlink()
    return watched, reports


def judge_known(script, options, scratch, plain, version):
    """All is muted, by lines that name the version; these lines are used."""
    watched, reports = run_watched(script, options, scratch, ":suppressions=known")
    problems = [
        f"not muted by known.supp: {finding['message']} [{finding['check']}]"
        for report in reports for finding in report["findings"]
        if finding["severity"] != "note" and not finding["suppressed_by"]
    ]
    if watched[0] != plain[0]:
        problems.append(f"status {watched[0]} with suppressions=known, not {plain[0]}")
    lines = KNOWN.read_text().splitlines()
    for one in (one for report in reports for one in report["suppressions"] if one["matched"]):
        number = int(one["from"].rpartition(":")[2])
        used_lines.add(number)
        if version not in lines[number - 1]:
            problems.append(f"known.supp:{number} does not name version {version}")
    return problems


def run_script(script, options):
    """Why the script is skipped, and what is wrong."""
    package, expected, is_known = claims(script)
    version = version_of(package)
    if version is None:
        return f"{package} is not installed", []
    scratch = pathlib.Path(tempfile.mkdtemp(prefix="arrowdev-defects-"))
    try:
        plain = execute(script, {}, scratch)
        if last_word(plain[1]) == "no":
            return f"{package} {version} is mended", []
        if last_word(plain[1]) != "yes":
            return None, [f"does not say whether the fault is there: {plain[1]}{plain[2][-1000:]}"]
        more = re.search(r"^# options: (.*)$", script.read_text(), re.M)
        watched, reports = run_watched(script, options, scratch, f":{more[1]}" if more else "")
        findings = [finding for report in reports for finding in report["findings"]]
        problems = judge(plain, watched, findings, expected)
        if is_known:
            problems += judge_known(script, options, scratch, plain, version)
        return None, problems
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("scripts", nargs="*", help="names of programs, without .py (default: all)")
    parser.add_argument("--library", type=pathlib.Path, default=TOP / "build/libarrowdev_check.so")
    options = parser.parse_args()
    options.library = options.library.resolve()
    if not options.library.exists():
        sys.exit(f"run: {options.library} is not built\ndefects: 0 passed, 1 failed, 0 skipped")
    names = options.scripts or sorted({path.stem for path in HERE.glob("*.py")} - {"run"})
    scripts = [HERE / f"{pathlib.Path(name).stem}.py" for name in names]
    failed = skipped = 0
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        verdicts = pool.map(lambda script: run_script(script, options), scripts)
        for script, (reason, problems) in zip(scripts, verdicts):
            failed += bool(problems)
            skipped += reason is not None
            word = "skip" if reason else "FAIL" if problems else "ok  "
            print(f"{word} defects/{script.stem}{': ' + reason if reason else ''}", flush=True)
            for problem in problems:
                print("     " + problem.rstrip().replace("\n", "\n       "), flush=True)
    for number, line in enumerate(KNOWN.read_text().splitlines(), 1):
        # Those of asynchronous streams are shown by tests/async.
        is_used = number in used_lines or line.startswith(("#", "async-")) or not line
        if not (is_used or options.scripts or skipped):
            failed += 1
            print(f"FAIL defects/known.supp:{number}: no program shows it: {line}")
    print(f"defects: {len(names) - failed - skipped} passed, {failed} failed, {skipped} skipped")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
