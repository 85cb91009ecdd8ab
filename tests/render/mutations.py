#!/usr/bin/python3
"""mutations: damaged records are read as far as they go: no crash, no invalid JSON.

mutations.py [SEED [ROUNDS]]    the same seed damages the same
"""

# SPDX-License-Identifier: Apache-2.0

import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
PROGRAM = HERE.parent.parent / "build/arrowdev-check"
WORDS = [
    b"null", b"-1", b"99999999999999999999", b"[]", b"{}", b'""', b"1e400", b"4294967296",
    b"\\u0000", b"-9223372036854775808", b"true", b"\xff\xfe", b'"\\ud800"',
]


def cut(data, at):
    """The process died while writing."""
    return data[:at]


def flip(data, at):
    """A byte is another one."""
    return data[:at] + bytes([random.randrange(256)]) + data[at + 1 :]


def drop(data, at):
    """Bytes are missing."""
    return data[:at] + data[at + random.randrange(1, 40) :]


def add(data, at):
    """Something is in between."""
    return data[:at] + random.choice(WORDS) + data[at:]


def number(data, _at):
    """A number is something else."""
    found = random.choice(list(re.finditer(rb"\d+", data)) or [None])
    return data[: found.start()] + random.choice(WORDS) + data[found.end() :] if found else data


def shuffle(data, _at):
    """Lines come in another order, one of them twice."""
    lines = data.split(b"\n")
    lines.append(random.choice(lines))
    random.shuffle(lines)
    return b"\n".join(lines)


def damage(data):
    """One fault or a few."""
    for _ in range(random.choice((1, 1, 2, 5, 20))):
        if data:
            change = random.choice((cut, flip, drop, add, number, shuffle))
            data = change(data, random.randrange(len(data)))
    return data


def problems(paths):
    """What is wrong with how the records are taken."""
    old, new = paths[0], paths[-1]
    for arguments in (
        ["--verbosity=1", *paths], ["--format=json", *paths], ["--lanes=array#4", new],
        ["--suppressions=known", "--print_suppressions", new], ["--diff", old, new],
    ):
        done = subprocess.run(
            [PROGRAM, "report", *arguments], capture_output=True, check=False, timeout=300
        )
        if done.returncode not in (0, 1, 2):
            return f"{arguments} ended with {done.returncode}"
        if arguments[0] == "--format=json" and done.stdout:
            try:
                json.loads(done.stdout)
            except ValueError as error:
                return f"{arguments} wrote no JSON: {error}"
    return None


def main(seed="1", rounds="40"):
    """Each round damages a few of the records of this folder."""
    random.seed(seed)
    records = [path.read_bytes() for path in sorted(HERE.glob("*.record"))]
    n_failed = 0
    with tempfile.TemporaryDirectory(prefix="arrowdev-render-") as folder:
        for n in range(int(rounds)):
            paths = [f"{folder}/{i}.jsonl" for i in range(random.choice((1, 3)))]
            for path in paths:
                pathlib.Path(path).write_bytes(damage(random.choice(records)))
            wrong = problems(paths)
            if wrong:
                n_failed += 1
                print(f"not ok seed {seed} round {n}: {wrong}")
    print(f"render-mutations: {int(rounds) - n_failed} passed, {n_failed} failed, 0 skipped")
    return 1 if n_failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
