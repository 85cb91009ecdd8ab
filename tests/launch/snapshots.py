"""snapshots: report_signal makes a program that never ends say what there is so far."""

# SPDX-License-Identifier: Apache-2.0

import json
import os
import pathlib
import re
import signal
import subprocess
import tempfile
import time

from launcher import BUILT, ENVIRONMENT, LIBRARY, launched

SERVER = str(BUILT / "server")


class Server:
    """The program, plain or watched, answering line by line."""

    def __init__(self, command, options="report_signal=USR2", **more):
        env = ENVIRONMENT | {"ARROWDEV_CHECK_OPTIONS": options}
        self.child = subprocess.Popen(
            command, env=env, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, **more)
        assert self.child.stdout.readline() == "ready\n"

    def work(self):
        """One line of input: its answer."""
        self.child.stdin.write("\n")
        self.child.stdin.flush()
        return self.child.stdout.readline().strip()

    def ask(self, pid=None):
        """The signal, then a hook."""
        os.kill(pid or self.child.pid, signal.SIGUSR2)
        return self.work()

    def end(self):
        """What was said, when it is over."""
        _, err = self.child.communicate(timeout=300)
        return err


def preloaded(*arguments):
    """Without the launcher; env is replaced by the program."""
    return ["/usr/bin/env", f"LD_PRELOAD={LIBRARY}", SERVER, *arguments]


def read_both(folder):
    """The two files of a report."""
    assert sorted(os.listdir(folder)) == ["log.json", "log.txt"]
    text, report = (pathlib.Path(folder, f"log.{word}").read_text() for word in ("txt", "json"))
    return text, json.loads(report)


def test_a_signal_brings_a_report_so_far():
    """Alive and new are counted, the program goes on, and its own end is reported as well."""
    server = Server(preloaded())
    assert server.work() == "0 signals, default"
    assert server.ask() == "0 signals, default"
    server.work()
    server.ask()
    err = server.end()
    assert server.child.returncode == 0, err
    heading = r"(?m)^== arrowdev_check: (\d) structures? alive when SIGUSR2 came ==$"
    tables = re.findall(heading, err)
    # Some of the line's work may be done before a hook meets the request.
    assert len(tables) == 2 and tables[0] in "12" and tables[1] in "345", err
    assert err.count("-> goes on\n") == 2, err
    assert "server.c:30" in err and err.count("suppressed (") == 3, err
    assert err.endswith("(8 structs, 0 moves, 8 releases, 0 events dropped) -> exit 0\n"), err


def test_a_file_has_what_was_said_last():
    """log_path: the snapshot, then the end; JSON says that it goes on, and what is alive."""
    with tempfile.TemporaryDirectory(prefix="arrowdev-launch-") as folder:
        server = Server(preloaded(), f"report_signal=USR2:log_path={folder}/log:format=text,json")
        server.work()
        server.ask()
        text, report = read_both(folder)
        assert " alive when SIGUSR2 came" in text, text
        assert report["run"]["exit"]["how"] == "checkpoint", report["run"]
        assert {one["state"] for one in report["objects"]} == {"live"}, report["objects"]
        server.end()
        text, report = read_both(folder)
        assert report["run"]["exit"]["how"] == "exit" and "-> goes on" not in text, text


def test_the_program_keeps_its_own_handler():
    """It is called, and shown, and nothing else."""
    server = Server(preloaded("handles"))
    assert server.work() == "0 signals, own"
    assert server.ask() == "1 signals, own"
    err = server.end()
    assert " alive when SIGUSR2 came" in err, err


def test_what_is_ignored_stays_ignored():
    """And so there is no snapshot."""
    server = Server(preloaded("ignores"))
    server.work()
    assert server.ask() == "0 signals, ignored"
    assert "goes on" not in server.end()


def test_before_the_first_structure_the_signal_is_harmless():
    """Nothing is said of a process that showed nothing, until it has."""
    server = Server(preloaded())
    os.kill(server.child.pid, signal.SIGUSR2)
    assert server.work() == "0 signals, default"
    err = server.end()
    assert server.child.returncode == 0 and " alive when SIGUSR2 came" in err, err


def test_without_the_option_nothing_is_changed():
    """The signal ends the program."""
    server = Server(preloaded(), "")
    os.kill(server.child.pid, signal.SIGUSR2)
    server.end()
    assert server.child.returncode == -signal.SIGUSR2


def test_the_launcher_says_a_snapshot():
    """Sent to the launcher, it is passed on; what is alive stands in the record."""
    with tempfile.TemporaryDirectory(prefix="arrowdev-launch-") as folder:
        records = pathlib.Path(folder, "records")
        server = Server(launched("--report_signal=USR2", f"--record_dir={records}", SERVER), "")
        server.work()
        os.kill(server.child.pid, signal.SIGUSR2)
        for step in range(90):  # as many as the server has room for; ten minutes in all
            time.sleep(0.05 * 1.08 ** step)
            server.work()
            if any('"k":"snapshot"' in path.read_text() for path in records.glob("*.jsonl")):
                break
        err = server.end()
    said = re.findall(
        r"(?m)^arrowdev_check: snapshot of server \(pid \d+\): (\d+) structures? alive, "
        r"(\d+) new since the last one; 0 errors, 0 warnings$", err)
    assert len(said) == 1 and said[0][0] == said[0][1] > "0", err
    assert err.count("suppressed (") == 1 and server.child.returncode == 0, err


def test_other_signals_are_refused():
    """With what is allowed."""
    server = Server(preloaded(), "report_signal=KILL")
    server.work()
    err = server.end()
    assert "report_signal" in err and "USR1" in err, err
