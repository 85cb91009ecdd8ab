#!/usr/bin/python3
"""run: memory is refused, one request after the other: programs go on, and the report says so.

run.py BUILD STEP    every STEPth request of each program

In the program the library's arena refuses the Nth request, or all from the Nth on. What it prints
and how it ends stay as they were (or 97 for a fault that it has); nothing is found that is not
there; where something is missed the report says that it is incomplete, or why there is none. In
the renderer malloc does: a report, or a sentence that says why not, and an end by itself.
SPDX-License-Identifier: Apache-2.0
"""

import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
CASES = HERE.parent / "cases"
BUILD = pathlib.Path(sys.argv[1]).resolve()
STEP = int(sys.argv[2])
WAYS = ("OOM_AT", "OOM_FROM")
# Program, options, what is found in it.
PROGRAMS = [
    ("silent/every-boundary", "", set()),
    ("silent/stream-drained-by-import", "events=all", set()),
    ("double-release/found", "", {"double-release"}),
    ("declared/found", f"declare={CASES}/declared/found.declare", {"double-release"}),
    ("never-released/found", "stack_depth=8", {"never-released"}),
    ("buffer-used-after-release/found", "isolate=1:validate=1", {"buffer-used-after-release"}),
]
# In words: why something is not there.
EXCUSE = re.compile(r"memory|incomplete|dropped")


def execute(command, environment, timeout=300):
    """Status, standard output and standard error."""
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                          errors="replace", check=False, timeout=timeout,
                          env={"PATH": os.environ["PATH"], "LANG": "C.UTF-8", **environment})
    return done.returncode, done.stdout, done.stderr


def watched(program, options, extra):
    """A run under the library that can be refused memory."""
    settings = ":".join(filter(None, (options, "symbolize=off")))
    return execute([BUILD / "cases" / program],
                   {"LD_PRELOAD": str(BUILD / "oom/libarrowdev_check.so"),
                    "ARROWDEV_CHECK_OPTIONS": settings, **extra})


def requests_of(program, options):
    """How often a run asks for memory, and how it comes out when it gets it."""
    with tempfile.NamedTemporaryFile(prefix="arrowdev-oom-") as counter:
        counter.write(bytes(8))
        counter.flush()
        outcome = watched(program, options, {"OOM_COUNT": counter.name})
        return int.from_bytes(pathlib.Path(counter.name).read_bytes()[:8], "little"), outcome


def checks_in(words):
    """What was found, by the lines that are said at once and the report's."""
    return set(re.findall(r"^(?:arrowdev_check|\S+:\d+(?::\d+)?): (?:error|warning): .*"
                          r"\[([a-z-]+)\]", words, re.M))


def complaint(plain, outcome, expected, options):
    """What is wrong with a run that was refused memory, or None."""
    status, out, words = outcome
    found = checks_in(words) - {"incomplete"}
    if out != plain[1]:
        return f"prints {out!r}, not {plain[1]!r}"
    if status != plain[0] and not (plain[0] == 0 and status == 97 and expected):
        return f"ends with {status}, not {plain[0]}"
    if not found <= expected:
        return f"{found - expected} is found"
    # Whom nothing is declared to sees no structure, and says nothing.
    is_blind = "declare=" in options and not words
    if not expected <= found and not EXCUSE.search(words) and not is_blind:
        return f"{expected - found} is missed without a word"
    return None


def program_complaints(program, options, expected):
    """Its runs, counted, and complaints."""
    n, usual = requests_of(program, options)
    plain = execute([BUILD / "cases" / program], {})
    wrong = complaint(plain, usual, expected, options)
    if wrong or not expected <= checks_in(usual[2]) or n < 20:
        return 1, [f"{program} with all its {n} requests: {wrong or usual[2]}"]
    tries = [(way, i) for way in WAYS for i in range(1, n + 1, STEP)]
    complaints = []
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        runs = pool.map(lambda one: watched(program, options, {one[0]: str(one[1])}), tries)
        for (way, i), outcome in zip(tries, runs):
            wrong = complaint(plain, outcome, expected, options)
            if wrong:
                complaints.append(f"{program} {way}={i}: {wrong}\n{outcome[2]}")
    return len(tries), complaints


def renderer_run(way, number, form):
    """A report of a record with all kinds of lines, malloc refusing."""
    record = HERE.parent / "render/never-released.record"
    return execute([BUILD / "arrowdev-check", "report", f"--format={form}", "--symbolize=off",
                    record], {"LD_PRELOAD": str(BUILD / "oom/malloc.so"), way: str(number)})


def renderer_complaint(outcome, form):
    status, out, words = outcome
    if status not in (0, 1, 2):
        return f"ends with {status}"
    if status != 0 and not words:
        return "fails without a word"
    if status == 0 and form == "json":
        try:
            json.loads(out)
        except ValueError as error:
            return f"writes no JSON: {error}"
    return None


def renderer_complaints(form):
    """The same of the renderer."""
    _, _, words = renderer_run("OOM_COUNT", 1, form)
    n = int(re.search(r"^oom: (\d+) requests", words, re.M)[1])
    tries = [(way, i) for way in WAYS for i in range(1, n + 1, STEP)]
    complaints = []
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for (way, i), outcome in zip(tries, pool.map(lambda one: renderer_run(*one, form), tries)):
            wrong = renderer_complaint(outcome, form)
            if wrong:
                complaints.append(f"report in {form} {way}={i}: {wrong}\n{outcome[2]}")
    return len(tries), complaints


def main():
    total = failed = 0
    parts = [lambda row=row: program_complaints(*row) for row in PROGRAMS]
    parts += [lambda form=form: renderer_complaints(form) for form in ("text", "json", "html")]
    for part in parts:
        n, complaints = part()
        total += n
        failed += len(complaints)
        for one in complaints[:5]:
            print("FAIL oom: " + one.rstrip().replace("\n", "\n     "), flush=True)
    print(f"fact: {total} runs, one request in {STEP} refused, alone and with all that follow")
    print(f"oom: {total - failed} passed, {failed} failed, 0 skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
