#!/usr/bin/python3
"""play: the scenarios of tests/order by real calls of the driver, under the library: the findings
must be those that the scenarios expect, through each way in which a program gets at the driver.

play.py BUILD [WAY...]    WAYS below, play.h says what they are; with ARROWDEV_DRIVER=FOLDER on
                          libcuda.so.1 of there

A scenario that needs what calls cannot do here is counted as skipped, with its reason. On the
software driver each check of devices is found, and silent elsewhere, through each way.
"""

# SPDX-License-Identifier: Apache-2.0

import collections
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
SCENARIOS = HERE.parent / "order"
sys.path.insert(0, str(SCENARIOS))
import scenario  # noqa: E402

# A real driver takes its time to make a context.
AT_ONCE = min(os.cpu_count() or 2, 8) if "ARROWDEV_DRIVER" in os.environ else 2
# What plays, and how a fix says that a stream is to wait.
PROGRAM = "driver/play"
WAIT = "cudaStreamWaitEvent("
STREAM = "stream"
WAYS = ["direct", "dlsym", "dlsym-thread", "lookup", "lookup-thread", "old-lookup"]
# What real arrays do otherwise than a scenario's, or do "(WAY)".
UNLIKE = {
    "slow_wait": "how long a wait takes is not told to the driver",
}
# Checks that calls of CUDA cannot show in a scenario, or "(WAY)" cannot: where they are shown.
ELSEWHERE = {
    "device-id-mismatch": "clients/device.py",
    "event-not-flushed": "OpenCL's alone",
    "event-wait-slow": "tests/order",
    "hidden-copy": "clients/copies.py",
}
Case = collections.namedtuple("Case", "way path line title expected reader options")


def reader_of(lines):
    """The stream that is to wait, where one of the program's own reads too early; else None."""
    made = {line.words[1] for line in lines if line.words[0] == "stream"
            and not {"legacy", "thread"} & set(line.words)}
    found = {line.words[1] for line in lines if line.words[0] in ("read", "copy", "kernel")
             and "read-before-event" in dict(line.expected)}
    return found.pop() if len(found) == 1 and found <= made else None


def cases(ways):
    """Every scenario, every way."""
    for path in sorted(SCENARIOS.glob("*.scenario")):
        text = path.read_text().splitlines()
        starts = [at for at, line in enumerate(text, 1) if line.startswith("scenario ")]
        for start, (title, lines) in zip(starts, scenario.read(path)):
            expected = {wanted for line in lines for wanted in line.expected}
            options = ["=".join(line.words[1:]) for line in lines if line.words[0] == "option"]
            for way in ways:
                yield Case(way, path, start, title, expected, reader_of(lines), options)


def checks_of_devices():
    """Slugs of the checks that are asked about what a device does."""
    text = (HERE.parents[1] / "report/checks.def").read_text()
    rows = re.findall(r'^CHECK\(\w+, "([\w-]+)",(.*?)\)$', text, re.M | re.S)
    return {slug for slug, row in rows if "ON(DEVICE)" in row}


def gaps(found, silent, ways):
    """Checks that no scenario has shown through a way, and those that none was silent about."""
    for way in ways:
        others = {slug.removesuffix(f" ({way})") for slug in ELSEWHERE}
        for slug in sorted(checks_of_devices() - others):
            if not found[way, slug] or not silent[way, slug]:
                yield f"{slug} ({way}): found {found[way, slug]} times, silent {silent[way, slug]}"


def run(case, build):
    """(None, reason) when skipped, else (what is wrong or "", output)."""
    for name, reason in UNLIKE.items():
        if case.title.startswith(name.removesuffix(f" ({case.way})")):
            return None, f"play: {name}: {reason}"
    with tempfile.TemporaryDirectory(prefix="arrowdev-play-") as folder:
        environment = dict(os.environ)
        environment["LD_PRELOAD"] = str(build / "libarrowdev_check.so")
        options = ["format=json", "exitcode=0", "leaks=0", *case.options]
        environment["ARROWDEV_CHECK_OPTIONS"] = ":".join(options)
        library = os.environ.get("ARROWDEV_DRIVER")
        if library:
            environment["LD_LIBRARY_PATH"] = library
        done = subprocess.run(
            [build / PROGRAM, case.way, case.path, str(case.line)],
            cwd=folder,
            env=environment,
            capture_output=True,
            text=True,
            timeout=300,
        )
        if done.returncode == 77:
            return None, [s for s in done.stderr.splitlines() if s.startswith("play: ")][-1]
        if done.returncode != 0:
            return f"ended with {done.returncode}", done.stderr
        found, fixes = set(), ""
        for path in pathlib.Path(folder).glob("arrowdev.*.json"):
            report = json.loads(path.read_text())
            for finding in report["findings"]:
                found.add((finding["check"], finding["severity"]))
                fixes += finding["fix"] or ""
        missing, surplus = case.expected - found, found - case.expected
        said = [f"not found: {' '.join(x)}" for x in sorted(missing)]
        # An array without an event has none that could be waited for.
        call = WAIT + case.reader if case.reader and "*sync_event" in fixes else None
        if case.reader and (call or f'let {STREAM} "{case.reader}" wait') not in fixes:
            said.append(f"no fix names {case.reader}")
        said += [f"not expected: {' '.join(x)}" for x in sorted(surplus)]
        return "; ".join(said), done.stderr


def main():
    """Run, add up."""
    build = pathlib.Path(sys.argv[1]).resolve()
    ways = sys.argv[2:] or WAYS
    counts, reasons = collections.Counter(), collections.Counter()
    found, silent = collections.Counter(), collections.Counter()
    table = list(cases(ways))
    devices = checks_of_devices()
    with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
        for case, (problem, output) in zip(table, pool.map(lambda c: run(c, build), table)):
            name = f"{case.path.stem} {case.title} ({case.way})"
            if problem is None:
                counts["skipped"] += 1
                reasons[output] += 1
            elif problem:
                counts["failed"] += 1
                print(f"not ok {name}: {problem}")
                if os.environ.get("V"):
                    print(output)
            else:
                counts["passed"] += 1
                slugs = {slug for slug, _ in case.expected}
                found.update((case.way, slug) for slug in slugs)
                silent.update((case.way, slug) for slug in devices - slugs)
    for gap in gaps(found, silent, [] if "ARROWDEV_DRIVER" in os.environ else ways):
        counts["failed"] += 1
        print(f"not ok {gap}")
    for reason, n in sorted(reasons.items()):
        print(f"skip {n}: {reason}")
    numbers = ", ".join(f"{counts[what]} {what}" for what in ("passed", "failed", "skipped"))
    print(f"play: {numbers}")
    return counts["failed"] > 0


if __name__ == "__main__":
    sys.exit(main())
