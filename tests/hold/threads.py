"""threads: forks and all else that threads can do at once: nothing hangs, nothing is lost."""

# SPDX-License-Identifier: Apache-2.0

import pathlib
import re
import tempfile

from host import BUILT, LIMIT, launch, preload, words_of


def fork_amid(n_children, n_traders, n_loaders, seconds=LIMIT, options=()):
    """Each child shows two arrays, releases them, and has its record."""
    done, report = launch(
        BUILT / "forks", n_children, n_traders, n_loaders, options=options, seconds=seconds
    )
    assert done.returncode == 0, (done.returncode, done.stdout, done.stderr[-1500:])
    assert not report["findings"], words_of(report)
    parent_shows = n_traders > 0
    n_processes = n_children + parent_shows
    assert len(report["processes"]) == n_processes, len(report["processes"])
    activity = report["activity"]
    assert activity["structs_seen"] >= 2 * n_children, activity
    if not parent_shows:
        assert activity["structs_seen"] == 2 * n_children, activity


def test_forks_amid_releases(is_long=False):
    """Eight threads export and release while their process forks."""
    fork_amid(10000 if is_long else 200, 8, 0, 3000 if is_long else LIMIT)


def test_forks_amid_loads(is_long=False):
    """The same while one thread loads and unloads libraries: its locks are lost to the children."""
    fork_amid(2000 if is_long else 100, 3, 1, 900 if is_long else LIMIT)


def test_first_structures_amid_loads(is_long=False):
    """The parent has shown nothing: each child meets its first structure beside a broken loader."""
    fork_amid(2000 if is_long else 100, 0, 3, 900 if is_long else LIMIT)


def test_storm(is_long=False):
    """Hand-over, move, release, threads and libraries that come and go: all is seen."""
    duration = 60 if is_long else 5
    done, reports = preload(BUILT / "storm", duration, seconds=duration + LIMIT)
    assert done.returncode == 0, (done.returncode, done.stdout, done.stderr[-1500:])
    assert len(reports) == 1 and not reports[0]["findings"], words_of(reports[0])
    shown = int(re.match(r"(\d+) shown", done.stdout)[1])
    activity = reports[0]["activity"]
    assert shown == activity["arrays_seen"] >= 1000, (shown, activity)


def test_jumps_out_of_anything():
    """A handler leaves by siglongjmp, inside releases too: no lock stays, the report comes."""
    long = "leaks=0:events=all:memory_budget_mb=512"
    for options, when in (("leaks=0", []), (long, []), (long, ["late"])):
        done, reports = preload(BUILT / "jumps", 2000, *when, options=options)
        assert done.returncode == 0 and len(reports) == 1, done
        jumps, shown = map(int, re.match(r"(\d+) jumps, (\d+) shown", done.stdout).groups())
        assert jumps > 50 and not reports[0]["findings"], (done.stdout, words_of(reports[0]))
        assert reports[0]["activity"]["arrays_seen"] >= shown, (shown, reports[0]["activity"])


def test_jumps_leave_no_callback_to_be_shown():
    """Who watches a run is told what callbacks run, and not those that a handler has left."""
    with tempfile.TemporaryDirectory(prefix="arrowdev-hold-") as folder:
        counts = pathlib.Path(folder) / "counts"
        options = ("--leaks=0", f"--watch={counts}", "--memory_budget_mb=512")
        done, report = launch(BUILT / "jumps", 2000, "lasting", options=options)
        assert done.returncode == 0 and not report["findings"], (done, words_of(report))
        assert " alive, " in counts.read_text() and " runs for " not in counts.read_text()
