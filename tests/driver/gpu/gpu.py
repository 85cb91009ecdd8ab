#!/usr/bin/python3
"""gpu: on a machine with a GPU: what the documentation leaves open, programs with the runtime
linked into them, and scenarios of tests/order by real calls of the real driver, as make check has
them on the software driver. Prints a table.

gpu.py BUILD [FOLDER [WAY...]]    FOLDER: of another libcuda.so.1, to try the script itself;
                                  WAY: of play.py, all unless said, "-" for none

It needs nothing but what lies in BUILD, so that it also runs where nothing can be built: libraries
that such a machine lacks may lie in BUILD/needed. Python programs run in build/venv, or where there
is none in the Python that runs this; those of packages that are not there are skipped.
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
    """Where the libcuda.so.1 that programs get lies; None without one that has a device."""
    for place in ("", "/usr/local/nvidia/lib64/", "/usr/lib/wsl/lib/"):
        try:
            library = ctypes.CDLL(place + "libcuda.so.1")
        except OSError:
            continue
        maps = pathlib.Path("/proc/self/maps").read_text()
        found = re.search(r" (/\S*)/libcuda\.so[.\d]*$", maps, re.M)
        if found and library.cuInit(0) == 0:
            return found[1]
    return None


def is_software(folder):
    """Whether that driver is ours, which no runtime of NVIDIA's accepts."""
    return hasattr(ctypes.CDLL(f"{folder}/libcuda.so.1"), "driver_hold")


def libraries(build, folder):
    """The search path: programs may have been linked on another machine."""
    places = [folder, build / "needed", build / "cases/lib", f"{TOOLKIT}/lib64"]
    return ":".join(map(str, places))


def why_no_reports(build, folder):
    """What keeps the program that writes the reports from starting, or None."""
    environment = {**os.environ, "LD_LIBRARY_PATH": libraries(build, folder)}
    done = subprocess.run([build / "arrowdev-check", "--version"], env=environment,
                          capture_output=True, text=True)  # fmt: skip
    return None if done.returncode == 0 else done.stderr.strip()


def ask(build, folder, number, watched):
    """One answer."""
    environment = {**os.environ, "LD_LIBRARY_PATH": libraries(build, folder)}
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
                "LD_LIBRARY_PATH": libraries(build, folder),
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
    reason = "no libcudart_static.a" if not program.exists() else None
    if reason or is_software(folder):
        print(f"skip runtime: {reason or 'the driver is one of software'}")
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


# Programs of tests/driver/clients, and of this folder, that a real driver runs, and whose file each
# is.
CLIENTS = {"static": "shared", "kernel": "kernel", "bindings": "bindings", "core": "core"}
OURS = ["of_cupy", "of_torch"]


def client(name, build):
    """(what was tried, what is wrong or None), one by one."""
    if name in OURS:
        command, planted = [clients.PYTHON, HERE / f"{name}.py"], "read-before-event error"
    else:
        command = clients.command_of(name, build)
        planted = clients.planted_in(CLIENTS[name]).get("planted")
    tries = {"": set()} | ({"planted": {" ".join(planted.split()[:2])}} if planted else {})
    for word, expected in tries.items():
        status, _, found, error, *_ = clients.execute([*command, *word.split()], build, True)
        found = {" ".join(finding.split()[:2]) for finding in found}
        right = found == expected and (status == 0 or word)
        yield word, None if right else f"status {status}, {sorted(found)}: {error[-200:]}"


def run_clients(build, folder):
    """Compiled kernels: of nvcc with the runtime linked in, of numba; and two that launch none."""
    counts = collections.Counter()
    clients.FOLDER = libraries(build, folder)
    clients.PROGRAMS["static"] = ("driver/static", "no nvcc")
    if not clients.PYTHON.exists():
        clients.PYTHON = sys.executable
    # Those that link the runtime itself into them.
    picky = ["static", *OURS] if is_software(folder) else []
    for name in [*CLIENTS, *OURS]:
        try:
            if name in picky:
                raise clients.Skip("the driver is one of software")
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


def run_play(build, folder, ways):
    """Line by line, as it may be cut short."""
    environment = {**os.environ, "ARROWDEV_DRIVER": libraries(build, folder)}
    play = subprocess.Popen([sys.executable, HERE.parent / "play.py", build, *ways],
                            env=environment, text=True, stdout=subprocess.PIPE)  # fmt: skip
    last = ""
    for line in play.stdout:
        print(line, end="", flush=True)
        last = line
    status, counts = play.wait(), collections.Counter()
    for number, kind in re.findall(r"(\d+) (passed|failed|skipped)", last):
        counts[kind] += int(number)
    counts["failed"] += status != 0 and not counts["failed"]
    return counts


def main():
    """Ask, play."""
    build = pathlib.Path(sys.argv[1]).resolve()
    folder = sys.argv[2] if len(sys.argv) > 2 else folder_of_driver()
    if not folder:
        print("skipped: no GPU")
        print("gpu: 0 passed, 0 failed, 1 skipped")
        return 0
    reason = why_no_reports(build, folder)
    if reason:
        print(f"gpu.py: {build}/arrowdev-check does not start: {reason}")
        print("gpu: 0 passed, 1 failed, 0 skipped")
        return 1
    for number, question in enumerate(QUESTIONS, 1):
        answer = own_relocations(folder) if number == 14 else ask(build, folder, number, False)
        if number == 12:
            answer += f", watched {ask(build, folder, number, True)}"
        print(f"{number:3}  {question:70} {answer}", flush=True)
    counts = runtime(build, folder) + run_clients(build, folder)
    if sys.argv[3:] != ["-"]:
        counts += run_play(build, folder, sys.argv[3:])
    print("gpu: " + ", ".join(f"{counts[kind]} {kind}" for kind in ("passed", "failed", "skipped")))
    return counts["failed"] > 0


if __name__ == "__main__":
    sys.exit(main())
