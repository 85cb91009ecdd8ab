"""common: records for the tests of the formats, and reports made of them."""

# SPDX-License-Identifier: Apache-2.0

import functools
import importlib.util
import json
import pathlib
import subprocess
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
TOP = HERE.parent.parent
PROGRAM = TOP / "build/arrowdev-check"
SCHEMAS = TOP / "build/schemas"
RECORDS = TOP / "tests/render"


class Skipped(Exception):
    """What a test needs is not there."""


def load(path):
    """A Python file that is in no package, as a module."""
    spec = importlib.util.spec_from_file_location(path.stem + "_of_" + path.parent.name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def report(*arguments, **more):
    """Run arrowdev-check report; the bytes that it prints."""
    done = subprocess.run(
        [PROGRAM, "report", *arguments], capture_output=True, check=False, timeout=600, **more
    )
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout


def records(folder):
    """The records of tests/render that give a report, filled in for this machine."""
    render = load(RECORDS / "run.py")
    fixture = render.read_fixture()
    for record in sorted(RECORDS.glob("*.record")):
        if not record.with_suffix(".txt").exists():
            continue
        text = record.read_text(errors="surrogateescape")
        first, _, rest = text.partition("\n")
        file = folder / record.name
        filled = render.fill_in(rest if first.startswith("#") else text, *fixture)
        file.write_text(filled, errors="surrogateescape")
        yield file


def record(name, folder):
    """One of them."""
    return next(file for file in records(folder) if file.stem == name)


def line(**members):
    """One line of a record."""
    return json.dumps(members, separators=(",", ":")) + "\n"


SCRATCH = tempfile.TemporaryDirectory(prefix="arrowdev-formats-")


@functools.cache
def many(n):
    """A record of n findings, as bench has them; made once."""
    path = pathlib.Path(SCRATCH.name) / f"many-{n}.jsonl"
    load(TOP / "tests/bench/render.py").write_findings(path, n)
    return path
