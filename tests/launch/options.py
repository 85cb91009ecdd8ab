"""options: those that show in records, files and processes, with and without the launcher."""

# SPDX-License-Identifier: Apache-2.0

import json
import os
import pathlib
import re
import signal
import subprocess
import tempfile
import time

from launcher import (
    CASES, ENVIRONMENT, LEAKS, LIBRARY, PYTHON, SILENT, TOP, TWICE, json_of, launched, run,
)


def preloaded(options, *command, **more):
    """Without the launcher."""
    env = ENVIRONMENT | {"ARROWDEV_CHECK_OPTIONS": options}
    command = ["/usr/bin/env", f"LD_PRELOAD={LIBRARY}", *command]
    return subprocess.run(
        command, env=env, capture_output=True, text=True, check=False, timeout=300, **more)


def state_of(pid):
    """R, S, T .. of a process."""
    return pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]


def stopped(child, command):
    """The pid of the process that stopped, a child of child or itself."""
    end = time.monotonic() + 300
    while time.monotonic() < end:
        for entry in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                words = (entry / "cmdline").read_bytes().split(b"\0")
                if words[0] == command.encode() and state_of(entry.name) == "T":
                    return int(entry.name)
            except OSError:
                continue
        time.sleep(0.05)
    child.kill()
    raise AssertionError("it does not stop")


def test_a_finding_stops_the_process_until_it_is_let_go():
    """stop=wait: the report so far, then the rest of the program; nothing new, no second report."""
    env = ENVIRONMENT | {"ARROWDEV_CHECK_OPTIONS": "halt_on=double-release:stop=wait"}
    child = subprocess.Popen(
        ["/usr/bin/env", f"LD_PRELOAD={LIBRARY}", TWICE], env=env, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )
    pid = stopped(child, TWICE)
    os.kill(pid, signal.SIGCONT)
    out, err = child.communicate(timeout=300)
    assert f"\narrowdev_check: stopped: gdb -p {pid} looks at it, kill -CONT {pid}" in err, err
    assert err.count("suppressed (") == 1 and "-> goes on\n" in err, err
    assert child.returncode == 97, err
    assert out.startswith("the copy"), out


def test_nobody_has_to_read_what_is_said():
    """Standard error is a pipe that is full: the program goes on, and its status is as ever."""
    read, write = os.pipe()
    os.set_blocking(write, False)
    try:
        while os.write(write, b"x" * 4096):
            pass
    except BlockingIOError:
        os.set_blocking(write, True)
    env = ENVIRONMENT | {"ARROWDEV_CHECK_OPTIONS": "symbolize_timeout_s=1"}
    done = subprocess.run(
        ["/usr/bin/env", f"LD_PRELOAD={LIBRARY}", TWICE], env=env, stdout=subprocess.PIPE,
        stderr=write, text=True, check=False, timeout=300)
    os.close(read)
    os.close(write)
    assert done.stdout.startswith("the copy") and done.returncode == 97, done


def test_under_the_launcher_who_stopped_is_said():
    """stop=wait; the launcher goes on waiting."""
    child = subprocess.Popen(
        launched("--halt_on=lifetime", "--stop=wait", TWICE), env=ENVIRONMENT, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )
    pid = stopped(child, TWICE)
    said = ""
    while "stopped: gdb" not in said:
        line = child.stderr.readline()
        assert line, said
        said += line
    assert f"arrowdev_check: stopped: gdb -p {pid} looks at it" in said, said
    os.kill(pid, signal.SIGCONT)
    _, err = child.communicate(timeout=300)
    assert "[double-release]" in err and child.returncode == 97, err
    assert "suppressed (" not in said and err.count("suppressed (") == 1


def test_the_first_finding_ends_a_tree():
    """halt_on under the launcher: the status is the process's own."""
    done, report = json_of("--halt_on=double-release", TWICE)
    assert done.returncode == 97 and "the copy" not in done.stdout, done
    assert [finding["check"] for finding in report["findings"]] == ["double-release"]
    done = run("--halt_on=double-release", "--stop=abort", TWICE)
    assert done.returncode == 134, done
    done = run("--halt_on=double", TWICE)
    assert done.returncode == 2 and 'halt_on: no check is called "double"' in done.stderr, done


def test_log_path_has_name_and_pid():
    """%e and %p, in a process and under the launcher."""
    with tempfile.TemporaryDirectory(prefix="arrowdev-launch-") as folder:
        preloaded(f"log_path={folder}/plain.%e.%p", TWICE)
        run(f"--log_path={folder}/run.%e.%p", TWICE)
        preloaded(f"log_path={folder}/all.%%", "/bin/sh", "-c", f"{TWICE}; {TWICE}")
        names = " ".join(sorted(os.listdir(folder)))
        assert re.fullmatch(r"all.% all.%.\d+ plain.found.\d+ run.found.\d+", names), names
        for name in names.split():
            assert "[double-release]" in pathlib.Path(folder, name).read_text()


def test_all_events_are_kept():
    """events=all: those of structures without a finding, too."""
    for option, n in ((), 0), (("--events=all",), 1):
        _, report = json_of(*option, SILENT)
        assert bool(report["events"]) == bool(n), (option, report["events"])
        assert bool(report["objects"]) == bool(n), option


def test_stacks_are_as_deep_as_asked():
    """stack_depth"""
    depths = {}
    for depth in (1, 2, 32):
        _, report = json_of(f"--stack_depth={depth}", TWICE)
        depths[depth] = max(len(stack["frames"]) for stack in report["stacks"])
    assert depths[1] == 1 and depths[2] == 2 and depths[32] > 2, depths


def test_notes_are_shown_when_asked_for():
    """verbosity, in a process."""
    program = CASES / "released-after-main/found"
    note = r": note: .* \[released-after-main\]"
    assert not re.search(note, preloaded("", program).stderr)
    done = preloaded("verbosity=1", program)
    assert re.search(r"(?m)^arrowdev_check" + note, done.stderr), done.stderr
    assert re.search(r"(?m)^tests/\S+" + note, done.stderr), done.stderr


def test_limits_of_what_is_printed():
    """max_reports and max_reports_per_check, in a process."""
    program = CASES / "never-released/found-every-kind"
    whole = preloaded("max_reports_per_check=100", program).stderr
    n_paragraphs = len(re.findall(r"(?m)^tests/\S+: error: ", whole))
    assert n_paragraphs > 2, whole
    for option in ("max_reports=2", "max_reports_per_check=2"):
        err = preloaded(option, program).stderr
        assert len(re.findall(r"(?m)^tests/\S+: error: ", err)) == 2, (option, err)
        joined = err.replace("\narrowdev_check:     ", " ")
        assert f"; {n_paragraphs - 2} not printed" in joined, err
        assert f"arrowdev_check: {n_paragraphs} errors, " in err


def test_names_can_wait():
    """symbolize=offline: offsets now, names when the record is read again."""
    with tempfile.TemporaryDirectory(prefix="arrowdev-launch-") as folder:
        records = f"{folder}/records"
        done = run("--symbolize=offline", f"--record_dir={records}", TWICE)
        assert "found.c" not in done.stderr and re.search(r"found\+0x\w+", done.stderr), done.stderr
        later = subprocess.run(
            [launched()[0], "report", records], capture_output=True, text=True, check=True)
        assert "tests/cases/double-release/found.c:15:5: error: " in later.stdout
        off = run("--symbolize=off", TWICE)
        assert "found.c" not in off.stderr and off.returncode == 97, off.stderr


def test_frames_can_be_hidden():
    """hide_frames, in a process."""
    assert "#0 close_again" in preloaded("", TWICE).stderr
    err = preloaded("hide_frames=close_*", TWICE).stderr
    assert "close_again" not in re.sub(r"(?m)^.*(mute|release  ).*$", "", err), err


def test_paths_are_cut_where_asked():
    """strip_path_prefix, in a process."""
    err = preloaded(f"strip_path_prefix={CASES.parent.parent}/tests/", TWICE).stderr
    assert "\ncases/double-release/found.c:15:5: error: " in err, err


def test_a_sample_is_incomplete():
    """sample=2 of a tree."""
    done, report = json_of("--sample=2", CASES / "incomplete/silent")
    assert report["summary"]["verdict"] == "incomplete" and done.returncode == 0, report["summary"]
    assert report["activity"]["structs_seen"] == 50000, report["activity"]
    words = "only a sample was watched: 50000 new structures were left alone"
    assert words in report["activity"]["limits"], report["activity"]["limits"]


def test_leaks_are_off_where_asked():
    """leaks=0 for a tree."""
    assert run(LEAKS).returncode == 97
    done = run("--leaks=0", LEAKS)
    assert done.returncode == 0 and "never-released" not in done.stderr, done.stderr


def test_children_are_left_alone_where_asked():
    """follow_fork=0 leaves forked children; what is executed is watched anew."""
    program = CASES / "release-in-forked-child/found"
    note = "[release-in-forked-child]"
    assert note in run("--verbosity=1", program).stderr
    assert note not in run("--verbosity=1", "--follow_fork=0", program).stderr


def test_help_lists_what_a_run_takes():
    """help=1 lists the options and goes on; alone it is enough."""
    done = run("--help=1", SILENT)
    assert "callback_timeout_ms=10000" in done.stderr and "0 errors" in done.stderr, done.stderr
    done = run("--help=1")
    assert done.returncode == 0 and "halt_on=" in done.stderr, done


def test_the_record_says_what_held():
    """Values and where they came from."""
    with tempfile.TemporaryDirectory(prefix="arrowdev-launch-") as folder:
        options = pathlib.Path(folder) / "options"
        options.write_text("# ours\nmax_reports=7\n")
        preloaded(f"include={options}:leaks=0:format=json:log_path={folder}/report.json", TWICE)
        tool = json.loads(pathlib.Path(folder, "report.json").read_text())["tool"]
        assert tool["options"]["max_reports"] == 7 and tool["options"]["leaks"] in (0, False)
        assert tool["options_from"]["max_reports"] == f"{options}:2"
        assert tool["options_from"]["leaks"] == "env"
        assert tool["options_from"]["quiet"] == "default"


def test_a_sample_does_not_accuse_what_it_did_not_see():
    """Types of arrays are not taken from schemas that happened to be seen before."""
    for every in (2, 3):
        done, report = json_of(f"--sample={every}", PYTHON, TOP / "tests/apps/type_matrix.py")
        assert report["summary"]["errors"] == 0 and done.returncode == 0, report["findings"]


def test_files_that_cannot_be_read_start_nothing():
    """Of options and of declarations: no process would speak of them where no structure crosses."""
    nowhere = "/nonexistent"
    for option, path in ("include", nowhere), ("declare", nowhere), ("declare", "/usr"):
        done = run(f"--{option}={path}", "--", "echo", "started")
        assert done.returncode == 2 and not done.stdout, done
        assert path in done.stderr, done.stderr


def test_what_is_wrong_with_a_declaration_is_said_once():
    """Also where nothing is seen just because of it; the processes are silent."""
    with tempfile.NamedTemporaryFile("w", suffix=".declare") as file:
        file.write("produce gives(2:array)\nproduce gives(2:arry)\n")
        file.flush()
        done = run(f"--declare={file.name}", "--", "sh", "-c", "echo started; echo again | cat")
        said = re.findall(rf"{re.escape(file.name)}:2:17: .*did you mean 'array'", done.stderr)
        assert done.returncode == 0 and len(said) == 1, done.stderr
        assert done.stdout == "started\nagain\n", done.stdout


def test_a_file_of_options_counts():
    """As if its lines stood there; what is wrong with one is said, the others hold."""
    with tempfile.NamedTemporaryFile("w", suffix=".options") as file:
        file.write("exitcode=55\nexitcod=3\n")
        file.flush()
        done = run(f"--include={file.name}", "--", TWICE)
        assert done.returncode == 55, done
        assert f"{file.name}:2" in done.stderr, done.stderr
