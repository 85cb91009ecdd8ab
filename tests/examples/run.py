#!/usr/bin/python3
"""run: every example does the same plain and watched, and says what its opening comment shows.

The lines of that comment that are set in by five spaces must stand in what the library says, in
this order; `...` stands for anything, blanks count as one. `exit: N` is the status of the watched
run, that of the plain run is 0 unless the comment says otherwise: `plain: N`.
"""

# SPDX-License-Identifier: Apache-2.0

import os
import pathlib
import re
import subprocess
import sys

TOP = pathlib.Path(__file__).resolve().parent.parent.parent
BUILT = TOP / "build/examples"
ENVIRONMENT = {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"}


def opening(source):
    """The lines of the comment, without its stars."""
    comment = source.read_text().partition("*/")[0]
    return [re.sub(r"^(?:/\*| \*) ?", "", line) for line in comment.splitlines()]


def pattern_of(line):
    """The line as it may stand in a report."""
    words = [re.escape(word) for word in " ".join(line.split()).split("...")]
    return re.compile(".*?".join(words).replace(r"\ ", r"\s+"))


def run(program, extra):
    return subprocess.run(
        [program], env={**ENVIRONMENT, **extra}, capture_output=True, text=True, check=False
    )


def judge(source):
    """What is wrong with an example: a list of sentences."""
    lines = opening(source)
    said = dict(re.findall(r"^(exit|plain): (\d+)$", "\n".join(lines), re.M))
    shown = [line.strip() for line in lines if line.startswith("    ") and line.strip()]
    plain = run(BUILT / source.stem, {})
    watched = run(
        BUILT / source.stem,
        {
            "LD_PRELOAD": str(TOP / "build/libarrowdev_check.so"),
            "ARROWDEV_CHECK_OPTIONS": f"strip_path_prefix={TOP}/",
        },
    )
    problems = []
    if plain.returncode != int(said.get("plain", 0)):
        problems.append(f"plain, it ends with {plain.returncode}: {plain.stderr}")
    if watched.returncode != int(said["exit"]):
        problems.append(f"watched, it ends with {watched.returncode}")
    if plain.stdout != watched.stdout:
        problems.append(f"prints {watched.stdout!r}, without us {plain.stdout!r}")
    text = re.sub(r"\n {50,}", " ", watched.stderr)
    at = 0
    for line in shown:
        found = pattern_of(line).search(text, at)
        if not found:
            problems.append(f"does not say, or not there: {line}\n{watched.stderr}")
            break
        at = found.end()
    return problems if shown else problems + ["shows nothing"]


def main():
    failed = 0
    sources = sorted(TOP.glob("examples/say_*.c*"))
    for source in sources:
        problems = judge(source)
        failed += bool(problems)
        print(f"{'FAIL' if problems else 'ok  '} examples/{source.name}")
        for problem in problems:
            print("     " + problem.replace("\n", "\n       "))
    print(f"examples: {len(sources) - failed} passed, {failed} failed, 0 skipped")
    sys.exit(failed > 0)


if __name__ == "__main__":
    os.chdir(TOP)
    main()
