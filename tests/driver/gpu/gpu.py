#!/usr/bin/python3
"""gpu: on a machine with a GPU: what the documentation leaves open, programs with the runtime
linked into them, and scenarios of tests/order by real calls of the real driver, as make check has
them on the software driver. Prints a table.

gpu.py BUILD [FOLDER]    FOLDER: of another libcuda.so.1, to try the script itself
"""

# SPDX-License-Identifier: Apache-2.0

import collections
import ctypes
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import clients  # noqa: E402

TOOLKIT = os.environ.get("CUDA_HOME", "/usr/local/cuda")
QUESTIONS = [
    "cuGetProcAddress and dlsym give the same pointer?",
    "cuFuncGetParamInfo of a CUkernel",
    "cuStreamSynchronize(NULL) waits for blocking streams without legacy work?",
    "cuMemFree waits for a kernel on another stream?",
    "cuMemFreeAsync(NULL) waits for blocking streams?",
    "a new blocking stream waits for a legacy kernel?",
    "uploads from pageable memory that return too early",
    "cuEventRecord on a stream of another context",
    "cuStreamWaitEvent on a destroyed event",
    "all of cuBLAS, cuDF, NCCL passes watched functions? (needs CUPTI)",
    "questions under a global capture",
    "cost of a launch",
    "cuStreamSynchronize(blocking) waits for later legacy work?",
    "libcuda calls its own exports through the PLT?",
]


def folder_of_driver():
    """Where the real libcuda.so.1 lies; None without one that has a device."""
    listed = subprocess.run(["/sbin/ldconfig", "-p"], capture_output=True, text=True).stdout
    found = re.search(r"libcuda\.so\.1 .*x86-64.* => (\S+)", listed)
    if not found:
        return None
    try:
        library = ctypes.CDLL(found[1])
    except OSError:
        return None
    return str(pathlib.Path(found[1]).parent) if library.cuInit(0) == 0 else None


def ask(build, folder, number, watched):
    """One answer."""
    environment = {**os.environ, "LD_LIBRARY_PATH": folder}
    if watched:
        environment["LD_PRELOAD"] = str(build / "libarrowdev_check.so")
    try:
        done = subprocess.run(
            [build / "driver/questions", str(number)],
            env=environment,
            capture_output=True,
            text=True,
            timeout=60,
        )
    except subprocess.TimeoutExpired:
        return "no answer within 60 s"
    if done.returncode < 0:
        return f"killed by signal {-done.returncode}"
    return done.stdout.strip() or f"status {done.returncode}"


def report_of(build, folder, command):
    """Status, output and findings of a watched program."""
    with tempfile.TemporaryDirectory(prefix="arrowdev-gpu-") as scratch:
        done = subprocess.run(
            command,
            cwd=scratch,
            env={
                **os.environ,
                "LD_LIBRARY_PATH": f"{folder}:{TOOLKIT}/lib64",
                "LD_PRELOAD": str(build / "libarrowdev_check.so"),
                "ARROWDEV_CHECK_OPTIONS": "format=json:exitcode=0:quiet=1:leaks=0",
            },
            capture_output=True,
            text=True,
            timeout=120,
        )
        reports = [json.loads(p.read_text()) for p in pathlib.Path(scratch).glob("arrowdev.*.json")]
        found = {f"{f['check']} {f['severity']}" for r in reports for f in r["findings"]
                 if f["severity"] != "note"}
        return done.returncode, done.stdout.strip(), found, done.stderr


def runtime(build, folder):
    """Programs with the runtime linked into them: silent when right, found when not."""
    counts = collections.Counter()
    program = build / "driver/gpu-runtime"
    if not program.exists():
        print("skip runtime: no libcudart_static.a")
        return collections.Counter(skipped=1)
    for way in ("copy", "cublas"):
        for word, expected in (("", set()), ("planted", {"read-before-event error"})):
            status, output, found, error = report_of(build, folder, [program, way, *word.split()])
            kind = "skipped" if status == 77 else "failed"
            if status == 0 and found == expected:
                kind = "passed"
            counts[kind] += 1
            print(f"{kind}: static cudart, {way} {word}: {output or error[-200:]} {sorted(found)}")
    return counts


# Programs of tests/driver/clients that a real driver runs, and whose file each is.
CLIENTS = {"static": "shared", "kernel": "kernel", "bindings": "bindings", "core": "core"}


def client(name, build):
    """(what was tried, what is wrong or None), one by one."""
    command = clients.command_of(name, build)
    planted = clients.planted_in(CLIENTS[name]).get("planted")
    tries = {"": set()} | ({"planted": {" ".join(planted.split()[:2])}} if planted else {})
    for word, expected in tries.items():
        status, _, found, error, _ = clients.execute([*command, *word.split()], build, True)
        found = {" ".join(finding.split()[:2]) for finding in found}
        right = found == expected and (status == 0 or word)
        yield word, None if right else f"status {status}, {sorted(found)}: {error[-200:]}"


def run_clients(build, folder):
    """Compiled kernels: of nvcc with the runtime linked in, of numba; and two that launch none."""
    counts = collections.Counter()
    clients.FOLDER = folder
    clients.PROGRAMS["static"] = ("driver/static", "no nvcc")
    for name in CLIENTS:
        try:
            for word, problem in client(name, build):
                counts["failed" if problem else "passed"] += 1
                print(f"{problem or 'passed'}: {name} {word}")
        except clients.Skip as reason:
            counts["skipped"] += 1
            print(f"skip {name}: {reason}")
    return counts


def own_relocations(folder):
    """Question 14."""
    listed = subprocess.run(
        ["readelf", "-rW", f"{folder}/libcuda.so.1"], capture_output=True, text=True
    ).stdout
    names = set(re.findall(r" (cu[A-Z]\w+)(?:@\S+)? \+", listed))
    return f"{len(names)} of its own names are relocated"


def main():
    """Ask, play."""
    build = pathlib.Path(sys.argv[1]).resolve()
    folder = sys.argv[2] if len(sys.argv) > 2 else folder_of_driver()
    if not folder:
        print("skipped: no GPU")
        print("gpu: 0 passed, 0 failed, 1 skipped")
        return 0
    for number, question in enumerate(QUESTIONS, 1):
        answer = own_relocations(folder) if number == 14 else ask(build, folder, number, False)
        if number == 12:
            answer += f", watched {ask(build, folder, number, True)}"
        print(f"{number:3}  {question:70} {answer}", flush=True)
    counts = runtime(build, folder) + run_clients(build, folder)
    environment = {**os.environ, "ARROWDEV_DRIVER": folder}
    play = subprocess.run([HERE.parent / "play.py", build], env=environment, text=True,
                          stdout=subprocess.PIPE)  # fmt: skip
    print(play.stdout, end="")
    for number, kind in re.findall(r"(\d+) (passed|failed|skipped)", play.stdout.splitlines()[-1]):
        counts[kind] += int(number)
    print("gpu: " + ", ".join(f"{counts[kind]} {kind}" for kind in ("passed", "failed", "skipped")))
    return counts["failed"] > 0 or play.returncode


if __name__ == "__main__":
    sys.exit(main())
