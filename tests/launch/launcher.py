"""launcher: arrowdev-check run as the tests start it, and a terminal to start it in."""

# SPDX-License-Identifier: Apache-2.0

import json
import os
import pathlib
import pty
import re
import select
import subprocess
import tempfile
import time

import jsonschema

HERE = pathlib.Path(__file__).resolve().parent
TOP = HERE.parent.parent
PROGRAM = TOP / "build/arrowdev-check"
LIBRARY = TOP / "build/libarrowdev_check.so"
CASES = TOP / "build/cases"
BUILT = TOP / "build/launch"
TWICE = str(CASES / "double-release/found")
LEAKS = str(CASES / "never-released/found")
SILENT = str(CASES / "double-release/silent")
PYTHON = str(TOP / "build/venv/bin/python3")
SCHEMA = json.loads((TOP / "report/report.schema.json").read_text())
ENVIRONMENT = {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1"}
NOTHING = "arrowdev_check: not-exercised, 0 warnings, 0 suppressed (no process showed a structure)"


class Skip(Exception):
    """The test cannot be had here."""


def launched(*arguments):
    """The whole command line."""
    return [str(PROGRAM), "run", *map(str, arguments)]


def run(*arguments, env=None, **more):
    """Run it to its end."""
    return subprocess.run(
        launched(*arguments), env=ENVIRONMENT | (env or {}), capture_output=True, text=True,
        errors="replace", check=False, timeout=300, **more
    )


def last_line(done):
    """The last line, which may be two."""
    lines = done.stderr.splitlines()
    at = max(i for i, line in enumerate(lines) if re.match(r"arrowdev_check: \S", line))
    return " ".join(line.removeprefix("arrowdev_check:").strip() for line in lines[at:])


def json_of(*arguments, **more):
    """The report for programs."""
    with tempfile.TemporaryDirectory(prefix="arrowdev-launch-") as folder:
        path = pathlib.Path(folder) / "report.json"
        done = run("--format=json", f"--log_path={path}", *arguments, **more)
        report = json.loads(path.read_text())
    jsonschema.Draft202012Validator(SCHEMA).validate(report)
    return done, report


class Terminal:
    """A command in the foreground of a terminal of its own."""

    def __init__(self, *command):
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.execve(command[0], list(command), ENVIRONMENT | {"TERM": "xterm", "PS1": "$ "})
        self.said = ""

    def expect(self, pattern, seconds=300):
        """Read until it is said."""
        end = time.monotonic() + seconds
        while not re.search(pattern, self.said):
            ready, _, _ = select.select([self.fd], [], [], max(0, end - time.monotonic()))
            assert ready, f"{pattern!r} is not said in {self.said!r}"
            try:
                more = os.read(self.fd, 4096).decode(errors="replace")
            except OSError:
                more = ""
            assert more, f"{pattern!r} is not said in {self.said!r}"
            self.said += more
        self.said = self.said[re.search(pattern, self.said).end():]

    def send(self, text):
        """As a person types it."""
        os.write(self.fd, text.encode())

    def close(self):
        """The terminal goes; the status."""
        _, status = os.waitpid(self.pid, 0)
        os.close(self.fd)
        return os.waitstatus_to_exitcode(status)
