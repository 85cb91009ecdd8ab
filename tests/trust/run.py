#!/usr/bin/python3
"""run: what the environment, a folder of everybody's and other users may not make us do.

run.py BUILD    as root all of it; what needs a second user is skipped else

Files are made with mode 0600 and not through links that others could have laid; in a set-user-id
program the variable is not read; no program is started that the working directory or PATH holds.
SPDX-License-Identifier: Apache-2.0
"""

import os
import pathlib
import shutil
import stat
import subprocess
import sys
import tempfile

BUILD = pathlib.Path(sys.argv[1]).resolve()
LIBRARY = BUILD / "libarrowdev_check.so"
LAUNCHER = BUILD / "arrowdev-check"
FAULTY = BUILD / "cases/double-release/found"
NOBODY = 65534
TESTS = []


class Skip(Exception):
    """Needs what is not there."""


def test(function):
    """Add a test to the list: it takes a folder, and complains by an exception."""
    TESTS.append(function)
    return function


def run(command, folder, options, **extra):
    """Its standard error."""
    preload = {"LD_PRELOAD": str(LIBRARY)} if command[0] != LAUNCHER else {}
    environment = {"PATH": os.environ["PATH"], **preload, **extra.pop("env", {}),
                   "ARROWDEV_CHECK_OPTIONS": options}
    return subprocess.run(command, cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                          stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, timeout=300,
                          check=False, **extra).stderr


def same(found, wanted, what):
    if found != wanted:
        raise AssertionError(f"{what}: {found!r}, not {wanted!r}")


def is_report(path):
    return "double-release" in path.read_text()


@test
def files_are_for_their_owner_only(folder):
    """Whatever the umask lets through."""
    old = os.umask(0)
    try:
        run([FAULTY], folder, "format=text,json,html")
        run([LAUNCHER, "run", "--record_dir=records", "--watch=counts", "--", FAULTY], folder, "")
    finally:
        os.umask(old)
    files = [path for path in folder.rglob("*") if path.is_file()]
    for path in files:
        same(oct(stat.S_IMODE(path.stat().st_mode)), "0o600", path.name)
    endings = {path.suffix for path in files}
    if not {".json", ".html", ".jsonl", ".live"} <= endings or not (folder / "counts").exists():
        raise AssertionError(f"only {files} are there")
    same(oct(stat.S_IMODE((folder / "records").stat().st_mode)), "0o700", "records")


def linked(folder, name, make):
    """Something that is not to be written, and a way to it."""
    target = folder / "target"
    target.write_text("kept\n")
    make(target, folder / name)
    return target


@test
def no_report_through_a_link(folder):
    """A report goes beside it."""
    target = linked(folder, "report", lambda to, link: link.symlink_to(to))
    run([FAULTY], folder, "log_path=report")
    same(target.read_text(), "kept\n", "the target")
    same([is_report(path) for path in folder.glob("report.*")], [True], "reports beside it")


def run_with_own_pid(folder, make, options):
    """The second name is taken, too: a shell knows the pid that the program will have."""
    target = linked(folder, "report", lambda to, link: link.symlink_to(to))
    words = run(["/bin/sh", "-c", f"{make}; exec env LD_PRELOAD={LIBRARY} {FAULTY}"], folder,
                options, env={"LD_PRELOAD": ""})
    same(target.read_text(), "kept\n", "the target")
    return words


@test
def no_second_name_through_a_symbolic_link(folder):
    """It is said that there is no report."""
    words = run_with_own_pid(folder, "ln -s target report.$$", "log_path=report")
    if "cannot be written" not in words:
        raise AssertionError(words)


@test
def no_second_name_through_a_hard_link(folder):
    words = run_with_own_pid(folder, "ln target report.$$", "log_path=report")
    if "cannot be written" not in words:
        raise AssertionError(words)


@test
def no_second_name_of_another_user(folder):
    """A file of his would be his to read."""
    if os.geteuid() != 0:
        raise Skip("needs root")
    words = run_with_own_pid(folder, f"touch report.$$; chown {NOBODY} report.$$",
                             "log_path=report")
    if "cannot be written" not in words:
        raise AssertionError(words)
    same([path.read_text() for path in folder.glob("report.*")], [""], "his file")


@test
def a_second_name_of_ours_is_written_over(folder):
    """So the ones above do fail for what they are about."""
    run_with_own_pid(folder, "echo old > report.$$", "log_path=report")
    same([is_report(path) for path in folder.glob("report.*")], [True], "reports")


@test
def no_record_through_a_link(folder):
    """The file's name is the pid's."""
    (folder / "records").mkdir()
    target = folder / "target"
    target.write_text("kept\n")
    run(["/bin/sh", "-c",
         f"ln -s ../target records/$$.jsonl; exec env LD_PRELOAD={LIBRARY} {FAULTY}"],
        folder, f"record_dir={folder}/records", env={"LD_PRELOAD": ""})
    same(target.read_text(), "kept\n", "the target")


@test
def counts_not_through_a_link(folder):
    target = linked(folder, "counts", lambda to, link: link.symlink_to(to))
    words = run([LAUNCHER, "run", "--watch=counts", "--", FAULTY], folder, "")
    same(target.read_text(), "kept\n", "the target")
    if "watch: counts: File exists" not in words:
        raise AssertionError(words)


@test
def a_device_is_no_file(folder):
    """What is there and is none is written to as before."""
    os.mkfifo(folder / "fifo")
    reader = os.open(folder / "fifo", os.O_RDONLY | os.O_NONBLOCK)
    (folder / "link").symlink_to("fifo")
    run([FAULTY], folder, "log_path=link")
    got = os.read(reader, 1 << 16)
    os.close(reader)
    if b"double-release" not in got:
        raise AssertionError(got)


@test
def no_program_of_the_folder_or_of_path(folder):
    """Ours lies beside the library."""
    for place in ("bin", "build", "."):
        (folder / place).mkdir(exist_ok=True)
        fake = folder / place / "arrowdev-check"
        fake.write_text(f"#!/bin/sh\ntouch {folder}/started\n")
        fake.chmod(0o755)
    words = run([FAULTY], folder, "", env={"PATH": f"{folder}:{folder}/bin:/usr/bin:/bin",
                                           "LD_LIBRARY_PATH": str(folder)})
    same((folder / "started").exists(), False, "the fake is started")
    if "report of found" not in words:
        raise AssertionError(words)


def as_another(folder, mode):
    """The program, linked with the library by its whole path, run by another user."""
    if os.geteuid() != 0:
        raise Skip("needs root")
    folder.chmod(0o711)
    shutil.copy(LIBRARY, folder)
    shutil.copy(LAUNCHER, folder)
    for name in ("arrow_fake", "capsule_fake", "producer"):
        shutil.copy(BUILD / f"cases/lib/lib{name}.so", folder)
    program = folder / "program"
    subprocess.run(["cc", "-o", program, "-g", "-I.", "-Itests/cases/lib", "-D_GNU_SOURCE", "-w",
                    "tests/cases/double-release/found.c", f"-L{folder}", "-Wl,--no-as-needed",
                    f"-Wl,-rpath,{folder}", "-l:libarrowdev_check.so", "-lproducer",
                    "-lcapsule_fake", "-larrow_fake"], check=True)
    program.chmod(mode)
    out = folder / "out"
    out.mkdir(mode=0o777)
    out.chmod(0o777)
    words = run([program], folder, f"log_path={out}/report", user=NOBODY, group=NOBODY,
                extra_groups=[], env={"LD_PRELOAD": ""})
    return words, [path.name for path in out.iterdir()]


@test
def variables_are_not_for_set_user_id_programs(folder):
    """The report goes to standard error, as if nothing were set."""
    flags = os.statvfs(folder).f_flag
    if flags & os.ST_NOSUID:
        raise Skip("the folder's file system knows no set-user-id")
    words, files = as_another(folder, 0o4755)
    same(files, [], "files")
    if "double-release" not in words:
        raise AssertionError(words)


@test
def variables_are_for_others(folder):
    """The same without the bit: so the one above can fail."""
    _, files = as_another(folder, 0o755)
    same(files, ["report"], "files")


def main():
    passed = failed = skipped = 0
    for one in TESTS:
        with tempfile.TemporaryDirectory(prefix="arrowdev-trust-") as folder:
            try:
                one(pathlib.Path(folder))
                passed += 1
            except Skip as why:
                skipped += 1
                print(f"skip trust/{one.__name__}: {why}")
            except (AssertionError, subprocess.SubprocessError) as wrong:
                failed += 1
                print(f"FAIL trust/{one.__name__}: {wrong}")
    print(f"trust: {passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
