"""hosts: programs that bring allocators, sanitizers and preloaded libraries of their own."""

# SPDX-License-Identifier: Apache-2.0

import pathlib
import re
import shutil
import subprocess
import tempfile

from host import BUILT, LIBRARY, PYTHON, Skip, execute, preload, words_of

SYSTEM = pathlib.Path("/usr/lib/x86_64-linux-gnu")
ALLOCATORS = ("libjemalloc.so.2", "libtcmalloc_minimal.so.4", "libmimalloc.so.2.0")


def judge_storm(done, reports):
    """It did its work, all of it was seen, and nothing was found."""
    assert done.returncode == 0, (done.args, done.returncode, done.stdout, done.stderr[-1500:])
    shown = int(re.match(r"(\d+) shown", done.stdout)[1])
    assert len(reports) == 1 and not reports[0]["findings"], words_of(reports[0])
    seen = reports[0]["activity"]["arrays_seen"]
    assert shown == seen >= 1000, (done.args, shown, seen)
    ended = reports[0]["run"]["exit"]
    assert ended["how"] == "exit" and ended["app_status"] == 0, (done.args, ended)


def judge_forks(done, reports, n):
    """Each process has its report."""
    assert done.returncode == 0, (done.args, done.returncode, done.stdout, done.stderr[-1500:])
    assert len(reports) == n + 1, (len(reports), done.stderr[-1500:])
    assert not any(report["findings"] for report in reports)


def beside(other):
    """In front of us and behind us."""
    return ({"LD_PRELOAD": f"{other}:{LIBRARY}"}, {"LD_PRELOAD": f"{LIBRARY}:{other}"})


def test_allocators_of_others():
    """jemalloc, tcmalloc and mimalloc, preloaded before and after us: bound lazily, and at once."""
    for name in ALLOCATORS:
        if not (SYSTEM / name).exists():
            raise Skip(f"{name} is not installed")
        for env in beside(SYSTEM / name):
            for program in ("storm", "storm-now", "storm-no-pie"):
                judge_storm(*preload(BUILT / program, 1, env=env))
            judge_forks(*preload(BUILT / "forks", 10, 2, 0, env=env), 10)


def test_forks_at_the_first_hand_over():
    """A thread meets the first structure, so what that needs is opened, while another forks.

    The allocator's functions have several definers, which the child asks the loader about.
    """
    if not (SYSTEM / ALLOCATORS[0]).exists():
        raise Skip(f"{ALLOCATORS[0]} is not installed")
    for _ in range(100):
        for env in beside(SYSTEM / ALLOCATORS[0]):
            judge_forks(*preload(BUILT / "forks", 3, 2, 0, env=env), 3)


def test_an_allocator_that_is_linked():
    """The program itself needs it."""
    judge_storm(*preload(BUILT / "storm-jemalloc", 1))
    judge_storm(*preload(BUILT / "storm-no-pie", 1))


def test_sanitized_programs():
    """ASan and TSan of gcc, in libraries that want to come first, and of clang, in the program.

    TSan sees what libc does for us, but not our locks: it is told, as the README says.
    """
    with tempfile.NamedTemporaryFile("w", suffix=".supp") as file:
        file.write("called_from_lib:libarrowdev_check.so\n")
        file.flush()
        env = {"ASAN_OPTIONS": "detect_leaks=0", "TSAN_OPTIONS": f"suppressions={file.name}"}
        for way, runtime in (("address", "libasan.so.8"), ("thread", "libtsan.so.2")):
            judge_storm(*preload(BUILT / f"storm-clang-{way}", 1, env=env))
            first = {"LD_PRELOAD": f"{SYSTEM / runtime}:{LIBRARY}"}
            judge_storm(*preload(BUILT / f"storm-gcc-{way}", 1, env=env | first))
    env = {"ASAN_OPTIONS": "verify_asan_link_order=0:detect_leaks=0"}
    judge_storm(*preload(BUILT / "storm-gcc-address", 1, env=env))


def test_a_finding_in_a_sanitized_program():
    """TSan stands before libc's functions: the status is changed all the same, its frames are no
    program's."""
    done, reports = preload(BUILT / "twice-thread")
    assert done.returncode == 97 and done.stdout == "the copy is released\n", done
    assert reports[0]["run"]["exit"]["app_status"] == 0, reports[0]["run"]
    finding = reports[0]["findings"][0]
    stack = next(one for one in reports[0]["stacks"] if one["id"] == finding["where"]["now"])
    assert stack["frames"][0]["function"] == "close_again", stack


def test_another_preload():
    """One that wraps the same functions, before us and after us, sees its calls, as we see ours."""
    for env in beside(BUILT / "other.so"):
        for program in ("storm", "storm-now"):
            done, reports = preload(BUILT / program, 1, env=env)
            judge_storm(done, reports)
            assert "other: saw calls" in done.stderr, done.stderr[-500:]
        judge_forks(*preload(BUILT / "forks", 10, 2, 1, env=env), 10)


def test_a_profiler_beside_us():
    """heaptrack wraps dlopen, malloc and free; it writes to a file of its own.

    No library comes or goes beside the threads: in malloc() it walks the loader's list under a
    lock of its own, which dlclose() waits for in free() while it holds that list. Alone in the same
    storm it hangs as often.
    """
    library = pathlib.Path("/usr/lib/heaptrack/libheaptrack_preload.so")
    if not library.exists():
        raise Skip("heaptrack is not installed")
    for env in beside(library):
        env["DUMP_HEAPTRACK_OUTPUT"] = "/dev/null"
        judge_storm(*preload(BUILT / "storm", 1, "calm", env=env))


def test_last_words_of_threads():
    """Destructors of thread-local objects and of keys come late, and are seen."""
    done, reports = preload(BUILT / "lastwords")
    assert (done.returncode, done.stdout) == (0, "done\n"), done
    assert len(reports) == 1 and not reports[0]["findings"], words_of(reports[0])
    assert reports[0]["activity"]["arrays_seen"] == 200 * 4, reports[0]["activity"]


def test_static_storage_of_threads_is_left_to_others():
    """As many libraries find room for it as without us."""
    wanting = [BUILT / f"wanting-{i}.so" for i in range(1, 6)]
    plain = execute([BUILT / "tls", *wanting])
    watched, reports = preload(BUILT / "tls", *wanting)
    assert plain.stdout == watched.stdout and plain.stdout[0] in "1234", (plain, watched)
    assert len(reports) == 1, watched


def test_read_only_file_systems():
    """Nothing can be written anywhere: the report goes to standard error."""
    temporary = "mount -t tmpfs -o ro none /tmp"
    if pathlib.Path("/tmp") in LIBRARY.parents:
        temporary = "mount --bind /tmp /tmp && mount -o remount,bind,ro /tmp"
    shell = f"mount -o remount,bind,ro / && {temporary} && mount -t tmpfs -o ro none /dev/shm"
    shell += f" && cd /tmp && LD_PRELOAD={LIBRARY} exec {BUILT}/storm 1"
    probe = ["unshare", "-m", "sh", "-c", "mount --bind / / && mount -o remount,bind,ro /"]
    if subprocess.run(probe, capture_output=True, check=False).returncode:
        raise Skip("mount namespaces cannot be had here")
    for options in ("", "format=json", "format=text,json:log_path=/tmp/report"):
        done = execute(
            ["unshare", "-m", "sh", "-c", "mount --rbind / / && " + shell],
            env={"ARROWDEV_CHECK_OPTIONS": options},
        )
        assert done.returncode == 0 and "shown" in done.stdout, done
        assert "0 errors" in done.stderr, (options, done.stderr)


TRADES = """
import ctypes
api = ctypes.PyDLL(None)
api.PyCapsule_New.restype = ctypes.py_object
api.PyCapsule_GetPointer.argtypes = [ctypes.py_object, ctypes.c_char_p]
api.PyCapsule_GetPointer.restype = ctypes.c_void_p

@ctypes.CFUNCTYPE(None, ctypes.c_void_p)
def release(schema):
    words = (ctypes.c_void_p * 9).from_address(schema)
    words[7] = None

def trade():
    words = (ctypes.c_void_p * 9)()
    text = ctypes.create_string_buffer(b"l")
    words[0], words[1] = ctypes.addressof(text), ctypes.addressof(text)
    words[7] = ctypes.cast(release, ctypes.c_void_p).value
    capsule = api.PyCapsule_New(words, b"arrow_schema", None)
    schema = api.PyCapsule_GetPointer(capsule, b"arrow_schema")
    ctypes.CFUNCTYPE(None, ctypes.c_void_p)(words[7])(schema)
    assert not words[7]

def trade_on():
    for _ in range(50):
        trade()
"""

SUBINTERPRETERS = f"""
import _xxsubinterpreters as interpreters
SCRIPT = {TRADES!r} + "trade_on()"
for _ in range(4):
    other = interpreters.create(isolated=False)
    interpreters.run_string(other, SCRIPT)
    interpreters.destroy(other)
exec(SCRIPT)
print("ran")
"""

THREADS = TRADES + """
import threading
threads = [threading.Thread(target=trade_on) for _ in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print("ran")
"""


def judge_python(python, script, n_schemas):
    """The same comes of it as without us, and all is seen."""
    plain = execute([python, "-c", script])
    watched, reports = preload(python, "-c", script)
    assert (plain.returncode, plain.stdout) == (0, "ran\n"), plain
    assert (watched.returncode, watched.stdout) == (0, "ran\n"), watched
    assert len(reports) == 1 and not reports[0]["findings"], words_of(reports[0])
    assert reports[0]["activity"]["schemas_seen"] == n_schemas, reports[0]["activity"]


def test_subinterpreters():
    """Python code of several interpreters in one process."""
    judge_python(PYTHON, SUBINTERPRETERS, 250)


def test_threads_of_python():
    """Threads that take turns by the GIL."""
    judge_python(PYTHON, THREADS, 400)


def test_threads_of_free_threaded_python():
    """And threads that do not."""
    found = [path for path in map(shutil.which, ("python3.13t", "python3.14t")) if path]
    if not found:
        raise Skip("no free-threaded Python is installed")
    for python in found:
        judge_python(python, THREADS, 400)
