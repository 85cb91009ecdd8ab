#!/usr/bin/python3
"""run: the fuzz targets: what was found stays mended, and new inputs find nothing.

run.py BUILD [TARGET...]           the seeds, what was found once, and a few thousand new inputs
run.py --long BUILD [TARGET...]    10 million inputs each, in pieces: a process of libFuzzer, then
                                   the next on the corpus that it left

The long run goes on where an earlier one of the same build ended: BUILD/fuzz/TARGET.count. A target
has FUZZ_SECONDS (3600) each time; one that is not through then says no fact, so that the table
keeps the last that was.
SPDX-License-Identifier: Apache-2.0
"""

import concurrent.futures
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time

import seeds

GOAL = 10_000_000
SECONDS = int(os.environ.get("FUZZ_SECONDS", "3600"))
# Memory that is never given back by design (interned types, objects in quarantine) starts anew.
PIECE = 100_000
SHORT = 2_000
LONGEST = {"walker": 2100, "content": 2100, "suppression": 1500, "record": 4000, "render": 4000}


def command(folder, target, *options):
    """libFuzzer on a folder of inputs; what the target itself says is dropped."""
    return [folder / target, "-detect_leaks=0", "-close_fd_mask=3", "-timeout=60",
            # peek's faults are many, and the sanitizers see the others
            "-handle_segv=0", "-handle_bus=0",
            "-rss_limit_mb=3000", "-entropic_scale_per_exec_time=1",
            f"-max_len={LONGEST.get(target, 1000)}",
            f"-artifact_prefix={folder}/found-{target}-", *options]


def execute(arguments, seconds):
    """Number of inputs, and what went wrong or None."""
    done = subprocess.run(arguments, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, errors="replace", check=False,
                          timeout=seconds + 300)
    ran = re.findall(r"^Done (\d+) runs", done.stdout, re.M)
    if done.returncode == 0 and ran:
        return int(ran[-1]), None
    words = [line for line in done.stdout.splitlines()
             if re.search(r"ERROR|runtime error|^ +#\d|SUMMARY|Test unit|^Base64", line)]
    return 0, "\n       ".join(words[:12] + words[12:][-2:]) or f"ended with {done.returncode}"


def short(folder, target):
    """The inputs that are there, and new ones, the same each time."""
    corpus = folder / "short" / target
    seeds.write(target, corpus)
    new = folder / "short" / f"{target}-new"
    new.mkdir(exist_ok=True)
    n_there = len(list(corpus.iterdir()))
    n, wrong = execute(command(folder, target, f"-runs={n_there + SHORT}", "-seed=1",
                               "-reduce_inputs=0", new, corpus), 60)
    shutil.rmtree(new)
    return wrong, f"{n_there} inputs, and {n - n_there} new ones"


def count_of(folder, target):
    """Where the number of inputs of this build stands: (file, key, number)."""
    path = folder / f"{target}.count"
    key = hashlib.sha256((folder / target).read_bytes()).hexdigest()
    had = path.read_text().split() if path.exists() else []
    return path, key, int(had[1]) if had and had[0] == key else 0


def long(folder, target):
    """Pieces until there were enough, or the time is over."""
    corpus = folder / "corpus" / target
    seeds.write(target, corpus)
    path, key, n = count_of(folder, target)
    end = time.monotonic() + SECONDS
    wrong = None
    while n < GOAL and not wrong and time.monotonic() < end:
        left = max(1, int(end - time.monotonic()))
        ran, wrong = execute(command(folder, target, f"-runs={min(PIECE, GOAL - n)}",
                                     f"-max_total_time={left}", corpus), left)
        n += ran
        path.write_text(f"{key} {n}\n")
    how = f"{n:,} inputs, {len(list(corpus.iterdir())):,} of them kept"
    return wrong, how if n >= GOAL else f"interrupted: {how}"


def main(arguments):
    is_long = "--long" in arguments
    build, *targets = [word for word in arguments if word != "--long"]
    folder = pathlib.Path(build).resolve() / "fuzz"
    targets = targets or list(seeds.MAKERS)
    n_failed = 0
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        work = long if is_long else short
        for target, (wrong, how) in zip(targets, pool.map(lambda one: work(folder, one), targets)):
            n_failed += bool(wrong)
            print(f"{'FAIL' if wrong else 'ok  '} fuzz/{target}: {wrong or how}")
            if not how.startswith("interrupted"):
                print(f"fact: {target} {how}", flush=True)
    print(f"fuzz: {len(targets) - n_failed} passed, {n_failed} failed, 0 skipped")
    return 1 if n_failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
