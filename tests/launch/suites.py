"""suites: a test suite of pyarrow and polars, with threads, forks and spawns, in one report."""

# SPDX-License-Identifier: Apache-2.0

import pathlib
import re
import tempfile

from launcher import PYTHON, json_of, run

# On a busy machine a worker's end may take longer than xdist waits before it kills it.
CONFTEST = """
import pytest
import xdist.workermanage

xdist.workermanage.NodeManager.EXIT_TIMEOUT = 600

@pytest.fixture
def table():
    import pyarrow as pa
    return pa.table({"v": [1, 2, 3], "s": ["a", "b", None]})
"""

GOOD = """
import concurrent.futures
import multiprocessing
import subprocess
import sys

import polars as pl
import pyarrow as pa
import pytest


@pytest.mark.parametrize("n", range(6))
def test_there_and_back(table, n):
    assert pl.from_arrow(table).to_arrow().num_rows == 3


def test_threads(table):
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        sums = list(pool.map(lambda _: pl.from_arrow(table)["v"].sum(), range(16)))
    assert sums == [6] * 16


def total(n):
    return pl.from_arrow(pa.table({"v": [n]}))["v"].sum()


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_workers(method):
    if method == "fork":  # polars' own threads do not live on in a child
        work, context = len, multiprocessing.get_context("fork")
        things = [[1], [2, 3]]
        wanted = [1, 2]
    else:
        work, context, things, wanted = total, multiprocessing.get_context("spawn"), [4, 5], [4, 5]
    with context.Pool(2) as pool:
        assert pool.map(work, things) == wanted
        pool.close()
        pool.join()


def test_a_program():
    script = "import pyarrow as pa, polars as pl;"
    script += "print(pl.from_arrow(pa.table({'v': [7]}))['v'].sum())"
    assert subprocess.run([sys.executable, "-c", script], capture_output=True).stdout == b"7\\n"
"""

LEAKY = """
import pyarrow as pa
from pyarrow.cffi import ffi


def export_and_forget():
    schema = ffi.new("struct ArrowSchema*")
    pa.int64()._export_to_c(int(ffi.cast("uintptr_t", schema)))  # nobody releases it
    return int(schema.n_children)


def test_a_schema():
    assert export_and_forget() == 0
"""


def suite(folder, **files):
    """The command that runs it with two workers."""
    (folder / "conftest.py").write_text(CONFTEST)
    for name, text in files.items():
        (folder / f"test_{name}.py").write_text(text)
    return [PYTHON, "-m", "pytest", "-q", "-n", "2", "-p", "no:cacheprovider", folder]


def test_one_command_gives_one_report():
    """pytest with xdist: what its workers and their children did, and where the fault is."""
    with tempfile.TemporaryDirectory(prefix="arrowdev-launch-") as name:
        folder = pathlib.Path(name)
        done, report = json_of(*suite(folder, good=GOOD, leaky=LEAKY))
        assert "11 passed" in done.stdout and done.returncode == 97, done
        (finding,) = [one for one in report["findings"] if one["severity"] == "error"]
        assert finding["check"] == "never-released", report["findings"]
        assert pathlib.Path(finding["location"]["file"]).name == "test_leaky.py", finding
        assert finding["location"]["line"] == 8, finding
        # The two workers, the two processes that were spawned, and the program.
        names = [process["name"] for process in report["processes"]]
        assert len(set(names)) == len(names) >= 4, names
        assert report["activity"]["structs_seen"] > 40, report["activity"]
        assert len(re.findall(r"(?m)^arrowdev_check \S+ active in ", done.stderr)) == 1
        assert len(re.findall(r"(?m)^arrowdev_check: .* suppressed \(", done.stderr)) == 1


def test_a_suite_without_faults_is_clean():
    """The same less the leak: pytest's own status."""
    with tempfile.TemporaryDirectory(prefix="arrowdev-launch-") as name:
        done = run(*suite(pathlib.Path(name), good=GOOD))
        assert done.returncode == 0 and "10 passed" in done.stdout, done
        assert "0 errors, 0 warnings, 0 suppressed" in done.stderr, done.stderr
