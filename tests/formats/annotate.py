"""annotate: lines for GitHub Actions, read as its runner reads them."""

# SPDX-License-Identifier: Apache-2.0

import json
import re
import subprocess

import common

COMMAND = re.compile(r"^::(\w+) ([^:]*)::(.*)$")
# What actions/toolkit replaces in data, and besides in properties.
DATA = [("%0D", "\r"), ("%0A", "\n"), ("%25", "%")]
PROPERTY = [("%3A", ":"), ("%2C", ","), *DATA]


def unescape(text, table):
    """As the runner does."""
    for escaped, plain in table:
        text = text.replace(escaped, plain)
    return text


def annotations(*arguments):
    """(command, properties, message) of each line that the runner takes."""
    done = subprocess.run(
        [common.PROGRAM, "report", *arguments], capture_output=True, check=True, timeout=300
    )
    for line in done.stderr.decode().splitlines():
        if line.startswith("arrowdev_check: record: "):
            continue
        match = COMMAND.match(line)
        assert match, line
        pairs = dict(pair.split("=", 1) for pair in match[2].split(","))
        yield match[1], {k: unescape(v, PROPERTY) for k, v in pairs.items()}, match[3]


def test_each_finding_printed_has_its_line(folder):
    """Command, place and words are those of the report."""
    n = 0
    for record in common.records(folder):
        found = json.loads(common.report("--format=json", record))
        lines = list(annotations("--annotate=github", record))
        places = {(f["check"], f["severity"], l.get("file"), str(l.get("line") or None))
                  for f in found["findings"] for l in [f["location"] or {}]}
        for command, properties, message in lines:
            place = properties.get("file"), str(properties.get("line"))
            if place[0]:
                severity = command.replace("notice", "note")
                assert (properties["title"], severity, *place) in places, (properties, places)
                n += 1
            assert message
        assert len(lines) <= len(found["findings"])
    assert n > 5, n


def test_nothing_can_begin_a_line_of_its_own(folder):
    """A message with a newline and an escape is one line."""
    (command, properties, message), = annotations(
        "--annotate=github", common.record("hostile", folder))
    assert command == "error" and properties["file"].endswith(".py")
    assert "\\n\\x1b[31mcalled twice" in message, message


def test_without_the_option_there_are_none(folder):
    """Nor are there when the record's process had it."""
    record = common.record("double-release", folder)
    record.write_text(record.read_text().replace('"format":"text"', '"annotate":"github"', 1))
    assert not list(annotations(record))
