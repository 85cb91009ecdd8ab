#!/usr/bin/python3
"""run: each page of report/explain shows a wrong program, which is found, and a right one, silent.

The programs are taken from the pages, where they follow the lines `Wrong:` and `Right:`. In their
comments, `options: NAME=VALUE` and `env: NAME=VALUE` is what they are run with, `declare: LINE` a
line of a file of declarations. They are linked with libcolumn.so, libflow.so and libdevice.so of
the examples.
"""

# SPDX-License-Identifier: Apache-2.0

import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

TOP = pathlib.Path(__file__).resolve().parent.parent.parent
BUILT = TOP / "build/explain"
ENVIRONMENT = {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1"}
PROGRAM = re.compile(r"^(Wrong|Right):\n\n```(c|cpp)\n(.*?)^```\n", re.M | re.S)
COMPILERS = {"c": "gcc", "cpp": "g++"}
# -rdynamic: a function of the program itself can be declared.
FLAGS = "-g -O0 -Wall -Wextra -Werror -Wno-unused-parameter -rdynamic".split()
LINK = [f"-L{TOP}/build/examples", *"-lcolumn -lflow -lpthread".split()]
LINK += [f"-Wl,-rpath,{TOP}/build/examples"]
LIBRARY = TOP / "build/libarrowdev_check.so"
# Those on devices run over the software driver.
CUDA_INCLUDE = os.environ.get("CUDA_INCLUDE", "")
# Those on queues over the OpenCL of the machine.
QUEUE = ["-lqueue", "-lOpenCL"]
CUDA = [f"-I{CUDA_INCLUDE}", "-ldevice", f"-L{TOP}/build/driver", "-l:libcuda.so.1"]


def build(name, language, text):
    """The command that runs it."""
    source = BUILT / f"{name}.{'cc' if language == 'cpp' else 'c'}"
    source.write_text(text)
    program = BUILT / name
    command = [COMPILERS[language], *FLAGS, f"-I{TOP}/examples", f"-I{TOP}"]
    command += ["-Wl,--as-needed", "-o", str(program), str(source), *LINK]
    command += CUDA if '"device.h"' in text else QUEUE if '"queue.h"' in text else []
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise ValueError(f"{source.name} does not compile\n{done.stderr}")
    return [str(program)]


def findings(command, text):
    """Its status, its findings as check -> severity, and what it said."""
    with tempfile.TemporaryDirectory(prefix="arrowdev-explain-") as folder:
        options = re.findall(r"options: (\S+)", text)
        declared = re.findall(r"declare: (.*?)(?: \*/)?$", text, re.M)
        if declared:
            pathlib.Path(folder, "declared").write_text("\n".join(declared) + "\n")
            options.append(f"declare={folder}/declared")
        extra = dict(re.findall(r"env: (\w+)=(\S+)", text))
        options = [*options, "format=json", f"log_path={folder}/report", "verbosity=1"]
        env = ENVIRONMENT | extra | {
            "LD_PRELOAD": str(LIBRARY),
            "ARROWDEV_CHECK_OPTIONS": ":".join(options),
            "LD_LIBRARY_PATH": str(TOP / "build/driver"),
        }
        done = subprocess.run(
            command, cwd=folder, env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True,
            errors="replace", timeout=300, check=False,
        )  # fmt: skip
        # Processes forked by it have reports of their own.
        reports = [json.loads(path.read_text()) for path in pathlib.Path(folder).glob("report*")]
    found = {one["check"]: one["severity"] for report in reports for one in report["findings"]}
    seen = sum(report["activity"]["structs_seen"] for report in reports)
    return done.returncode, found, seen, done.stdout + done.stderr


def judge(slug, kind, language, text):
    """What is wrong with a program of a page."""
    command = build(f"{slug}-{kind.lower()}", language, text)
    status, found, seen, said = findings(command, text)
    if kind == "Wrong":
        if slug not in found:
            return f"not found, but {found or 'nothing'}, status {status}\n{said}"
        # Those that crash may; a finding that is an error replaces 0.
        is_error = "error" in found.values()
        return "" if status < 0 or status == [0, 97][is_error] else f"status {status}\n{said}"
    if status or found:
        return f"status {status}, {found} is found\n{said}"
    return "" if seen else "no structure is seen, so silence proves nothing"


def judge_suppression(path, text):
    """Its line for a file of suppressions is one that the program takes."""
    line = re.search(r"^\*\*Accept it\.\*\*(?:.*\n)+\n```\n(.*)\n```$", text, re.M)
    line = line[1] if line else "nothing"
    if line == f"checks=-{path.stem}":
        option = "--" + line
    elif line.split()[0] == path.stem:
        known = BUILT / f"{path.stem}.supp"
        known.write_text(line + "\n")
        option = f"--suppressions={known}"
    else:
        return [f"accepts {line}"]
    command = [str(TOP / "build/arrowdev-check"), "run", option, "--quiet", "--", "/bin/true"]
    done = subprocess.run(command, env=ENVIRONMENT, capture_output=True, text=True, check=False)
    return [done.stderr] if done.returncode else []


def judge_page(path):
    """The problems of a page, None for one without programs, or on a runtime unwatched."""
    text = path.read_text()
    programs = {match[1]: match for match in PROGRAM.finditer(text)}
    problems = judge_suppression(path, text)
    is_watched = CUDA_INCLUDE and b"cuEventRecord" in LIBRARY.read_bytes()
    if '"device.h"' in text and not is_watched:
        return problems or None
    if '"queue.h"' in text and not os.environ.get("OPENCL"):
        return problems or None
    if not any("int main(" in match[3] for match in programs.values()):
        return problems or None
    for kind in ("Wrong", "Right"):
        try:
            problem = judge(path.stem, kind, programs[kind][2], programs[kind][3])
        except KeyError:
            problem = "there is no program"
        except (ValueError, OSError, subprocess.SubprocessError) as error:
            problem = str(error)
        if problem:
            problems.append(f"{kind}: {problem}")
    return problems


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("-k", default="", metavar="NAME", help="only pages with NAME in theirs")
    wanted = parser.parse_args().k
    BUILT.mkdir(parents=True, exist_ok=True)
    paths = [path for path in sorted((TOP / "report/explain").glob("*.md")) if wanted in path.stem]
    failed = skipped = 0
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for path, problems in zip(paths, pool.map(judge_page, paths)):
            failed += bool(problems)
            skipped += problems is None
            if problems is None:
                print(f"skip explain/{path.stem}: not whole, or its runtime is not watched")
            for problem in problems or []:
                print(f"FAIL explain/{path.stem}: " + problem.replace("\n", "\n       "))
    passed = len(paths) - failed - skipped
    print(f"explain: {passed} passed, {failed} failed, {skipped} skipped")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
