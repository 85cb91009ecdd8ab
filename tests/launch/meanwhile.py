"""meanwhile: what is said while a run goes on."""

# SPDX-License-Identifier: Apache-2.0

import pathlib
import re
import subprocess
import tempfile

from launcher import BUILT, ENVIRONMENT, LEAKS, TWICE, launched, run


def test_counts_are_shown_while_it_goes_on():
    """watch, to a file and on stderr."""
    with tempfile.TemporaryDirectory(prefix="arrowdev-launch-") as folder:
        done = run(f"--watch={folder}/counts", "sh", "-c", f"{LEAKS}; sleep 2; {TWICE}")
        counts = pathlib.Path(f"{folder}/counts").read_text().splitlines()
    assert " alive, " not in done.stderr and done.stdout.startswith("the copy"), done
    assert counts[-1].endswith("0 processes, 0 of 2 structures alive, 2 errors, 0 warnings"), counts
    early = "0 processes, 0 of 1 structure alive, 1 error, 0 warnings"
    assert any(line.endswith(early) for line in counts), counts
    assert all(re.match(r"arrowdev_check: \d+ s: ", line) for line in counts)
    done = run("--watch", TWICE)
    assert "0 of 1 structure alive, 1 error, 0 warnings\n" in done.stderr
    done = run("--watch=/nonexistent/file", TWICE)
    assert done.returncode == 1 and "watch: /nonexistent/file: No such file" in done.stderr


def test_a_callback_that_hangs_is_said_while_it_does():
    """And in the report of the process that was ended for it."""
    child = subprocess.Popen(
        launched("--callback_timeout_ms=300", BUILT / "hang"), env=ENVIRONMENT, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )
    said = ""
    while "thread " not in said:
        line = child.stderr.readline()
        assert line, said
        said += line
    child.terminate()
    _, rest = child.communicate(timeout=60)
    stuck = r"warning: release of array#1 has not returned after \S+ s \[callback-stuck\] in hang"
    assert re.search(stuck, said), said
    assert re.search(r"thread \d+ in release of array#1 for \S+ s: let_go hang.c:9\n", said), said
    assert "tests/launch/hang.c:9:6: warning: release of array#1 has not returned" in rest
    assert "0 errors, 1 warning, 0 suppressed (1 struct) -> signal SIGTERM" in rest, rest
    assert child.returncode == 143
