#!/usr/bin/python3
"""run: each example's report is the one that its opening comment quotes.

What differs from run to run (addresses, times, threads) is not compared. --update writes the
quotes, and says which ones changed.
"""

# SPDX-License-Identifier: Apache-2.0

import argparse
import difflib
import pathlib
import re
import subprocess
import sys
import tempfile

TOP = pathlib.Path(__file__).resolve().parent.parent.parent
OTHERS = {"column", "device", "flow", "queue", "sink", "demo"}
# An example's opening comment: its sentence, and what stands below it.
OPENINGS = {
    ".py": re.compile(r'\A"""(?P<sentence>.*?)(?:\n\n(?P<quote>.*?)\n)?"""\n', re.S),
    ".c": re.compile(r"\A/\* (?P<sentence>.*?)(?:\n \*\n(?P<quote>.*?)\n)? \*/\n", re.S),
}
OPENINGS[".cc"] = OPENINGS[".c"]


def execute(path):
    """Run an example under the library: its exit status and the findings of its text report."""
    command = [str(TOP / "build/examples" / path.stem)]
    if path.suffix == ".py":
        command = [str(TOP / "build/venv/bin/python3"), str(path)]
    with tempfile.TemporaryDirectory(prefix="arrowdev-examples-") as scratch:
        report = pathlib.Path(scratch, "report")
        wanted = re.search(r"^/\* With (\S+=\S+):", path.read_text(), re.M)
        options = f"quiet=1:log_path={report}:strip_path_prefix={TOP}/"
        options += f":{wanted[1]}" if wanted else ""
        child = subprocess.run(
            command,
            cwd=scratch,
            env={
                "PATH": "/usr/bin:/bin",
                "LANG": "C.UTF-8",
                "PYTHONDONTWRITEBYTECODE": "1",
                "LD_PRELOAD": str(TOP / "build/libarrowdev_check.so"),
                "ARROWDEV_CHECK_OPTIONS": options,
            },
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=300,
            check=False,
        )
        text = report.read_text() if report.exists() else ""
    lines = [line for line in text.splitlines() if not line.startswith("arrowdev_check:")]
    findings = "\n".join(lines).partition("\n  limits ")[0].partition("\n  isolated ")[0]
    return child.returncode, findings.strip("\n")


def normalise(text):
    """Without what no two runs have in common."""
    for pattern, name in (
        (r"0x[0-9a-f.]+", "ADDRESS"),
        (r"\b(adc1:[a-z0-9-]+)(:[0-9a-f]+)+", r"\1"),
        (r"\bthread \d+", "thread TID"),
        (r"(?m)^( +(?:> )?) *\d+\.\d{3} +(?:main|\d+)", "TIME THREAD"),
        (r"\b\d+(?:\.\d+)? m?s\b", "DURATION"),
        (r"  +", "  "),
    ):
        text = re.sub(pattern, name, text)
    return text


def is_same(one, other):
    """Lines break where addresses leave room."""
    return normalise(one).split() == normalise(other).split()


def margin_of(path):
    """What a quoted line begins with."""
    return "    " if path.suffix == ".py" else " *   "


def quote_of(path):
    """The report in the opening comment, less its margin."""
    opening = OPENINGS[path.suffix].match(path.read_text())
    lines = (opening["quote"] or "").splitlines()
    return "\n".join(line[len(margin_of(path)) :] for line in lines)


def write_quote(path, findings):
    """Put the report into the opening comment."""
    text = path.read_text()
    opening = OPENINGS[path.suffix].match(text)
    quote = "\n".join((margin_of(path) + line).rstrip() for line in findings.splitlines())
    comment = f"/* {opening['sentence']}\n *\n{quote}\n */\n"
    if path.suffix == ".py":
        comment = f'"""{opening["sentence"]}\n\n{quote}\n"""\n'
    path.write_text(comment + text[opening.end() :])


def update(path):
    """Quote what the report says; the comment's length moves the lines that it names."""
    for _ in range(4):
        _, findings = execute(path)
        if is_same(findings, quote_of(path)):
            return
        print(f"     {path.name} quotes another report now")
        write_quote(path, findings)
        subprocess.run(["make", "-s", "examples"], cwd=TOP, stdout=subprocess.DEVNULL, check=True)


def judge(path):
    """What is wrong with an example."""
    status, findings = execute(path)
    if not findings:
        return [f"nothing is found, status {status}"]
    wanted = [0, 97][": error: " in findings]
    problems = [] if status in (wanted, -11) else [f"status {status}, not {wanted}"]
    if is_same(quote_of(path), findings):
        return problems
    diff = difflib.unified_diff(
        normalise(quote_of(path)).splitlines(),
        normalise(findings).splitlines(),
        "quoted",
        "reported",
        lineterm="",
        n=1,
    )
    text = "\n".join(diff)
    return problems + [f"the report differs\n{text}"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("names", nargs="*", help="names of examples (default: all)")
    parser.add_argument("--update", action="store_true", help="write the quotes")
    options = parser.parse_args()
    paths = [path for path in sorted((TOP / "examples").iterdir()) if path.suffix in OPENINGS]
    paths = [path for path in paths if path.stem not in OTHERS and path.stem[:4] != "say_"]
    paths = [path for path in paths if path.stem in (options.names or {path.stem})]
    failed = 0
    for path in paths:
        if options.update:
            update(path)
        problems = judge(path)
        failed += bool(problems)
        print(f"{'FAIL' if problems else 'ok  '} quotes/{path.name}", flush=True)
        for problem in problems:
            print("     " + problem.replace("\n", "\n       "), flush=True)
    print(f"quotes: {len(paths) - failed} passed, {failed} failed, 0 skipped")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
