"""selftest: what arrowdev-check selftest says of a good installation and of bad ones; --version."""

# SPDX-License-Identifier: Apache-2.0

import os
import pathlib
import re
import shutil
import subprocess
import tempfile

from launcher import ENVIRONMENT, LIBRARY, PROGRAM, PYTHON, TOP

SLUGS = re.findall(r'^CHECK\(\w+, "([a-z0-9-]+)"', (TOP / "report/checks.def").read_text(), re.M)

ISOLATED = {"buffer-overread": ":isolate=guard", "buffer-underread": ":isolate=front"}


def selftest(program=PROGRAM, **env):
    """Its status and what it said, a row in one line."""
    done = subprocess.run(
        [program, "selftest"], env=ENVIRONMENT | env, capture_output=True, text=True, check=False,
        timeout=300)
    assert done.stderr == "", done.stderr
    return done.returncode, re.sub(r"\n {12,}", " ", done.stdout)


def test_a_good_installation_finds_every_fault():
    """Nothing is left."""
    with tempfile.TemporaryDirectory(prefix="arrowdev-launch-") as folder:
        status, said = selftest(TMPDIR=folder)
        assert status == 0 and "MISSING" not in said, said
        assert os.listdir(folder) == []
    faults = re.search(r"\n  faults +(\d+) of (\d+) found in \S+ s(?:; no plant for (.*?))?"
                       r"(?:; not tried, as they need a driver: (.*))?\n", said)
    without = [slug for found in faults.groups()[2:] if found for slug in found.split(", ")]
    assert "read-before-event" in faults[4] and "read-before-event" not in (faults[3] or ""), said
    assert int(faults[1]) == int(faults[2]) == len(SLUGS) - len(without), said
    assert set(without) < set(SLUGS) and int(faults[1]) >= 41, said
    for words in (
        f"  library   {LIBRARY} (build-id ", "calls of arrowdev_check.h, slots of loaded modules,",
        "functions looked up by dlsym", "by libunwind, ", "functions and lines are known",
        "capsules are seen, frames are read", "\n  devices   ", "\n  system    Debian", "glibc 2.",
        "seccomp", "ptrace_scope", "process_vm_readv works", "all is found -> exit 0\n",
    ):
        assert words in said, (words, said)


def test_each_plant_breaks_its_rule_and_no_other_error():
    """A plant that breaks two would hide that one of them is not found."""
    by_nature = {  # the one cannot be had without the other
        "incomplete": {"never-released"}, "release-in-forked-child": set(),
        "release-not-cleared": set(), "hooks-bypassed": {"never-released"},
        "children-null": {"never-released"},
    }
    done = {}
    for slug in SLUGS:
        with tempfile.TemporaryDirectory(prefix="arrowdev-launch-") as folder:
            declare = pathlib.Path(folder) / "declare"
            declare.write_text("lsearch gives!(2:array, of:1)\nremque closes(1)\n")
            options = f"record_dir={folder}:declare={declare}"
            options += ":memory_budget_mb=4" if slug == "incomplete" else ""
            options += ":callback_timeout_ms=20" if slug == "callback-stuck" else ""
            more = ":isolate=1" if slug.startswith("buffer-") else ":validate=1"
            options += ISOLATED.get(slug, more)
            subprocess.run(
                [PROGRAM, "selftest", f"--plant={slug}"], check=False, capture_output=True,
                env=ENVIRONMENT | {"LD_PRELOAD": str(LIBRARY), "ARROWDEV_CHECK_OPTIONS": options})
            errors = set()
            for record in pathlib.Path(folder).glob("*.jsonl"):
                errors |= set(re.findall(
                    r'"check":"([a-z0-9-]+)","severity":"(?:error|warning)"', record.read_text()))
        done[slug] = errors - {slug} - by_nature.get(slug, set())
    assert not any(done.values()), {slug: more for slug, more in done.items() if more}


def test_a_library_that_does_nothing_is_not_taken_for_good():
    """Another file of its name; none at all."""
    with tempfile.TemporaryDirectory(prefix="arrowdev-launch-") as folder:
        program = shutil.copy(PROGRAM, folder)
        status, said = selftest(program)
        assert status == 1 and "MISSING   library: " in said and "1 missing" in said, said
        empty = pathlib.Path(folder) / "empty.c"
        empty.write_text("")
        subprocess.run(
            ["gcc", "-shared", "-o", f"{folder}/{LIBRARY.name}", empty], check=True)
        status, said = selftest(program)
        assert status == 1 and "the library was not in it" in said, said


def test_what_python_is_found_is_said():
    """A virtual environment's, none, and one that cannot be watched."""
    status, said = selftest(PATH=f"{pathlib.Path(PYTHON).parent}:/usr/bin:/bin")
    assert status == 0 and f"({PYTHON})" in said and re.search(r"pyarrow \d+\.", said), said
    with tempfile.TemporaryDirectory(prefix="arrowdev-launch-") as folder:
        status, said = selftest(PATH=folder)
        assert status == 0 and "no python3 is found" in said, said
        fake = pathlib.Path(folder) / "python3"
        fake.write_text("#!/bin/sh\necho 'CPython 3.99.0 (fake)'\necho\n")
        fake.chmod(0o755)
        status, said = selftest(PATH=folder)
        assert status == 1 and "MISSING   CPython 3.99.0 (fake): it left no record" in said, said


def test_the_unwinder_that_is_used_is_said():
    """libunwind.so.8 with nothing in it."""
    with tempfile.TemporaryDirectory(prefix="arrowdev-launch-") as folder:
        empty = pathlib.Path(folder) / "empty.c"
        empty.write_text("")
        subprocess.run(["gcc", "-shared", "-o", f"{folder}/libunwind.so.8", empty], check=True)
        status, said = selftest(LD_LIBRARY_PATH=folder)
        assert "libunwind.so.8 is not found: " in said and status == 0, said


def test_the_version_has_what_a_report_of_a_bug_needs():
    """Library, system, libraries."""
    done = subprocess.run(
        [PROGRAM, "--version"], env=ENVIRONMENT, capture_output=True, text=True, check=True)
    assert re.fullmatch(
        r"arrowdev-check \d+\.\d+\.\d+\n  library   \S+libarrowdev_check\.so \(build-id \w{40}\)\n"
        r"  system    .*, kernel \S+, glibc \d\S+(, in a container)?\n"
        r"  with      elfutils \S+, jansson \S+\n", done.stdout), done.stdout


def test_misuse_of_selftest():
    """Status 2."""
    for arguments in (["--plant=nothing"], ["more"]):
        done = subprocess.run(
            [PROGRAM, "selftest", *arguments], capture_output=True, text=True, check=False)
        assert done.returncode == 2 and done.stdout == "", done
