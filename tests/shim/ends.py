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
    "return-0": NORMAL, "return-3": NORMAL, "exit-0": NORMAL, "exit-5": NORMAL,
    "exit-256": ends("end exit 256 0"), "pthread_exit": NORMAL, "unflushed": NORMAL,
    "exit-in-thread": NORMAL, "exit-in-handler": ends("end exit 9 0"),
    "_exit-0": ["end _exit 0 0"], "_exit-7": ["end _exit 7 0"], "_Exit-8": ["end _exit 8 0"],
    "_exit-in-thread": ["end _exit 6 0"], "quick_exit-4": ["end quick_exit 4 0"],
    "group-exit": [], "fault-in-handler": dies(SEGV),
    "abort": ABORTS, "assert": ABORTS, "abort-in-thread": ABORTS, "abort-blocked": ABORTS,
    "fault": dies(SEGV), "fault-noncanonical": dies(SEGV, "?"), "fault-in-thread": dies(SEGV),
    "fault-blocked": [], "overflow": OVERFLOWS, "overflow-in-thread": OVERFLOWS,
    "divide": dies(FPE, "?"), "illegal": dies(ILL, "?"), "bus": dies(BUS, "?"),
    "raise-segv": dies(SEGV, "?"), "raise-segv-in-thread": dies(SEGV, "?"),
    "raise-bus": dies(BUS, "?"), "raise-ill": dies(ILL, "?"), "raise-fpe": dies(FPE, "?"),
    "kill-segv": dies(SEGV, "kill"), "queue-abrt": dies(ABRT, "sigqueue", "abort"),
    "kill-term": [], "kill-kill": [], "ignored-segv": NORMAL, "ignored-fault": [],
    "execve": EXEC, "execv": EXEC, "execvp": EXEC, "execvpe": EXEC, "execl": EXEC,
    "execlp": EXEC, "execle": EXEC, "fexecve": EXEC, "execveat": EXEC,
    "exec-fails": NORMAL, "exec-no-format": NORMAL, "exec-null": NORMAL, "exec-ignored": EXEC,
    "spawn-ignored": NORMAL, "vfork-exec": NORMAL, "vfork-exit": NORMAL, "vfork-handler": NORMAL,
    "fork-exit": ["main ended 0 0", "end exit 0 0"] + NORMAL, "fork-fault": dies(SEGV) + NORMAL,
    "fork-unseen": NORMAL, "system": NORMAL,
    "show-dispositions": NORMAL, "show-stacks": NORMAL, "show-stacks-in-thread": NORMAL,
    "give-back": dies(SEGV),
}
HANDLERS = {
    "handler": NORMAL, "handler-nodefer": NORMAL, "handler-once": dies(SEGV),
    "handler-onstack": NORMAL, "handler-stack-unused": NORMAL, "handler-no-stack": NORMAL,
    "handler-inside": NORMAL, "handler-sent": NORMAL, "handler-abort": [],
    "handler-overflow": OVERFLOWS, "handler-overflow-own": NORMAL,
    "jump": NORMAL, "jump-no-stack": NORMAL, "jump-onstack": NORMAL,
}
FOUND = {"STUB_ERRORS": "1"}
# way, environment, lines, status when it is not that of the plain run
CASES = [(way, {}, lines, None) for way, lines in (WAYS | HANDLERS).items()] + [
    (way, {"LATE": "1"}, lines, None) for way, lines in HANDLERS.items()
] + [
    (way, {"STUB_CRASH": "1"}, WAYS[way][:1], None)
    for way in ("fault", "abort", "divide", "overflow-in-thread")
] + [
    ("return-0", FOUND, NORMAL, 97),
    ("exit-256", FOUND, WAYS["exit-256"], 97),
    ("unflushed", FOUND, NORMAL, 97),
    ("pthread_exit", FOUND, NORMAL, 97),
    ("return-3", FOUND, NORMAL, 3),
    ("_exit-0", FOUND, WAYS["_exit-0"], 0),
    ("abort", FOUND, ABORTS, None),
    ("return-0", FOUND | {"OPTIONS": "exitcode=12"}, NORMAL, 12),
    ("return-0", FOUND | {"OPTIONS": "exitcode=0"}, NORMAL, 0),
    ("return-0", FOUND | {"OPTIONS": "exitcode_on=never"}, NORMAL, 0),
    ("return-0", FOUND | {"OPTIONS": "record_dir=/tmp"}, NORMAL, 0),
    ("fault", {"OPTIONS": "handle_signals=0"}, [], None),
    ("fork-exit", {"OPTIONS": "follow_fork=0"}, NORMAL, None),
    ("fork-fault", {"OPTIONS": "follow_fork=0"}, NORMAL, None),
    ("show-dispositions", {"OPTIONS": "handle_signals=0"}, NORMAL, None),
]


def run(victim, way, environment):
    env = {name: value for name, value in os.environ.items()
           if name not in ("LD_PRELOAD", "ARROWDEV_CHECK_OPTIONS")}
    for name, value in environment.items():
        env["ARROWDEV_CHECK_OPTIONS" if name == "OPTIONS" else name] = value
    done = subprocess.run([victim, way], env=env, capture_output=True, timeout=60)
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
