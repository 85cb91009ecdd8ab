"""meanwhile: what is said while a run goes on."""

# SPDX-License-Identifier: Apache-2.0

import os
import pathlib
import re
import signal
import subprocess
import tempfile
import time

from launcher import BUILT, ENVIRONMENT, LEAKS, PROGRAM, TWICE, Terminal, launched, run


def test_counts_are_shown_while_it_goes_on():
    """watch, to a file and on stderr."""
    with tempfile.TemporaryDirectory(prefix="arrowdev-launch-") as folder:
        done = run(f"--watch={folder}/counts", "sh", "-c", f"{LEAKS}; sleep 4; {TWICE}")
        counts = pathlib.Path(f"{folder}/counts").read_text().splitlines()
    assert " alive, " not in done.stderr and done.stdout.startswith("the copy"), done
    assert counts[-1].endswith("0 processes, 0 of 2 structures alive, 2 errors, 0 warnings"), counts
    early = "0 processes, 0 of 1 structure alive, 1 error, 0 warnings"
    assert any(line.endswith(early) for line in counts), counts
    assert all(re.match(r"arrowdev_check: \d+ s: ", line) for line in counts)
    done = run("--watch", TWICE, start_new_session=True)
    assert "0 of 1 structure alive, 1 error, 0 warnings\n" in done.stderr
    done = run("--watch=/nonexistent/file", TWICE)
    assert done.returncode == 1 and "watch: /nonexistent/file: No such file" in done.stderr


def test_counts_go_to_the_terminal_not_to_the_programs_output():
    """Standard error is in a file."""
    with tempfile.TemporaryDirectory(prefix="arrowdev-launch-") as folder:
        command = f"exec {PROGRAM} run --watch sh -c '{TWICE}; echo two >&2' 2>{folder}/err"
        terminal = Terminal("/bin/sh", "-c", command)
        terminal.expect(r"arrowdev_check: \d+ s: .*0 of 1 structure alive, 1 error, 0 warnings")
        assert terminal.close() == 97
        err = pathlib.Path(f"{folder}/err").read_text()
    assert " alive, " not in err and "two\n" in err and "[double-release]" in err, err


def test_what_goes_on_is_said():
    """The callback that has run longest."""
    with tempfile.TemporaryDirectory(prefix="arrowdev-launch-") as folder:
        child = subprocess.Popen(
            launched(f"--watch={folder}/counts", BUILT / "hang"), env=ENVIRONMENT,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        words = r"1 of 1 structure alive, 0 errors, 0 warnings; release of array#1 runs for [1-9]"
        end = time.monotonic() + 300
        said = ""
        try:
            while not re.search(words + r"\d* s in hang \(pid \d+\)\n", said):
                assert time.monotonic() < end and child.poll() is None, said
                time.sleep(0.1)
                path = pathlib.Path(f"{folder}/counts")
                said = path.read_text() if path.exists() else ""
        finally:
            child.terminate()
            child.wait(timeout=300)


def lines_until(child, words):
    """What it says up to the line with these words."""
    said = ""
    while words not in said:
        line = child.stderr.readline()
        assert line, said
        said += line
    return said


def test_a_stuck_callback_is_what_the_options_make_of_it():
    """checks=error:callback-stuck, and a whole group off."""
    for checks, level in (("error:callback-stuck", "error"), ("-lifetime", None)):
        child = subprocess.Popen(
            launched("--callback_timeout_ms=200", f"--checks={checks}", BUILT / "hang"),
            env=ENVIRONMENT, text=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        said = lines_until(child, "has not returned") if level else ""
        time.sleep(0 if level else 1)
        child.terminate()
        said += child.communicate(timeout=300)[1]
        found = re.findall(r"(\w+): release of array#1 has not returned after", said)
        assert found == ([level] * 2 if level else []), said
        assert child.returncode == 143


def test_a_callback_that_hangs_is_said_while_it_does():
    """And in the report of the process that was ended for it."""
    child = subprocess.Popen(
        launched("--callback_timeout_ms=300", BUILT / "hang"), env=ENVIRONMENT, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )
    said = lines_until(child, "thread ")
    child.terminate()
    _, rest = child.communicate(timeout=300)
    stuck = r"warning: release of array#1 has not returned after \S+ s \[callback-stuck\] in hang"
    assert re.search(stuck, said), said
    assert re.search(r"thread \d+ in release of array#1 for \S+ s: let_go hang.c:13\n", said), said
    assert "tests/launch/hang.c:13:6: warning: release of array#1 has not returned" in rest
    last = "0 errors, 1 warning, 0 suppressed (1 struct; 1 record without an end) -> signal SIGTERM"
    assert last in rest, rest
    assert child.returncode == 143


def test_a_callback_that_hangs_in_a_child_is_said_too():
    """At a place that the parent was at as well: the child's own record has its stack."""
    child = subprocess.Popen(
        launched("--callback_timeout_ms=300", BUILT / "hang", "forked"), env=ENVIRONMENT,
        text=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, start_new_session=True)
    said = lines_until(child, "thread ")
    os.killpg(child.pid, signal.SIGTERM)
    _, rest = child.communicate(timeout=300)
    assert re.search(r"in release of array#\d+ for \S+ s: let_go hang.c:13 < trade", said), said
    assert "tests/launch/hang.c:13:6: warning: release of array#" in rest, rest
    assert "(2 processes, 10 structs; 2 records without an end)" in rest, rest
