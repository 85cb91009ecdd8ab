#!/usr/bin/python3
"""run: pytest with the plug-in, on suites whose tests are named by what must become of them.

Started plainly with the library preloaded, by --arrowdev, in workers of xdist, and without it.
"""

# SPDX-License-Identifier: Apache-2.0

import argparse
import pathlib
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

TOP = pathlib.Path(__file__).resolve().parent.parent.parent
HERE = pathlib.Path(__file__).resolve().parent
PYTHON = str(TOP / "build/venv/bin/python3")
LIBRARY = str(TOP / "build/libarrowdev_check.so")
ENVIRONMENT = {
    "PATH": f"{TOP}/build:/usr/bin:/bin",
    "LANG": "C.UTF-8",
    "PYTHONDONTWRITEBYTECODE": "1",
    "PYTHONPATH": f"{TOP}/build/plugin/packages:{HERE}/suite",
}
PRELOADED = {"LD_PRELOAD": LIBRARY}
MARKS = {"fails": {"failure"}, "errors": {"error"}, "xfails": {"skipped"}}
REPORT = "error: release of array#"


class Outcome:
    """What one run of pytest came to."""

    def __init__(self, *arguments, env=None, cwd=None):
        with tempfile.TemporaryDirectory(prefix="arrowdev-plugin-") as folder:
            path = pathlib.Path(folder, "junit.xml")
            command = [PYTHON, "-m", "pytest", "-p", "no:cacheprovider", f"--junitxml={path}"]
            done = subprocess.run(
                [*command, *map(str, arguments)],
                cwd=cwd or HERE / "suite",
                env=ENVIRONMENT | (env or {}),
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                timeout=300,
                check=False,
            )
            self.tests, self.texts = {}, {}
            if path.exists():
                self.read(xml.etree.ElementTree.parse(path))
        self.status, self.out, self.err = done.returncode, done.stdout, done.stderr

    def read(self, tree):
        """By test: what JUnit's file has of it."""
        for case in tree.iter("testcase"):
            name = case.get("name")
            words = self.tests.setdefault(name, set())
            for part in case:
                if part.tag in ("failure", "error", "skipped"):
                    words.add(part.tag)
                    text = f"{part.get('message')}\n{part.text or ''}"
                    self.texts[name] = self.texts.get(name, "") + text


def judge_faults(outcome):
    """Each test is named by what must become of it; where pyarrow's words are, they are named."""
    assert len(outcome.tests) == 11, (outcome.tests, outcome.out, outcome.err)
    for name, words in outcome.tests.items():
        begin = name.removeprefix("test_").partition("_")[0]
        wanted = MARKS.get(begin, set())
        assert words == wanted, f"{name}: {words}, not {wanted}\n{outcome.out}"
    texts = outcome.texts
    assert "arrays.py:36: error: release of array#" in texts["test_fails"], texts["test_fails"]
    assert "before  #0 release_twice" in texts["test_fails"], texts["test_fails"]
    assert "test_faults.py:16: error" in texts["test_errors_in_setup"], texts
    assert "test_faults.py:26: error" in texts["test_errors_in_teardown"], texts
    assert "its own failure" in texts["test_fails_itself"], texts
    assert "Captured arrowdev_check call" in outcome.out, outcome.out
    left = texts["test_errors_as_two_live_on"]
    assert "2 Arrow structures made by this test live on, 1 may:" in left, left
    assert len(set(re.findall(r"array#\d+ ArrowArray, 3 rows, made at", left))) == 2, left


def test_preloaded():
    """A process of its own, with nothing but the library."""
    outcome = Outcome("test_faults.py", env=PRELOADED)
    judge_faults(outcome)
    assert outcome.status == 1, outcome.status
    assert "arrowdev_check: active, a finding fails its test" in outcome.out


def test_started_anew():
    """--arrowdev: the launcher's report besides, one status."""
    outcome = Outcome("--arrowdev", "test_faults.py")
    judge_faults(outcome)
    assert outcome.status == 1, outcome.status
    last = outcome.err.rstrip().replace("\narrowdev_check:     ", " ")
    assert re.search(r"arrowdev_check: \d+ errors, .* -> exit 1$", last), outcome.err[-500:]


def test_workers():
    """--arrowdev with xdist: each worker is watched."""
    outcome = Outcome("--arrowdev", "-n", "2", "test_faults.py")
    judge_faults(outcome)
    assert outcome.status == 1, outcome.status


def test_clean():
    """Nothing is wrong: nothing fails, with workers and without."""
    for more in ((), ("-n", "2")):
        outcome = Outcome("--arrowdev", "test_clean.py", *more)
        assert outcome.status == 0, outcome.out + outcome.err
        assert "9 passed, 1 skipped, 1 xfailed" in outcome.out, outcome.out


def test_not_loaded():
    """Without the library nothing changes, and that is said once."""
    for more in ((), ("-n", "2")):
        outcome = Outcome("test_clean.py", *more)
        assert outcome.status == 0, outcome.out + outcome.err
        assert outcome.out.count("arrowdev_check: not loaded, Arrow structures are not") == 1


def test_required():
    """By the option and by the ini file it is an error."""
    for option in ("--arrowdev-require", "-oarrowdev_require=true"):
        outcome = Outcome("test_clean.py", option)
        assert outcome.status == 4, outcome.status
        assert "libarrowdev_check.so is not loaded" in outcome.err, outcome.err


def test_suppressed():
    """A finding that is accepted fails nothing."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "known.supp")
        path.write_text('double-release fun:release_twice reason:"known"\n')
        options = {"ARROWDEV_CHECK_OPTIONS": "suppressions=known.supp"}
        outcome = Outcome(
            HERE / "suite/test_faults.py", "-k", "test_fails", env=PRELOADED | options, cwd=folder
        )
    assert outcome.tests["test_fails"] == set(), outcome.out
    assert outcome.tests["test_fails_too"] == set(), outcome.out
    assert REPORT not in outcome.texts["test_fails_itself"], outcome.texts


def test_options():
    """Those of the ini file reach the launcher; a check that is off fails nothing."""
    option = "-oarrowdev_options=checks=-double-release quiet=1"
    outcome = Outcome("--arrowdev", option, "test_faults.py", "-k", "test_fails")
    assert outcome.tests["test_fails"] == set(), outcome.out
    assert "active in" not in outcome.err, outcome.err


def outside(body, *arguments):
    """A suite of one file."""
    with tempfile.TemporaryDirectory(prefix="arrowdev-plugin-") as folder:
        pathlib.Path(folder, "test_it.py").write_text("import arrays\nimport pytest\n" + body)
        return Outcome(*arguments, env=PRELOADED, cwd=folder)


def test_outside():
    """What importing a test's file does is of no test, and fails the run."""
    for more in ((), ("-n", "1")):
        outcome = outside("arrays.release_twice()\ndef test_a(): pass\n", *more)
        assert outcome.tests["test_a"] == set(), outcome.out
        assert outcome.status == 1, outcome.out
        assert "arrowdev_check: found" in outcome.out and REPORT in outcome.out, outcome.out


def test_markers():
    """Their arguments are looked at."""
    for mark, wanted in (
        ("arrowdev_ignore", "arrowdev_ignore takes reason='...'"),
        ("arrowdev_ignore(reason='')", "arrowdev_ignore takes reason='...'"),
        ("arrowdev_limit_live('few')", "arrowdev_limit_live takes a number, not 'few'"),
        ("arrowdev_limit_live(-1)", "arrowdev_limit_live takes a number, not -1"),
    ):
        outcome = outside(f"@pytest.mark.{mark}\ndef test_a(): pass\n", "--strict-markers")
        assert outcome.status == 4 and wanted in outcome.err + outcome.out, (mark, outcome.out)


def test_limit_of_the_suite():
    """The ini file's limit is that of each test without its own."""
    body = "kept = []\ndef test_a(): kept.append(arrays.export())\n"
    body += "@pytest.mark.arrowdev_limit_live(1)\ndef test_b(): kept.append(arrays.export())\n"
    outcome = outside(body, "-oarrowdev_limit_live=0")
    assert outcome.tests == {"test_a": {"error"}, "test_b": set()}, outcome.out


def test_warning():
    """A warning fails a test where exitcode_on says so, else it is shown."""
    body = "import polars as pl\ndef test_a():\n"
    body += "    assert len(pl.DataFrame({'a': [None]}).to_arrow())\n"
    body += "    assert 0, 'so that its sections are shown'\n"
    shown = outside(body)
    assert "[n-buffers-mismatch]" in shown.out, shown.out
    body = body.partition("    assert 0")[0]
    assert outside(body).status == 0
    PRELOADED["ARROWDEV_CHECK_OPTIONS"] = "exitcode_on=warning"
    failed = outside(body)
    del PRELOADED["ARROWDEV_CHECK_OPTIONS"]
    assert failed.tests["test_a"] == {"failure"}, failed.out


def test_report_only():
    """Where findings never change a status they fail no test."""
    for option in ("exitcode=0", "exitcode_on=never"):
        outcome = Outcome(
            "--arrowdev", f"-oarrowdev_options={option}", "test_faults.py", "-k", "test_fails_too"
        )
        assert outcome.tests["test_fails_too"] == set(), outcome.out
        assert outcome.status == 0 and REPORT in outcome.err, outcome.err


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("-k", default="", metavar="NAME", help="only tests with NAME in theirs")
    wanted = parser.parse_args().k
    tests = [test for name, test in globals().items() if name[:5] == "test_" and wanted in name]
    failed = 0
    for test in tests:
        try:
            test()
        except Exception as error:  # noqa: BLE001 a failing test is counted, whatever it raises
            failed += 1
            print(f"not ok {test.__name__}: {type(error).__name__} {error}"[:3000])
    print(f"plugin: {len(tests) - failed} passed, {failed} failed, 0 skipped")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
