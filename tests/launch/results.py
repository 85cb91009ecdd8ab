"""results: exit statuses, options and what is said of a tree."""

# SPDX-License-Identifier: Apache-2.0

import os
import pathlib
import re
import subprocess
import tempfile

from launcher import (
    ENVIRONMENT, LEAKS, NOTHING, PYTHON, SILENT, TOP, TWICE, json_of, last_line, launched, run,
)


def test_statuses_are_the_commands_own():
    """exit, signal, not found, not to be executed."""
    for command, status in (
        (["true"], 0), (["false"], 1), (["sh", "-c", "exit 77"], 77),
        (["sh", "-c", "kill -9 $$"], 137), (["sh", "-c", "kill -TERM $$"], 143),
        (["/nonexistent/program"], 127), (["no-such-command-anywhere"], 127), (["/tmp"], 126),
        (["/etc/passwd"], 126), (["--", "sh", "-c", "exit 5"], 5),
    ):
        done = run(*command)
        assert done.returncode == status, (command, done)


def test_errors_are_97_in_place_of_0_only():
    """exitcode, exitcode_on, the application's own failure."""
    for options, command, status in (
        ([], [TWICE], 97), (["--exitcode=5"], [TWICE], 5), (["--exitcode=0"], [TWICE], 0),
        (["--exitcode_on=never"], [TWICE], 0), ([], ["sh", "-c", f"{TWICE}; exit 3"], 3),
        ([], [SILENT], 0), (["--checks=-double-release"], [TWICE], 0),
        (["--checks=warning:double-release"], [TWICE], 0),
        (["--checks=warning:double-release", "--exitcode_on=warning"], [TWICE], 97),
    ):
        done = run(*options, *command)
        assert done.returncode == status, (options, command, done.stderr)
        assert last_line(done).endswith(f"-> exit {status}"), done.stderr


def test_a_child_never_ends_with_97():
    """Its parent would take it for a failure."""
    done = run("sh", "-c", f"{TWICE}; echo status $?")
    assert "status 0\n" in done.stdout and done.returncode == 97, done


def test_a_list_of_nothing_is_no_list():
    """Separators alone start nothing."""
    for option in ("checks", "halt_on", "require", "format"):
        done = run(f"--{option}=,,", "echo", "started")
        assert done.returncode == 2 and not done.stdout, done
        assert done.stderr.startswith(f"arrowdev_check: error: {option}"), done


def test_a_run_that_shows_nothing_says_so():
    """not-exercised, require, exitcode_not_exercised."""
    for options, status in (
        ([], 0), (["--require=structs"], 98), (["--require=device"], 98),
        (["--exitcode_not_exercised=7"], 7),
        (["--require=structs", "--exitcode_not_exercised=7"], 7),
    ):
        done = run(*options, "true")
        assert done.stderr == f"{NOTHING} -> exit {status}\n", done.stderr
        assert done.returncode == status
    assert run("--require=structs", SILENT).returncode == 0
    assert run("--require=structs", TWICE).returncode == 97
    done = run("--require=device", SILENT)
    assert done.returncode == 98 and "(no process showed a device; 1 struct" in done.stderr
    assert run("--require=structs", "false").returncode == 1


def test_misuse_starts_nothing():
    """Status 2, before the command."""
    for options, words in (
        ([], "needs a command"), (["--exitcod=3", "touch"], "did you mean --exitcode?"),
        (["--format=jsn", "true"], "did you mean json?"), (["--require=gpu", "true"], '"gpu"'),
        (["--exitcode=300", "true"], "exitcode: expected a number from 0..255"),
        (["--"], "needs a command"),
    ):
        done = run(*options)
        assert done.returncode == 2 and words in done.stderr, (options, done.stderr)
        assert done.stdout == ""


def test_the_variable_holds_and_the_command_line_wins():
    """ARROWDEV_CHECK_OPTIONS, include=, and what is wrong in it."""
    with tempfile.NamedTemporaryFile("w", prefix="arrowdev-launch-") as file:
        file.write("exitcode=11\nmax_reports=1\n")
        file.flush()
        env = {"ARROWDEV_CHECK_OPTIONS": f"include={file.name}:exitcode=12:excitecode=1"}
        done = run(TWICE, env=env)
        assert done.returncode == 12, done
        assert "option 'excitecode' at ARROWDEV_CHECK_OPTIONS column" in done.stderr
        assert done.stderr.count("excitecode") == 1, "children say it too"
        assert run("--exitcode=13", TWICE, env=env).returncode == 13
        assert run("--include=" + file.name, TWICE).returncode == 11


def test_values_with_separators_reach_the_processes():
    """Quotes, colons, blanks."""
    done, report = json_of("--hide_frames=a b:c", "--strip_path_prefix=it's", SILENT)
    assert done.returncode == 0, done
    options = report["tool"]["options"]
    assert options["hide_frames"] == "a b:c" and options["strip_path_prefix"] == "it's"


def test_lines_of_the_tree():
    """One first line, each finding's line, one report, one last line; nothing of the processes."""
    done = run("sh", "-c", f"{TWICE}; {LEAKS}; {SILENT}")
    lines = done.stderr.splitlines()
    assert re.fullmatch(
        r"arrowdev_check \S+ active in found \(pid \d+\)", lines[0]), lines[0]
    assert sum(" active in " in line for line in lines) == 1
    said = [line for line in lines if re.match(r"arrowdev_check: error: ", line)]
    assert len(said) == 2, said
    assert re.search(
        r"release of array#1 called a second time \[double-release\] at found\+0x\w+ in found "
        r"\(pid (\d+)\)$", "\n".join(said), re.M), said
    assert sum(line.startswith("arrowdev_check: report of 3 processes - ") for line in lines) == 1
    counts = "2 errors, 0 warnings, 0 suppressed (3 processes, 3 structs, "
    assert last_line(done).startswith(counts), last_line(done)
    assert last_line(done).endswith("-> exit 97")


def test_findings_are_said_as_they_happen():
    """Before the command ends."""
    child = subprocess.Popen(
        launched("sh", "-c", f"{TWICE}; read line"), env=ENVIRONMENT, stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
    )
    assert " active in " in child.stderr.readline()
    assert "[double-release]" in child.stderr.readline()
    assert child.poll() is None
    child.communicate("\n")
    assert child.returncode == 97


def test_quiet_leaves_the_findings():
    """quiet=1"""
    done = run("--quiet", SILENT)
    assert done.stderr == "", done.stderr
    done = run("--quiet", TWICE)
    assert "active in" not in done.stderr and "suppressed (" not in done.stderr
    assert "[double-release]" in done.stderr and done.returncode == 97


def test_equal_findings_are_one():
    """The same program ten times."""
    done, report = json_of("sh", "-c", f"for i in 1 2 3 4 5 6 7 8 9 10; do {TWICE}; done")
    assert report["summary"]["errors"] == 1 and len(report["processes"]) == 10
    assert report["findings"][0]["count"] == 10 and len(report["findings"][0]["processes"]) == 10
    assert report["run"]["argv"][0] == "sh" and report["run"]["exit"]["status_set_by_tool"] == 97
    assert done.returncode == 97


def test_json_goes_to_a_file_named_by_the_command():
    """format=json without log_path."""
    with tempfile.TemporaryDirectory(prefix="arrowdev-launch-") as folder:
        done = run("--format=text,json", "sh", "-c", TWICE, cwd=folder)
        (file,) = os.listdir(folder)
        assert re.fullmatch(r"arrowdev\.sh\.\d+\.json", file), file
        assert f", report {file}\n" in done.stderr, done.stderr
        assert f"arrowdev_check: report in {file}\n" in done.stderr
        assert "[double-release]" in done.stderr and done.returncode == 97


def test_a_report_that_cannot_be_written_fails_the_run():
    """/dev/full; the command's own failure is kept."""
    for command, status in (([SILENT], 1), (["sh", "-c", f"{SILENT}; exit 4"], 4), ([TWICE], 97)):
        done = run("--format=json", "--log_path=/dev/full", *command)
        assert "cannot be written to /dev/full" in done.stderr
        assert done.returncode == status, (command, done.returncode)


def test_a_folder_named_like_a_package_is_the_users():
    """Installed ones are the package's."""
    leak = ("import ctypes, pyarrow\n"
            "space = ctypes.create_string_buffer(72)\n"
            "pyarrow.schema([])._export_to_c(ctypes.addressof(space))\n")
    with tempfile.TemporaryDirectory(prefix="arrowdev-launch-") as folder:
        for name in ("mine", "pyarrow", "polars/tests", "duckdb", "pandas", "numpy/lance"):
            script = pathlib.Path(folder) / name / "leak.py"
            script.parent.mkdir(parents=True)
            script.write_text(leak)
            done = run(PYTHON, script)
            assert f"{script}:3: error: schema#1 never released" in done.stderr, (name, done.stderr)
            assert "last holder (leak.py)" in done.stderr, (name, done.stderr)
            assert done.returncode == 97, (name, done)


def test_a_package_put_elsewhere_is_no_users():
    """As `pip install --target` does; what is beside it in the same folder is the user's."""
    with tempfile.TemporaryDirectory(prefix="arrowdev-launch-") as folder:
        target = pathlib.Path(folder)
        (target / "lance").mkdir()
        (target / "pylance-1.0.dist-info").mkdir()
        (target / "lance" / "__init__.py").touch()
        (target / "lance" / "inner.py").write_text(
            "import ctypes, pyarrow\n"
            "def leak():\n"
            "    space = ctypes.create_string_buffer(72)\n"
            "    pyarrow.schema([])._export_to_c(ctypes.addressof(space))\n")
        script = target / "app.py"
        script.write_text("import lance.inner\n\nlance.inner.leak()\n")
        done = run(PYTHON, script)
        assert re.search(rf"{script}:3: \w+: schema#1 never released", done.stderr), done.stderr


def test_our_lines_can_be_taken_out():
    """The README's sed."""
    readme = (TOP / "README.md").read_text()
    command = next(line for line in readme.splitlines() if line.startswith("sed -e "))
    done = run("sh", "-c", f"echo one >&2; {TWICE}; {LEAKS}; echo two >&2")
    got = subprocess.run(
        ["sh", "-c", command], input=done.stderr, capture_output=True, text=True, check=True)
    assert got.stdout == "one\ntwo\n", got.stdout


def test_suppressions_hold_for_the_whole_tree():
    """Used once by many processes; wrong ones start nothing; strict ones fail."""
    with tempfile.TemporaryDirectory(prefix="arrowdev-launch-") as folder:
        path = pathlib.Path(folder) / "a.supp"
        path.write_text("double-release fun:close_again reason:\"known\"\n")
        options = ["--suppressions=a.supp"]
        tree = ["sh", "-c", f"cd /; {TWICE}; {TWICE}; {SILENT}"]
        done = run(*options, *tree, cwd=folder)
        assert done.returncode == 0 and "0 errors, 0 warnings, 1 suppressed (" in done.stderr, done
        assert "unused" not in done.stderr
        done = run(*options, "--strict_suppressions", SILENT, cwd=folder)
        assert done.returncode == 97 and "unused  nothing was found for" in done.stderr, done
        done = run(*options, "--verbosity=1", *tree, cwd=folder)
        assert "muted   1 finding by " in done.stderr, done.stderr
        path.write_text("double-release\n")
        done = run(*options, "sh", "-c", "echo started", cwd=folder)
        assert done.returncode == 2 and done.stdout == "", done
        assert f"suppressions: {os.path.realpath(path)}:1: expected reason" in done.stderr
