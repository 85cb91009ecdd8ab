"""passive: a program that never touches Arrow: nothing may show that the library is there."""

# SPDX-License-Identifier: Apache-2.0

import json
import multiprocessing
import os
import sqlite3
import subprocess
import sys


def square(number):
    return number * number


if __name__ == "__main__":
    with sqlite3.connect(":memory:") as con:
        print(con.execute("select json('[1, 2]')").fetchall())
    print(json.dumps({"loaded": True}))
    with multiprocessing.Pool(2) as pool:
        print(pool.map(square, range(4)))
    print(subprocess.run([sys.executable, "-c", "import sys; sys.exit(9)"]).returncode)
    pid = os.fork()
    if pid == 0:
        os._exit(8)
    print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
