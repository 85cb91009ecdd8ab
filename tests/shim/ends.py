#!/usr/bin/env python3
"""ends: lets the victim end in every way, plain, watched and without a structure, and compares
status and output.

ends.py LIBRARY VICTIM [WAY...]    the library is shim/ over stub.c, whose lines say what was asked

SPDX-License-Identifier: Apache-2.0
"""
import os
import signal
import subprocess
import sys

# way: what the watched process says at its end; a way may come with options and an environment.
NORMAL = ["main ended 0 0", "end exit {status} 0"]


def ends(how):
    return ["main ended 0 0", how]


def dies(number, where="victim_faults", how="signal"):
    return [f"crash {where} {number} 0", f"end {how} -1 {number}"]


SEGV, BUS, ABRT, ILL, FPE = (int(signal.Signals["SIG" + name])
                             for name in ("SEGV", "BUS", "ABRT", "ILL", "FPE"))
ABORTS = dies(ABRT, "?", "abort")
OVERFLOWS = dies(SEGV, "victim_overflows")
EXEC = ["end exec -1 0"]
WAYS = {
    "return_0": NORMAL, "return_3": NORMAL, "exit_0": NORMAL, "exit_5": NORMAL,
    "exit_256": ends("end exit 256 0"), "pthread_exit": NORMAL, "unflushed": NORMAL,
    "exit_in_thread": NORMAL, "exit_in_handler": ends("end exit 9 0"),
    "_exit_0": ["end _exit 0 0"], "_exit_7": ["end _exit 7 0"], "_Exit_8": ["end _exit 8 0"],
    "_exit_in_thread": ["end _exit 6 0"], "quick_exit_4": ["end quick_exit 4 0"],
    "group_exit": [], "fault_in_handler": dies(SEGV),
    "abort": ABORTS, "assert": ABORTS, "abort_in_thread": ABORTS, "abort_blocked": ABORTS,
    "abort_ignored": ABORTS,
    "fault": dies(SEGV), "fault_noncanonical": dies(SEGV, "?"), "fault_in_thread": dies(SEGV),
    "fault_blocked": [], "overflow": OVERFLOWS, "overflow_in_thread": OVERFLOWS,
    "divide": dies(FPE, "?"), "illegal": dies(ILL, "?"), "bus": dies(BUS, "?"),
    "raise_segv": dies(SEGV, "?"), "raise_segv_in_thread": dies(SEGV, "?"),
    "raise_bus": dies(BUS, "?"), "raise_ill": dies(ILL, "?"), "raise_fpe": dies(FPE, "?"),
    "kill_segv": dies(SEGV, "kill"), "queue_abrt": dies(ABRT, "sigqueue", "abort"),
    "kill_term": [], "kill_kill": [], "ignored_segv": NORMAL, "ignored_fault": [],
    "execve": EXEC, "execv": EXEC, "execvp": EXEC, "execvpe": EXEC, "execl": EXEC,
    "execlp": EXEC, "execle": EXEC, "fexecve": EXEC, "execveat": EXEC,
    "exec_fails": NORMAL, "exec_no_format": NORMAL, "exec_null": NORMAL, "exec_ignored": EXEC,
    "spawn_ignored": NORMAL, "vfork_exec": NORMAL, "vfork_exit": NORMAL, "vfork_handler": NORMAL,
    "fork_exit": ["main ended 0 0", "end exit 0 0"] + NORMAL, "fork_fault": dies(SEGV) + NORMAL,
    "fork_unseen": NORMAL, "system": NORMAL,
    "show_dispositions": NORMAL, "show_stacks": NORMAL, "show_stacks_in_thread": NORMAL,
    "give_back": dies(SEGV),
}
HANDLERS = {
    "handler": NORMAL, "handler_nodefer": NORMAL, "handler_once": dies(SEGV),
    "handler_onstack": NORMAL, "handler_stack_unused": NORMAL, "handler_no_stack": NORMAL,
    "handler_inside": NORMAL, "handler_sent": NORMAL, "handler_abort": ABORTS,
    "handler_raise": NORMAL, "handler_of_another": ABORTS, "handler_overflow": OVERFLOWS,
    "handler_overflow_own": NORMAL,
    "jump": NORMAL, "jump_no_stack": NORMAL, "jump_onstack": NORMAL,
}
FOUND = {"STUB_ERRORS": "1"}
# way, environment, lines, status when it is not that of the plain run
CASES = [(way, {}, lines, None) for way, lines in (WAYS | HANDLERS).items()] + [
    (way, {"LATE": "1"}, lines, None) for way, lines in HANDLERS.items()
] + [
    (way, {"STUB_CRASH": "1"}, (WAYS | HANDLERS)[way][:1], None)
    for way in ("fault", "abort", "divide", "overflow_in_thread", "handler_of_another")
] + [
    ("return_0", FOUND, NORMAL, 97),
    ("exit_256", FOUND, WAYS["exit_256"], 97),
    ("unflushed", FOUND, NORMAL, 97),
    ("pthread_exit", FOUND, NORMAL, 97),
    ("return_3", FOUND, NORMAL, 3),
    ("_exit_0", FOUND, WAYS["_exit_0"], 0),
    ("abort", FOUND, ABORTS, None),
    ("return_0", FOUND | {"OPTIONS": "exitcode=12"}, NORMAL, 12),
    ("return_0", FOUND | {"OPTIONS": "exitcode=0"}, NORMAL, 0),
    ("return_0", FOUND | {"OPTIONS": "exitcode_on=never"}, NORMAL, 0),
    ("return_0", FOUND | {"OPTIONS": "record_dir=/tmp"}, NORMAL, 0),
    ("fault", {"OPTIONS": "handle_signals=0"}, [], None),
    ("_exit_7", {"STUB_FORK": "1"}, ["child ended 6 0", "end _exit 7 0"], None),
    ("fork_exit", {"OPTIONS": "follow_fork=0"}, NORMAL, None),
    ("fork_fault", {"OPTIONS": "follow_fork=0"}, NORMAL, None),
    ("show_dispositions", {"OPTIONS": "handle_signals=0"}, NORMAL, None),
]


def run(victim, way, environment):
    env = {name: value for name, value in os.environ.items()
           if name not in ("LD_PRELOAD", "ARROWDEV_CHECK_OPTIONS")}
    for name, value in environment.items():
        env["ARROWDEV_CHECK_OPTIONS" if name == "OPTIONS" else name] = value
    done = subprocess.run([victim, way], env=env, capture_output=True, timeout=600)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def split(stderr):
    lines = stderr.splitlines(keepends=True)
    ours = [line[6:].strip() for line in lines if line.startswith("stub: ")]
    return ours, "".join(line for line in lines if not line.startswith("stub: "))


def compare(library, victim, way, environment, lines, status):
    wrong = []
    plain = run(victim, way, environment | {"SEEN": "0"})
    watched = run(victim, way, environment | {"LD_PRELOAD": library})
    passive = run(victim, way, environment | {"LD_PRELOAD": library, "SEEN": "0"})
    said, rest = split(watched[2])
    expected = [line.format(status=plain[0]) for line in lines]
    wanted = (plain[0] if status is None else status,) + plain[1:]
    if watched[:2] + (rest,) != wanted:
        wrong.append(f"expected {wanted}, watched {watched[:2] + (rest,)}")
    if said != expected:
        wrong.append(f"expected {expected}, said {said}")
    if passive != plain:
        wrong.append(f"plain {plain}, without a structure {passive}")
    return wrong


def main(library, victim, *ways):
    cases = [case for case in CASES if not ways or case[0] in ways]
    failed = 0
    for way, environment, lines, status in cases:
        wrong = compare(library, victim, way, environment, lines, status)
        failed += bool(wrong)
        for line in wrong:
            print(f"ends: {way} {environment}: {line}")
    print(f"ends: {len(cases) - failed} passed, {failed} failed, 0 skipped")
    return failed > 0


sys.exit(main(*sys.argv[1:]))
