"""processes: what the processes of a tree see, what they leave, and which cannot be watched."""

# SPDX-License-Identifier: Apache-2.0

import os
import pathlib
import shutil
import signal
import struct
import subprocess
import tempfile
import time

from launcher import (
    CASES, BUILT, ENVIRONMENT, LEAKS, LIBRARY, NOTHING, PROGRAM, PYTHON, SILENT, Skip, TOP,
    TWICE, json_of, last_line, run,
)


def test_output_and_environment_are_untouched():
    """Only two variables differ, and the streams are the command's own."""
    script = (
        "import os, sys; print(sorted(os.environ)); print(sys.stdin.read()); sys.stderr.write('e')"
    )
    plain = subprocess.run(
        ["python3", "-c", script], env=ENVIRONMENT, capture_output=True, text=True, input="in",
        check=True,
    )
    done = run("python3", "-c", script, input="in")
    assert done.stdout.replace("'ARROWDEV_CHECK_OPTIONS', ", "").replace(
        "'LD_PRELOAD', ", "") == plain.stdout, done.stdout
    assert done.stderr.startswith("e" + NOTHING), done.stderr


def test_the_library_is_in_front_of_what_is_preloaded():
    """LD_PRELOAD=other"""
    done = run("sh", "-c", "echo $LD_PRELOAD", env={"LD_PRELOAD": "libm.so.6"})
    assert done.stdout == f"{LIBRARY}:libm.so.6\n", done.stdout


def test_a_library_whose_path_has_blanks_is_linked():
    """The loader's list has blanks between."""
    with tempfile.TemporaryDirectory(prefix="arrowdev launch: ") as folder:
        for file in (PROGRAM, LIBRARY):
            shutil.copy(file, folder)
        done = subprocess.run(
            [folder + "/arrowdev-check", "run", TWICE], env=ENVIRONMENT, capture_output=True,
            text=True, check=False,
        )
    assert done.returncode == 97, done.stderr


def test_an_installation_is_found():
    """PREFIX/bin and PREFIX/lib."""
    with tempfile.TemporaryDirectory(prefix="arrowdev-launch-") as folder:
        for name, file in (("bin", PROGRAM), ("lib", LIBRARY)):
            os.mkdir(f"{folder}/{name}")
            shutil.copy(file, f"{folder}/{name}")
        os.symlink(f"{folder}/bin/arrowdev-check", f"{folder}/link")
        for program in (folder + "/bin/arrowdev-check", folder + "/link"):
            done = subprocess.run(
                [program, "run", TWICE], env=ENVIRONMENT, capture_output=True, text=True,
                check=False,
            )
            assert done.returncode == 97, done.stderr
        os.unlink(f"{folder}/lib/libarrowdev_check.so")
        done = subprocess.run([program, "run", "true"], capture_output=True, text=True, check=False)
        assert done.returncode == 1 and "lies neither beside" in done.stderr, done


def test_records_are_kept_where_they_are_asked_for():
    """record_dir; a second run does not mix with the first."""
    with tempfile.TemporaryDirectory(prefix="arrowdev-launch-") as folder:
        records = f"{folder}/records"
        done = run(f"--record_dir={records}", "sh", "-c", f"{TWICE}; {LEAKS}")
        files = [name for name in os.listdir(records) if name.endswith(".jsonl")]
        assert done.returncode == 97 and len(files) == 2, files
        again = run(f"--record_dir={records}", SILENT)
        assert again.returncode == 1 and "holds the records of another run" in again.stderr
        report = subprocess.run(
            [PROGRAM, "report", records], capture_output=True, text=True, check=True)
        assert report.stdout.count("[double-release]\n") == 1
        assert report.stdout.endswith("-> exit 0\n"), report.stdout[-100:]


def test_a_record_that_finds_no_room_is_no_clean_run():
    """A full disk, as a limit on files shows it: for all of the record, and for the end of it."""
    def limited(n_bytes, folder, *program):
        script = f"ulimit -f {n_bytes // 512}; exec \"$@\""
        return run(f"--record_dir={folder}", "sh", "-c", script, "sh", *program)

    with tempfile.TemporaryDirectory(prefix="arrowdev-launch-") as folder:
        run(f"--record_dir={folder}/whole", SILENT)
        whole, = pathlib.Path(folder, "whole").glob("*.jsonl")
        header = max(len(whole.read_bytes().partition(b"\n")[0]), 4096)
        assert whole.stat().st_size > header + 1024, whole.stat()
        done = limited(0, f"{folder}/none", TWICE)
        assert done.returncode == 97, done
        assert "but there is no room in it; the report is made here\n" in done.stderr, done.stderr
        assert "[double-release]\n" in done.stderr, done.stderr
        assert "1 process found no room for a record" in done.stderr, done.stderr
        assert "incomplete -> exit 97" in last_line(done), done.stderr
        done = limited(0, f"{folder}/clean", SILENT)
        assert done.returncode == 1 and "incomplete -> exit 0" in last_line(done), done
        done = limited(0, f"{folder}/idle", "true")
        assert done.returncode == 0 and "not-exercised" in last_line(done), done
        done = limited(header + 512, f"{folder}/begin", SILENT)
        assert done.returncode == 1, done
        said = " ".join(done.stderr.split())
        assert "of the record of silent" in said and "could not be written (is the" in said, said
        assert "incomplete -> exit 0" in last_line(done), done.stderr


def test_nothing_is_left_behind():
    """The temporary folder goes."""
    with tempfile.TemporaryDirectory(prefix="arrowdev-launch-") as folder:
        run(TWICE, env={"TMPDIR": folder})
        run("no-such-command", env={"TMPDIR": folder})
        run(BUILT / "musl", env={"TMPDIR": folder})
        assert os.listdir(folder) == [], os.listdir(folder)


def test_exec_and_reused_pids_have_records_of_their_own():
    """One pid, two programs."""
    done, report = json_of("sh", "-c", f"exec {CASES}/held-at-abrupt-end/found-exec")
    assert done.returncode in (0, 97), done
    names = [run["name"] for run in report["processes"]]
    assert len(names) == len(set(names)) >= 1, names


PYTHON_CASES = {
    "PYTHONPATH": str(TOP / "tests/cases/lib"), "CASES_LIB": str(CASES / "lib"),
}


def test_a_killed_process_keeps_what_it_has_said():
    """No end line."""
    case = TOP / "tests/cases/double-release/python.py"
    script = f"import os; exec(compile(open('{case}').read(), '{case}', 'exec')); os.kill(0, 9)"
    done = run("setsid", "-w", "python3", "-c", script, env=PYTHON_CASES)
    assert done.returncode == 137, done
    assert "called a second time [double-release] at " + str(case) in done.stderr
    assert "The record has no end: SIGKILL killed the process. What" in done.stderr
    assert "python.py:17: error: release of array#1 called a second time" in done.stderr
    assert last_line(done).startswith("1 error, "), done.stderr


def test_where_the_report_goes_to_files_the_last_line_tells_of_killed_processes():
    """The command itself ends well."""
    with tempfile.TemporaryDirectory(prefix="arrowdev-launch-") as folder:
        case = TOP / "tests/cases/double-release/python.py"
        code = f"import os; exec(compile(open('{case}').read(), '{case}', 'exec'))"
        options = ["--format=json", f"--log_path={folder}/report.json"]
        code += "; os.kill(os.getpid(), 9)"
        script = f'{SILENT}; python3 -c "$0"; true'
        done = run(*options, "sh", "-c", script, code, env=PYTHON_CASES)
    assert "; 1 record without an end)" in last_line(done), done.stderr


def test_a_process_that_leaves_past_its_library_is_said_to():
    """As programs in Go end: status kept where it is not 0, 97 where it is."""
    case = TOP / "tests/cases/double-release/python.py"
    call = "import ctypes; ctypes.CDLL(None).syscall(231, {})"  # exit_group
    for status, told in ((8, 8), (0, 97)):
        script = f"exec(compile(open('{case}').read(), '{case}', 'exec')); {call.format(status)}"
        done = run("python3", "-c", script, env=PYTHON_CASES)
        assert done.returncode == told, done
        words = " ".join(done.stderr.split())
        assert (f"The record has no end: the process left with status {status} without its C "
                "library, as programs in Go do: what it never released was not looked for. What "
                "it had said until then follows.") in words, done.stderr
        assert last_line(done).startswith("1 error, "), done.stderr


SPAWN = """
import multiprocessing, sys
import pyarrow as pa
def work(n):
    import polars as pl
    return pl.from_arrow(pa.table({"v": [n]}))["v"].sum()
if __name__ == "__main__":
    context = multiprocessing.get_context(sys.argv[1])
    with context.Pool(2) as pool:
        print(sum(pool.map(work, range(8))))
        pool.close()
        pool.join()
"""


def test_workers_of_multiprocessing_are_followed():
    """fork, spawn and forkserver; each worker has its record."""
    with tempfile.TemporaryDirectory(prefix="arrowdev-launch-") as folder:
        script = pathlib.Path(folder) / "tree.py"
        script.write_text(SPAWN)
        for method in ("fork", "spawn", "forkserver"):
            done, report = json_of(PYTHON, script, method)
            assert done.stdout == "28\n" and done.returncode == 0, (method, done)
            assert report["summary"]["errors"] == 0, report["findings"]
            assert len(report["processes"]) >= 2, method
            assert report["activity"]["structs_seen"] > 8


def test_a_process_that_outlives_the_command_is_named():
    """setsid in the background."""
    began = time.monotonic()
    done = run("--linger_s=1", "sh", "-c", "setsid sleep 600 >/dev/null 2>&1 & echo $!")
    took = time.monotonic() - began
    pid = int(done.stdout)
    os.kill(pid, signal.SIGKILL)
    assert "1 process outlives the command" in done.stderr, done.stderr
    assert f"sleep (pid {pid})" in done.stderr and 1 <= took < 600, took
    assert done.returncode == 0


def test_what_ends_soon_after_the_command_is_waited_for():
    """A background job of a shell."""
    done = run("--linger_s=300", "sh", "-c", f"(sleep 0.5; exec {TWICE}) >/dev/null 2>&1 & exit 0")
    assert done.returncode == 97 and "outlive" not in done.stderr, done


def test_programs_that_cannot_be_watched_are_named():
    """static, musl, set-user-id, another architecture, scripts of such."""
    with tempfile.TemporaryDirectory(prefix="arrowdev-launch-") as folder:
        foreign = pathlib.Path(folder) / "foreign"
        image = bytearray((BUILT / "static").read_bytes())
        image[18:20] = (243).to_bytes(2, "little")
        foreign.write_bytes(image)
        narrow = pathlib.Path(folder) / "narrow"  # of 32 bits
        narrow.write_bytes(image[:4] + b"\x01" + image[5:18] + b"\x03\x00" + image[20:])
        script, env_script = pathlib.Path(folder) / "script", pathlib.Path(folder) / "env-script"
        script.write_text(f"#!{BUILT / 'static'}\n")
        env_script.write_text("#!/usr/bin/env static\n")
        for path in (foreign, narrow, script, env_script):
            path.chmod(0o755)
        path = {"PATH": f"{BUILT}:/usr/bin:/bin"}
        for program, words, status in (
            (BUILT / "static", "is linked statically: it cannot be watched, what it starts can", 0),
            (BUILT / "musl", "is built for musl, not for glibc's loader: it cannot be watched, nor",
             127),
            (foreign, "another architecture", None), (narrow, "another architecture", None),
            (script, f"{script} is a script of {BUILT}/static, but {BUILT}/static is linked", 0),
            (env_script, "is a script of static, but", 0),
        ):
            done = run(program, env=path)
            assert f"arrowdev_check: warning: {program} " in done.stderr, (program, done.stderr)
            assert words in done.stderr, (program, done.stderr)
            assert status is None or done.returncode == status, (program, done)


def test_what_a_child_starts_and_cannot_be_watched_is_named():
    """By a shell, by exec, spawned, past fork; each once; others are not."""
    static, name = BUILT / "static", "was not watched"
    python = (f"import os, subprocess as s; s.run(['{static}']); os.system('{static}'); "
              f"os.waitpid(os.posix_spawn('{static}', ['static'], os.environ), 0); "
              f"os.waitpid(os.posix_spawnp('static', ['static'], os.environ), 0)")
    path = {"PATH": f"{BUILT}:/usr/bin:/bin"}
    for command in (
        ["sh", "-c", f"{SILENT}; {static}; static; exec {static}"],
        ["sh", "-c", f"cd {BUILT}; ./static; {SILENT}"],
        ["/usr/bin/python3", "-c", python + f"; s.run(['{SILENT}'])"],
    ):
        done, report = json_of(*command, env=path)
        limits = [limit for limit in report["activity"]["limits"] if name in limit]
        assert limits == [f"{static} is linked statically, and {name}"], (command, report, done)
    with tempfile.TemporaryDirectory(prefix="arrowdev-launch-") as folder:
        script = pathlib.Path(folder) / "script"
        script.write_text(f"#! {static} -x\n")
        script.chmod(0o755)
        done = run("sh", "-c", f"{script}; true", env=path)
        assert "not-exercised" in done.stderr, done.stderr
        assert f"{static} is linked statically, and {name}" in " ".join(done.stderr.split()), done
        pipe = pathlib.Path(folder) / "pipe"
        os.mkfifo(pipe, 0o755)
        done = run("sh", "-c", f"{pipe}; true", env=path)
        assert "not-exercised" in done.stderr and name not in done.stderr, done.stderr
    loader = "/lib64/ld-linux-x86-64.so.2"
    for command in (["sh", "-c", f"{SILENT}; {loader} {SILENT}"], ["sh", "-c", f"exec {SILENT}"],
                    ["/usr/bin/python3", "-c", f"import os; os.system('{SILENT}')"]):
        done, report = json_of(*command)
        assert not [one for one in report["activity"]["limits"] if name in one], (command, report)


def test_a_static_program_passes_the_library_on():
    """What it starts is watched."""
    done = run(BUILT / "static", "exec", TWICE)
    assert done.stdout.startswith("plain\n") and done.returncode == 97, done


def test_programs_with_more_rights_are_named():
    """set-user-id of another user."""
    if os.geteuid() != 0:
        raise Skip("only root can make one")
    with tempfile.TemporaryDirectory(prefix="arrowdev-launch-") as folder:
        os.chmod(folder, 0o755)
        program = f"{folder}/plain"
        shutil.copy(CASES / "double-release/found", program)
        os.chown(program, 65534, 65534)
        os.chmod(program, 0o4755)
        done = run(program)
        if os.statvfs(folder).f_flag & os.ST_NOSUID:
            raise Skip("such bits mean nothing here")
        assert f"{program} is set-user-id: it cannot be watched" in done.stderr, done
        assert "not-exercised" in done.stderr, done.stderr
        os.chown(program, 0, 65534)
        os.chmod(program, 0o2755)
        done = run(program)
        assert f"{program} is set-group-id: it cannot be watched" in done.stderr, done
        # Without the bits, and where they change nothing, it is a program like others.
        for owner, mode in ((65534, 0o755), (0, 0o4755)):
            os.chown(program, owner, 0)
            os.chmod(program, mode)
            done = run(program)
            assert "cannot be watched" not in done.stderr, done


def test_programs_with_capabilities_are_named():
    """They change nothing for root, who has all."""
    if os.geteuid() != 0:
        raise Skip("only root can give them")
    with tempfile.TemporaryDirectory(prefix="arrowdev-launch-") as folder:
        os.chmod(folder, 0o755)
        program = shutil.copy(CASES / "double-release/found", f"{folder}/plain")
        launcher = shutil.copy(PROGRAM, folder)
        shutil.copy(LIBRARY, folder)
        # Version 2, effective, CAP_NET_BIND_SERVICE (linux/capability.h).
        bits = struct.pack("<5I", 0x02000001, 1 << 10, 0, 0, 0)
        try:
            os.setxattr(program, "security.capability", bits)
        except OSError as error:
            raise Skip(f"this file system takes none: {error}") from error
        assert "cannot be watched" not in run(program).stderr
        done = subprocess.run(
            [launcher, "run", program], env=ENVIRONMENT, capture_output=True, text=True,
            check=False, user=65534, group=65534, extra_groups=[])
        assert f"{program} has capabilities: it cannot be watched" in done.stderr, done
