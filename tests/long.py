#!/usr/bin/python3
"""long: runs one long suite and writes its row of tests/long.md, the table of the last results.

long.py VERSION SUITE    make check-SUITE; its output and status pass through; VERSION is ours

A row keeps the suite's closing line, how long it took, and what it says in lines "fact: ...". A
fact that begins with a name stays until the suite says another of that name. Rows of suites that
are there no more go.
SPDX-License-Identifier: Apache-2.0
"""

import os
import pathlib
import re
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
TABLE = HERE / "long.md"
CLOSING = re.compile(r"(?:[a-z-]+: )?(\d+) passed, (\d+) failed, (\d+) skipped")
OPENING = """\
# The last results of the long suites

Written by `make check-long`, a row a suite; one that was interrupted keeps its row. `seconds` are
those of the machine that ran it, with as many processors as the column beside says.

| suite | version | outcome | passed | failed | skipped | seconds | on | facts |
|---|---|---|---|---|---|---|---|---|
"""


def run(suite):
    """Status and lines of make check-SUITE, whose output is passed on as it comes."""
    command = ["make", "--no-print-directory", f"check-{suite}"]
    lines = []
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace"
    ) as child:
        for line in child.stdout:
            print(line, end="", flush=True)
            lines.append(line.rstrip("\n"))
    return child.returncode, lines


def name_of(fact):
    """What it is about, "" for the suite itself."""
    word = fact.partition(" ")[0]
    return word if word.isalpha() else ""


def facts_of(lines, row):
    """Those of this run, in the places of those of the same names in the row of the last one."""
    facts = [line.removeprefix("fact: ").replace("|", "\\|") for line in lines
             if line.startswith("fact: ")]
    said = {name_of(fact): fact for fact in facts if name_of(fact)}
    before = row.rpartition(" | ")[2].removesuffix(" |").split("; ")
    old = [fact for fact in before if name_of(fact)]
    kept = [said.pop(name_of(fact), fact) for fact in old]
    return kept + [fact for fact in facts if not name_of(fact) or name_of(fact) in said]


def row_of(version, suite, status, lines, seconds, row):
    """One line of the table, without its newline."""
    closings = [found for found in map(CLOSING.fullmatch, lines) if found]
    passed, failed, skipped = closings[-1].groups() if closings else ("-", "-", "-")
    outcome = "ok" if status == 0 and failed == "0" else "FAILED"
    cells = (suite, version, outcome, passed, failed, skipped, f"{seconds:.0f}",
             f"{os.cpu_count()} cores", "; ".join(facts_of(lines, row)) or "-")
    return f"| {' | '.join(cells)} |"


def rows_there():
    """The rows of the table by their suites."""
    text = TABLE.read_text() if TABLE.exists() else ""
    rows = {line.split(" ")[1]: line for line in text.splitlines() if re.match(r"\| [a-z]+-", line)}
    rules = "".join(path.read_text() for path in HERE.glob("*.mk"))
    return {suite: row for suite, row in rows.items() if f"check-{suite}:" in rules}


def main(version, suite):
    began = time.monotonic()
    status, lines = run(suite)
    rows = rows_there()
    seconds = time.monotonic() - began
    rows[suite] = row_of(version, suite, status, lines, seconds, rows.get(suite, ""))
    TABLE.write_text(OPENING + "".join(f"{rows[name]}\n" for name in sorted(rows)))
    return status


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
