#!/usr/bin/python3
"""run: what scenarios say: their own expectations, the reference model and the tracker agree.

run.py BUILD [COUNT]    the files here, then COUNT random scenarios (2,000 unless said); one that
                        differs is printed as short as it gets
SPDX-License-Identifier: Apache-2.0
"""
import pathlib
import subprocess
import sys
import tempfile

import generate
import matrix
import replay
import scenario

HERE = pathlib.Path(__file__).resolve().parent
REPLAY = pathlib.Path(sys.argv[1], "order/replay")
COUNT = int(sys.argv[2]) if len(sys.argv) > 2 else 2000
SEED = "arrow"
AT_ONCE = 1000


def tracker(path):
    """What the tracker says of a file."""
    done = subprocess.run([REPLAY, path], capture_output=True, text=True, timeout=300)
    if done.returncode != 0:
        return [f"replay ended with {done.returncode}: {done.stderr.strip()}"]
    return done.stdout.splitlines()


def first_difference(one, other):
    for a, b in zip(one + ["-"], other + ["-"]):
        if a != b:
            return a, b
    return None


def check_file(path):
    """The titles of its scenarios, and complaints."""
    titles = [title for title, _ in scenario.read(path)]
    wanted = list(scenario.expectations(path))
    for who, said in (("model", list(replay.replay(path))), ("tracker", tracker(path))):
        differ = first_difference(wanted, said)
        if differ:
            yield f"FAIL order/{path.name}: expected {differ[0]}, the {who} says {differ[1]}"
    if len(set(titles)) != len(titles):
        yield f"FAIL order/{path.name}: two scenarios have one title"


def differs(lines, scratch):
    scratch.write_text("\n".join(lines) + "\n")
    try:
        return list(replay.replay(scratch)) != tracker(scratch)
    except (scenario.Wrong, KeyError, AttributeError):
        return False


def shorten(text, scratch):
    """Lines without which they still differ are left out."""
    lines, at = text.split("\n"), 1
    while at < len(lines):
        fewer = lines[:at] + lines[at + 1 :]
        if differs(fewer, scratch):
            lines = fewer
        else:
            at += 1
    differs(lines, scratch)
    return lines


def check_random(texts, scratch):
    """Complaints about some scenarios; all are run at once, and one by one where they differ."""
    scratch.write_text("\n".join(texts) + "\n")
    if list(replay.replay(scratch)) == tracker(scratch):
        return
    for text in texts:
        if differs(text.split("\n"), scratch):
            print("\n".join(shorten(text, scratch)))
            print("  model:  ", *replay.replay(scratch), sep="\n    ")
            print("  tracker:", *tracker(scratch), sep="\n    ")
            yield f"FAIL order/{text.splitlines()[0]}"


def check_matrix():
    """How many combinations there are, and complaints."""
    wanted = list(matrix.verdicts())
    done = subprocess.run([REPLAY.parent / "matrix"], capture_output=True, text=True, timeout=300)
    said = done.stdout.splitlines()
    complaints = [f"FAIL order/matrix: expected {one}, got {other}"
                  for one, other in zip(wanted, said) if one != other]
    if len(wanted) != len(said) or done.returncode != 0:
        complaints.append(f"FAIL order/matrix: {len(said)} lines, {len(wanted)} were expected")
    return len(wanted), complaints


def main():
    passed = failed = 0
    for path in sorted(HERE.glob("*.scenario")):
        complaints = list(check_file(path))
        failed += len(complaints)
        passed += 0 if complaints else len(scenario.read(path))
        print(*complaints, sep="\n", end="\n" if complaints else "")
    n, complaints = check_matrix()
    failed += len(complaints)
    passed += n - len(complaints)
    print(*complaints[:20], sep="\n", end="\n" if complaints else "")
    texts = list(generate.scenarios(SEED, COUNT))
    with tempfile.TemporaryDirectory(prefix="arrowdev-order-") as folder:
        scratch = pathlib.Path(folder, "random.scenario")
        for at in range(0, len(texts), AT_ONCE):
            complaints = list(check_random(texts[at : at + AT_ONCE], scratch))
            failed += len(complaints)
            passed += len(texts[at : at + AT_ONCE]) - len(complaints)
            print(*complaints, sep="\n", end="\n" if complaints else "")
    print(f"order: {passed} passed, {failed} failed, 0 skipped")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
