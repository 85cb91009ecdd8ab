#!/usr/bin/python3
"""run: CTest's verdicts on tests made by arrowdev_add_check(), and what CMake refuses."""

# SPDX-License-Identifier: Apache-2.0

import pathlib
import shutil
import subprocess
import sys
import xml.etree.ElementTree

HERE = pathlib.Path(__file__).resolve().parent
TOP = HERE.parent.parent
BUILT = TOP / "build/cmake"
MODULE = TOP / "report/share/ArrowdevCheck.cmake"
PROGRAM = f"-DARROWDEV_CHECK={TOP}/build/arrowdev-check"
# Test, whether it fails, and what its output says.
WANTED = {
    "arrowdev.tidy": (False, "0 errors, 0 warnings, 0 suppressed (1 struct"),
    "arguments.fails": (True, "-> exit 3"),
    "arrowdev.faulty": (True, "faulty.c:10:5: error: release of array#1 called a second time"),
    "unchecked.passes": (False, "-> exit 0"),
    "arrowdev.idle": (True, "not-exercised"),
    "idle.passes": (False, "not-exercised"),
    "command.passes": (False, "-> exit 0"),
    "command.fails": (True, "-> exit 97"),
}
REFUSED = {
    "arrowdev_add_check(nothing)": "there is no such target",
    "arrowdev_add_check(x COMMAND true WRONG)": None,
    "arrowdev_add_check(x NAME)": "there is no such target",
    "arrowdev_add_check(x OTHER 1)": "unknown: OTHER;1",
}


def run(*command):
    return subprocess.run(
        list(map(str, command)), capture_output=True, text=True, stdin=subprocess.DEVNULL,
        timeout=300, check=False,
    )  # fmt: skip


def judge_tests():
    """Problems of the tests of the project beside this file."""
    shutil.rmtree(BUILT, ignore_errors=True)
    for command in (["cmake", "-S", HERE, "-B", BUILT, PROGRAM], ["cmake", "--build", BUILT]):
        done = run(*command)
        if done.returncode:
            return ["CMake fails\n" + done.stdout + done.stderr]
    junit = BUILT / "junit.xml"
    done = run("ctest", "--test-dir", BUILT, "--output-junit", junit, "-L", "arrowdev")
    cases = {
        case.get("name"): (case.find("failure") is not None, case.findtext("system-out"))
        for case in xml.etree.ElementTree.parse(junit).iter("testcase")
    }
    problems = [] if done.returncode == 8 else [f"ctest ends with {done.returncode}, not 8"]
    if set(cases) != set(WANTED):
        problems.append(f"tests {sorted(cases)}")
    for name, (fails, says) in WANTED.items():
        has_failed, said = cases.get(name, (None, ""))
        if has_failed != fails or says not in said:
            wanted = f"failed {has_failed}, not {fails}, or does not say {says}"
            problems.append(f"{name}: {wanted}\n{said}")
    return problems


def judge_refusals():
    """Problems of calls that are wrong, and of a machine without the program."""
    problems = []
    for line, says in {**REFUSED, "": "there is no arrowdev-check"}.items():
        source = BUILT / "refused"
        shutil.rmtree(source, ignore_errors=True)
        source.mkdir(parents=True)
        program = PROGRAM if line else "-DARROWDEV_CHECK=ARROWDEV_CHECK-NOTFOUND"
        text = f"cmake_minimum_required(VERSION 3.15)\nproject(x NONE)\ninclude({MODULE})\n"
        (source / "CMakeLists.txt").write_text(text + (line or "arrowdev_add_check(x)") + "\n")
        done = run("cmake", "-S", source, "-B", source / "built", program)
        said = " ".join(done.stderr.split())
        if (done.returncode != 0) != bool(says) or (says or "") not in said:
            problems.append(f"{line}: does not say {says}\n{done.stderr}")
    return problems


def main():
    failed = 0
    for judge in (judge_tests, judge_refusals):
        problems = judge()
        failed += bool(problems)
        for problem in problems:
            print(f"not ok {judge.__name__}: " + problem.replace("\n", "\n       "))
    print(f"cmake: {2 - failed} passed, {failed} failed, 0 skipped")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
