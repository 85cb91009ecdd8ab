"""host: starts a program plain and watched, and reads the reports."""

# SPDX-License-Identifier: Apache-2.0

import json
import os
import pathlib
import signal
import subprocess
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
TOP = HERE.parent.parent
BUILT = TOP / "build/hold"
LIBRARY = TOP / "build/libarrowdev_check.so"
PROGRAM = TOP / "build/arrowdev-check"
# Only what hangs takes that long, on however busy a machine.
LIMIT = 600
PYTHON = str(TOP / "build/venv/bin/python3")
ENVIRONMENT = {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1"}


class Skip(Exception):
    """The test cannot be had here."""


def execute(command, env=None, seconds=LIMIT, **more):
    """Run it to its end, or until it takes too long: then it failed."""
    child = subprocess.Popen(
        [str(word) for word in command], env=ENVIRONMENT | (env or {}), stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace",
        start_new_session=True, **more,
    )
    try:
        out, err = child.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        os.killpg(child.pid, signal.SIGKILL)
        out, err = child.communicate()
        raise AssertionError(f"{command} took longer than {seconds} s: {out[-500:]} {err[-1500:]}")
    return subprocess.CompletedProcess(command, child.returncode, out, err)


def launch(*command, options=(), seconds=LIMIT, **more):
    """Under arrowdev-check run: what came of it, and the report."""
    with tempfile.TemporaryDirectory(prefix="arrowdev-hold-") as folder:
        path = pathlib.Path(folder) / "report.json"
        done = execute(
            [PROGRAM, "run", "--format=json", f"--log_path={path}", *options, "--", *command],
            seconds=seconds, **more,
        )
        return done, json.loads(path.read_text())


def preload(*command, options="", seconds=LIMIT, env=None, **more):
    """With the library alone: what came of it, and the report of each process."""
    with tempfile.TemporaryDirectory(prefix="arrowdev-hold-") as folder:
        extra = {
            "LD_PRELOAD": str(LIBRARY),
            "ARROWDEV_CHECK_OPTIONS": f"format=json:log_path={folder}/%p.json:{options}",
        }
        done = execute(command, env=extra | (env or {}), seconds=seconds, **more)
        return done, [json.loads(path.read_text()) for path in pathlib.Path(folder).iterdir()]


def words_of(report):
    """Its findings, for a message."""
    return [(one["check"], one["message"]) for one in report["findings"]]
