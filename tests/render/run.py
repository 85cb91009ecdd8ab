#!/usr/bin/python3
"""run: renders the records of this folder and compares what comes of them with the files beside.

NAME.record gives NAME.txt (standard output) and NAME.err (standard error; no file for none) of
`arrowdev-check report`, and a JSON report that must be valid and, if NAME.json is there, equal to
it. In a record "@top" stands for the tree, "@fixture" for the fixture's path or, as a build_id, its
build-id, and "@MARK" in a frame for the place marked so in fixture.cc. A first line
"# --option=value ..." is for the command line.
"""

# SPDX-License-Identifier: Apache-2.0

import argparse
import difflib
import json
import pathlib
import re
import subprocess
import sys
import tempfile

import jsonschema

HERE = pathlib.Path(__file__).resolve().parent
TOP = HERE.parent.parent
FIXTURE = TOP / "build/render/fixture.so"
PROGRAM = TOP / "build/arrowdev-check"
SCHEMA = TOP / "report/report.schema.json"


def output_of(*command):
    """Standard output of a tool."""
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def read_fixture():
    """The fixture's marks as return addresses, and its build-id."""
    marks = re.findall(r"^([0-9a-f]+) t mark_(\w+)$", output_of("nm", FIXTURE), re.M)
    build_id = re.search(r"Build ID: ([0-9a-f]+)", output_of("readelf", "-n", FIXTURE))
    return {name: int(address, 16) + 1 for address, name in marks}, build_id[1]


def fill_in(text, marks, build_id):
    """A record as a process of this machine would have written it."""
    text = text.replace('"build_id":"@fixture"', f'"build_id":"{build_id}"')
    text = text.replace("@fixture", str(FIXTURE)).replace("@top", str(TOP))
    return re.sub(r'"@(\w+)"', lambda match: str(marks[match[1]]), text)


def compare(path, got, update):
    """What differs from the expected file; none is expected where there is no file."""
    if update:
        path.write_text(got)
        if not got:
            path.unlink()
        return ""
    expected = path.read_text() if path.exists() else ""
    lines = difflib.unified_diff(
        expected.splitlines(), got.splitlines(), f"expected {path.name}", "got", lineterm="", n=2
    )
    return "\n".join(lines)


def check_json(got, path, validator, update):
    """The JSON report is one, and says what the one beside the record says."""
    try:
        report = json.loads(got)
    except ValueError as error:
        return f"no JSON: {error}"
    problems = [f"{error.json_path}: {error.message}" for error in validator.iter_errors(report)]
    if not problems and path.exists():
        as_read = json.dumps(report, indent=1, sort_keys=True) + "\n"
        problems = [compare(path, as_read, update)]
    return "\n".join(problems)


def clean(said, scratch, build_id):
    """What was said, less where, and by which compiler."""
    said = said.replace(str(scratch) + "/", "").replace(str(TOP), "@top")
    return said.replace(build_id, "@fixture")


def check_record(record, scratch, fixture, validator, update):
    """The problems with a record's reports, one text."""
    text = record.read_text(errors="surrogateescape")
    first, _, rest = text.partition("\n")
    options = first[1:].split() if first.startswith("#") else []
    file = scratch / record.name
    file.write_text(
        fill_in(rest if options else text, *fixture), errors="surrogateescape"
    )
    command = [PROGRAM, "report", *options, file]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    problems = [
        compare(record.with_suffix(".txt"), clean(done.stdout, scratch, fixture[1]), update),
        compare(record.with_suffix(".err"), clean(done.stderr, scratch, fixture[1]), update),
    ]
    wide = [line for line in done.stdout.splitlines() if len(line) > 120 and "[" not in line]
    problems += [f"wider than 120: {line}" for line in wide]
    if done.stdout:
        done = subprocess.run(
            [*command, "--format=json"], capture_output=True, text=True, check=False, timeout=300
        )
        got = clean(done.stdout, scratch, fixture[1])
        problems.append(check_json(got, record.with_suffix(".json"), validator, update))
    return "\n".join(filter(None, problems))


def main():
    """All records, or those named."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--update", action="store_true", help="write the expected files")
    parser.add_argument("name", nargs="*", help="records, by name (all)")
    settings = parser.parse_args()
    validator = jsonschema.Draft202012Validator(json.loads(SCHEMA.read_text()))
    fixture = read_fixture()
    records = sorted(HERE.glob("*.record"))
    if settings.name:
        records = [record for record in records if record.stem in settings.name]
    n_failed = 0
    with tempfile.TemporaryDirectory(prefix="arrowdev-render-") as scratch:
        for record in records:
            problems = check_record(
                record, pathlib.Path(scratch), fixture, validator, settings.update
            )
            if problems:
                n_failed += 1
                print(f"not ok {record.stem}\n{problems}")
    print(f"render: {len(records) - n_failed} passed, {n_failed} failed, 0 skipped")
    return 1 if n_failed or not records else 0


if __name__ == "__main__":
    sys.exit(main())
