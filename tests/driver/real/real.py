#!/usr/bin/python3
"""real: released runtimes on NVIDIA's own driver, which has no device here but answers look-ups:
each question is seen, and what is handed out is the library's function where there is a row for
the one that the driver itself would give, and the driver's own elsewhere.

real.py BUILD CC [NAME...]    NAME: static13, shared13, static12, shared12, bindings, cupy
"""

# SPDX-License-Identifier: Apache-2.0

import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
TOP = HERE.parents[2]
sys.path.insert(0, str(HERE.parent))
import rows  # noqa: E402

PACKAGES = [TOP / "build/driver/packages", TOP / "build/driver/packages-long"]
PYTHON = TOP / "build/venv/bin/python3"
BINDINGS = "from cuda.bindings import driver; print(int(driver.cuInit(0)[0]))"
CUPY = """import cupy
try:
    print(cupy.cuda.runtime.getDeviceCount())
except cupy.cuda.runtime.CUDARuntimeError as error:
    print(error)
"""
# The least that each asks: what was counted with its release, less what a later one may leave out.
CLIENTS = {
    "static13": 390,
    "shared13": 390,
    "static12": 380,
    "shared12": 380,
    "bindings": 450,
    "cupy": 350,
}
NAMES = [name for name in CLIENTS if name != "cupy"]

# Asks the driver itself, in a process without the library: the names that each answer has.
ASK = """
import ctypes, sys
library = ctypes.CDLL(sys.argv[1])
symbols = sys.argv[2].split()
at = {}
for symbol in symbols:
    try:
        at[ctypes.cast(getattr(library, symbol), ctypes.c_void_p).value] = symbol
    except AttributeError:
        pass
for line in sys.stdin:
    name, version, flags = line.split()
    found, how = ctypes.c_void_p(), ctypes.c_int()
    name = b"" if name == "-" else name.encode()
    library.cuGetProcAddress_v2(name, ctypes.byref(found), int(version),
                                ctypes.c_uint64(int(flags)), ctypes.byref(how))
    print("none" if not found.value else "ours" if found.value in at else "theirs")
"""


class Skip(Exception):
    """Why a client cannot run here."""


def packages(pattern):
    """A file of the packages of build/venv or build/driver/packages."""
    own = (TOP / "build/venv/lib").glob("python3*/site-packages")
    for place in [*own, *PACKAGES]:
        for found in place.glob(pattern):
            return found
    raise Skip(f"no {pattern}")


def command_of(name, build, compiler):
    """How the client is started; a program is built from runtime.c."""
    if name in ("bindings", "cupy"):
        packages({"bindings": "cuda/bindings", "cupy": "cupy"}[name])
        return [PYTHON, "-c", BINDINGS if name == "bindings" else CUPY]
    folder = {"13": "nvidia/cu13/lib", "12": "nvidia/cuda_runtime/lib"}[name[-2:]]
    is_static = name.startswith("static")
    library = packages(f"{folder}/libcudart" + ("_static.a" if is_static else f".so.{name[-2:]}"))
    program = build / f"driver/runtime-{name}"
    command = [compiler, "-O1", "-o", program, HERE / "runtime.c", library, "-ldl", "-lpthread"]
    command += ["-lrt", f"-Wl,-rpath,{library.parent}"]
    subprocess.run(command, check=True)
    return [program]


def execute(command, build, watched):
    """Status, output, and what was observed."""
    with tempfile.TemporaryDirectory(prefix="arrowdev-real-") as folder:
        observed = pathlib.Path(folder, "observed")
        preloaded = [build / "driver/observer.so"]
        if watched:
            preloaded.append(build / "libarrowdev_check.so")
        environment = {
            "PATH": "/usr/bin:/bin",
            "HOME": folder,
            "LANG": "C.UTF-8",
            "PYTHONDONTWRITEBYTECODE": "1",
            "PYTHONPATH": ":".join(map(str, PACKAGES)),
            "LD_LIBRARY_PATH": str(build / "driver/real"),
            "LD_PRELOAD": ":".join(map(str, preloaded)),
            "ARROWDEV_OBSERVED": str(observed),
        }
        if "CUDA_HOME" in os.environ:
            environment["CUDA_HOME"] = os.environ["CUDA_HOME"]
        done = subprocess.run(
            list(map(str, command)), cwd=folder, env=environment, capture_output=True, text=True,
            timeout=300,
        )  # fmt: skip
        lines = observed.read_text().splitlines() if observed.exists() else []
        return done.returncode, done.stdout, lines, done.stderr


def expected_of(questions, build, symbols):
    """What each question is to be answered with."""
    done = subprocess.run(
        [PYTHON, "-c", ASK, build / "driver/real/libcuda.so.1", " ".join(symbols)],
        input="\n".join(questions), capture_output=True, text=True, timeout=300, check=True,
    )  # fmt: skip
    return done.stdout.split()


def check(name, build, compiler, symbols):
    """(what was tried, what is wrong or None), one by one."""
    command = command_of(name, build, compiler)
    status, output, lines, error = execute(command, build, False)
    yield "plain", None if status == 0 and lines else f"ends with {status}: {error[-400:]}"
    ours = [line for line in lines if line.endswith(" ours")]
    yield "plain is not ours", f"{len(ours)} of ours" if ours else None
    watched = execute(command, build, True)
    yield "watched", None if watched[:2] == (status, output) else f"differs: {watched[3][-400:]}"
    # But for those to dlsym.
    own = "cuGetProcAddress_v"
    asked = [line.rsplit(" ", 1) for line in watched[2] if not line.startswith(own)]
    enough = len(asked) >= CLIENTS[name] and len(watched[2]) == len(lines)
    yield "all seen", None if enough else f"{len(asked)} questions, {len(lines)} when plain"
    questions = [question for question, _ in asked]
    wrong = [f"{question}: {got}, not {wanted}" for (question, got), wanted
             in zip(asked, expected_of(questions, build, symbols)) if got != wanted]
    yield "handed out", f"{len(wrong)} wrong: {'; '.join(wrong[:5])}" if wrong else None


def main():
    """Run, add up."""
    build, compiler = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2]
    missing = build / "driver/real/missing"
    symbols = [symbol for symbol, _ in rows.rows(compiler)]
    passed = failed = skipped = 0
    for name in sys.argv[3:] or NAMES:
        try:
            if missing.exists():
                raise Skip(missing.read_text().strip())
            for what, problem in check(name, build, compiler, symbols):
                passed += problem is None
                failed += problem is not None
                if problem:
                    print(f"not ok {name} ({what}): {problem}")
        except Skip as reason:
            skipped += 1
            print(f"skip {name}: {reason}")
    print(f"real: {passed} passed, {failed} failed, {skipped} skipped")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
