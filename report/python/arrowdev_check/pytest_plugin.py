"""pytest_plugin: a checkpoint after each phase of each test: a finding fails the test it is of.

The library must be loaded into the process: `pytest --arrowdev` starts pytest anew under
`arrowdev-check run`, with all its workers. Without it nothing changes, and the header says so.
"""

# SPDX-License-Identifier: Apache-2.0

import gc
import json
import os
import pathlib
import shlex
import subprocess
import sys
import tempfile

import pytest

import arrowdev_check

AGAIN = "ARROWDEV_CHECK_PYTEST"  # set in what --arrowdev has started
WATCHER = "arrowdev_check_watcher"
LIVE = "arrowdev_check: live: "
# Between a test and who runs it.
FRAMES = "pytest_*,_multicall,*_hookexec,*__call__,call_fixture_func,*teardown_exact,*runtest"
FRAMES += ",call_and_report*,*from_call,runtestprotocol,wrap_*,_main,*_prepareconfig"
# What else stands in a report, "The record has no end" being true of any that goes on.
NO_FINDING = ("arrowdev_check", "  The record has no end")
MARKERS = (
    "arrowdev_ignore(reason): what the test's own thread does wrong is not reported",
    "arrowdev_limit_live(n): the test fails when more than n Arrow structures made by its call "
    "live on after its teardown",
)


def pytest_addoption(parser):
    """Ours, on the command line and in the ini file."""
    group = parser.getgroup("arrowdev_check", "Arrow C Data Interface")
    group.addoption(
        "--arrowdev",
        action="store_true",
        help="start pytest anew under arrowdev-check run",
    )
    group.addoption(
        "--arrowdev-require",
        action="store_true",
        help="an error when libarrowdev_check.so is not loaded",
    )
    parser.addini(
        "arrowdev_require",
        "an error when libarrowdev_check.so is not loaded",
        type="bool",
        default=False,
    )
    parser.addini(
        "arrowdev_options",
        "options of arrowdev-check run for --arrowdev, as `name=value name=value`",
        default="",
    )
    parser.addini(
        "arrowdev_limit_live",
        "how many Arrow structures made by a test's call may live on after its teardown; "
        "unset: any number",
        default="",
    )


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_load_initial_conftests(early_config):
    """Before output is captured: start anew, when asked and not done yet."""
    is_first = AGAIN not in os.environ and "PYTEST_XDIST_WORKER" not in os.environ
    if early_config.known_args_namespace.arrowdev and is_first and not arrowdev_check.loaded():
        start_anew(early_config)
    return (yield)


def start_anew(config):
    """Replace this process by the same command under the launcher."""
    program = arrowdev_check.program()
    if not program:
        raise pytest.UsageError("--arrowdev: there is no arrowdev-check, nor in PATH")
    options = ["--" + option for option in shlex.split(config.getini("arrowdev_options"))]
    command = [sys.executable, *getattr(sys, "orig_argv", ["", *sys.argv])[1:]]
    os.environ[AGAIN] = "1"
    sys.stdout.flush()
    sys.stderr.flush()
    os.execv(program, ["arrowdev-check", "run", *options, "--", *command])


def is_required(config):
    """The library has to be there."""
    wanted = config.getoption("arrowdev_require") or config.getini("arrowdev_require")
    return wanted or config.getoption("arrowdev")


def pytest_configure(config):
    """Watch, if there is something to watch with."""
    for marker in MARKERS:
        config.addinivalue_line("markers", marker)
    library = arrowdev_check.loaded()
    if library:
        config.pluginmanager.register(Watcher(config, library), WATCHER)
    elif is_required(config):
        raise pytest.UsageError(
            "arrowdev_check is required, but libarrowdev_check.so is not loaded: run pytest with "
            "--arrowdev, or under arrowdev-check run"
        )


@pytest.hookimpl(wrapper=True)
def pytest_cmdline_main(config):
    """A failure that is of no test is one all the same."""
    status = yield
    watcher = config.pluginmanager.get_plugin(WATCHER)
    has_failed = watcher and any(is_failure for _, _, is_failure in watcher.outside)
    return pytest.ExitCode.TESTS_FAILED if has_failed and status == 0 else status


def pytest_report_header(config):
    """Silence must not pass for a clean run."""
    if config.pluginmanager.has_plugin(WATCHER):
        return "arrowdev_check: active, a finding fails its test"
    return "arrowdev_check: not loaded, Arrow structures are not checked (see --arrowdev)"


def pytest_collection_modifyitems(items):
    """A test is ignored for a reason, a limit is a number."""
    for item in items:
        for mark in item.iter_markers("arrowdev_ignore"):
            if mark.args or set(mark.kwargs) != {"reason"} or not mark.kwargs["reason"]:
                raise pytest.UsageError(f"{item.nodeid}: arrowdev_ignore takes reason='...'")
        limit_of(item)


def limit_of(item):
    """How many structures may live on, None for any number."""
    mark = item.get_closest_marker("arrowdev_limit_live")
    limit = item.config.getini("arrowdev_limit_live")
    if mark:
        given = [*mark.args, *mark.kwargs.values()]
        limit = given[0] if len(given) == 1 and set(mark.kwargs) <= {"n"} else "more than a number"
    if limit == "":
        return None
    if not str(limit).isdecimal():
        raise pytest.UsageError(f"{item.nodeid}: arrowdev_limit_live takes a number, not {limit!r}")
    return int(limit)


class Findings:
    """What is new in this process, as text."""

    def __init__(self, library):
        self.library = library
        self.program = arrowdev_check.program()
        self.last = 0  # the number of the last finding of the record that was looked at
        self.is_pending = False

    def live(self):
        """Lines of the structures that live and did not at the last call."""
        self.library.checkpoint(arrowdev_check.LIVE | arrowdev_check.QUIET)
        lines = self.library.told()
        self.is_pending |= any(not line.startswith(LIVE) for line in lines)
        return [line.removeprefix(LIVE) for line in lines if line.startswith(LIVE)]

    def new(self):
        """What was found since the last call: a text, and whether it is a failure."""
        if not self.library.checkpoint() and not self.is_pending:
            return "", False
        self.is_pending = False
        lines = self.library.told()
        with tempfile.TemporaryDirectory(prefix="arrowdev-check-") as folder:
            try:
                return self.render(pathlib.Path(folder))
            except (OSError, ValueError, KeyError, subprocess.SubprocessError):
                # Without names, and before suppressions.
                return "\n".join(lines), any(": error: " in line for line in lines)

    def render(self, folder):
        """Let the program make a report of it: it knows names, and what is suppressed."""
        if not self.program or not self.copy_record(folder / "record.jsonl"):
            raise OSError
        environment = {name: os.environ[name] for name in os.environ if name != "LD_PRELOAD"}
        command = [self.program, "report", "--format=text,json", "--color=never"]
        command += ["--strict_suppressions=0"]  # one test does not use them all
        if "hide_frames" not in os.environ.get("ARROWDEV_CHECK_OPTIONS", ""):
            command += ["--hide_frames=" + FRAMES]
        command += [f"--log_path={folder}/report", f"{folder}/record.jsonl"]
        subprocess.run(
            command, env=environment, stdin=subprocess.DEVNULL, capture_output=True, timeout=120,
            check=True,
        )
        report = json.loads((folder / "report.json").read_text())
        lines = (folder / "report.txt").read_text(errors="replace").splitlines()
        text = "\n".join(line for line in lines if not line.startswith(NO_FINDING)).strip()
        summary, options = report["summary"], report["tool"]["options"]
        n_found = summary["errors"] + summary["warnings"]
        n_failures = {"error": summary["errors"], "warning": n_found}.get(options["exitcode_on"], 0)
        return (text if n_found else ""), n_failures > 0 and options["exitcode"] != 0

    def copy_record(self, path):
        """The record of this process, less the findings that were looked at."""
        with open(path, "wb") as file:
            if not self.library.record(file.fileno()):
                return False
        kept, last = [], self.last
        for line in path.read_bytes().splitlines(keepends=True):
            if line.startswith(b'{"k":"finding"'):
                number = json.loads(line)["id"]
                last = max(last, number)
                if number <= self.last:
                    continue
            kept.append(line)
        self.last = last
        path.write_bytes(b"".join(kept))
        return True


class Watcher:
    """The hooks, in a process that the library watches."""

    def __init__(self, config, library):
        self.config = config
        self.library = library
        self.findings = Findings(library)
        self.outside = []  # texts of what was found in no test, here and in workers
        self.failed = set()  # tests, whose tracebacks keep structures alive

    def watch(self, item, when):
        """A phase of a test, and its findings."""
        is_ignored = item.get_closest_marker("arrowdev_ignore")
        if is_ignored:
            self.library.ignore_begin()
        try:
            result = yield
        except pytest.skip.Exception:
            self.judge(item, when)
            raise
        except BaseException:
            self.failed.add(item.nodeid)
            self.add_section(item, when, self.findings.new()[0])
            raise
        finally:
            if is_ignored:
                self.library.ignore_end()
        self.judge(item, when)
        return result

    def judge(self, item, when):
        """Fail here when there is something new."""
        text, is_failure = self.findings.new()
        if is_failure:
            self.failed.add(item.nodeid)
            pytest.fail(text, pytrace=False)
        self.add_section(item, when, text)

    @staticmethod
    def add_section(item, when, text):
        """Show it beside what the test says itself."""
        if text:
            item.add_report_section(when, "arrowdev_check", text)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_setup(self, item):
        """Fixtures; before the first, what collecting has found."""
        self.note_outside("before " + item.nodeid)
        return (yield from self.watch(item, "setup"))

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_call(self, item):
        """The test itself."""
        if limit_of(item) is not None:
            self.findings.live()
        return (yield from self.watch(item, "call"))

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_teardown(self, item):
        """Fixtures; then what the call left behind."""
        result = yield from self.watch(item, "teardown")
        limit = limit_of(item)
        has_failed = item.nodeid in self.failed
        self.failed.discard(item.nodeid)
        if limit is None or has_failed or item.get_closest_marker("arrowdev_ignore"):
            return result
        gc.collect()
        left = self.findings.live()
        if len(left) > limit:
            head = f"{len(left)} Arrow structures made by this test live on, {limit} may:"
            pytest.fail("\n".join([head, *("  " + line for line in left)]), pytrace=False)
        return result

    def note_outside(self, where):
        """What was found in no test."""
        text, is_failure = self.findings.new()
        if text:
            self.outside.append((where, text, is_failure))

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node):
        """A worker of xdist is done."""
        for where, text, is_failure in getattr(node, "workeroutput", {}).get("arrowdev_check", ()):
            self.outside.append((f"{node.gateway.id}: {where}", text, is_failure))

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self):
        """The last look; a worker hands over what it has."""
        self.note_outside("after the tests")
        if hasattr(self.config, "workeroutput"):
            self.config.workeroutput["arrowdev_check"] = self.outside

    def pytest_terminal_summary(self, terminalreporter):
        """What no test's report shows."""
        for where, text, _ in self.outside:
            terminalreporter.section(f"arrowdev_check: found {where}", sep="_")
            terminalreporter.write_line(text)
