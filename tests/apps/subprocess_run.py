"""subprocess_run: a program starts others: Python with and without Arrow, a shell."""

# SPDX-License-Identifier: Apache-2.0
# processes: 4

import subprocess
import sys

import nanoarrow as na
import pyarrow as pa

OURS = ("arrowdev_check", "    ")  # what the library may say in a child
held = na.Array(pa.array([1, 2, 3]))


def run(*command, **options):
    done = subprocess.run(command, capture_output=True, text=True, **options)
    words = [line for line in done.stderr.splitlines() if not line.startswith(OURS)]
    print(done.returncode, done.stdout.split(), words)


CODE = "import pyarrow as pa, polars as pl; print(pl.from_arrow(pa.array([1, 2])).sum())"
run(sys.executable, "-c", CODE)
run(sys.executable, "-c", CODE, close_fds=False)
run(sys.executable, "-c", "print('no arrow here')")
run(sys.executable, "-c", CODE + "; import sys; sys.exit(7)")
run("/bin/sh", "-c", "echo out; echo err >&2; exit 3")
print(subprocess.check_output(["/bin/echo", "echoed"]).decode().strip(), held.to_pylist())
