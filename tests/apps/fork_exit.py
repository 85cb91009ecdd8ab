"""fork_exit: forked children end by return, exit, _exit, exec and two signals."""

# SPDX-License-Identifier: Apache-2.0
# processes: 5  # two of the seven are killed

import os
import signal
import sys

import nanoarrow as na
import pyarrow as pa

held = na.Array(pa.array([1, 2, 3]))


def child(end):
    sys.stdout.flush()
    pid = os.fork()
    if pid == 0:
        na.Array(pa.array([4, 5]))
        end()
        sys.exit(0)
    print(end.__name__, os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), flush=True)


def returns():
    pass


def exits():
    sys.exit(4)


def leaves():
    os._exit(5)


def executes():
    os.execv("/bin/sh", ["sh", "-c", "exit 6"])


def killed():
    os.kill(os.getpid(), signal.SIGKILL)


def terminated():
    os.kill(os.getpid(), signal.SIGTERM)


for end in (returns, exits, leaves, executes, killed, terminated):
    child(end)
print(held.to_pylist())
