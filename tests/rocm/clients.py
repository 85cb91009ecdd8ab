#!/usr/bin/python3
"""clients: released software on the software HIP runtime, plain and watched, as
tests/driver/clients.py does it on the software driver of CUDA.

clients.py BUILD [NAME...]    NAME: of a file in clients/
"""

# SPDX-License-Identifier: Apache-2.0

import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "driver"))
import clients  # noqa: E402

clients.HERE = HERE / "clients"
clients.NAMES = ["bindings", "copies", "device", "pipeline"]
clients.COPIED = ["d2h"]
clients.PROGRAMS = {"pipeline": ("rocm/pipeline", "Debian's headers of HIP could not be had")}
clients.FOLDER = "rocm"
# The arrays of the scripts are those of CUDA's clients.
clients.PACKAGES = [clients.TOP / "build/rocm/packages", HERE.parent / "driver/clients"]

if __name__ == "__main__":
    sys.exit(clients.main())
