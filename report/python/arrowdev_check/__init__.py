"""__init__: libarrowdev_check.so and its program, from Python.

Find them, ask the library that is loaded into this process, start the program. The wheel brings
both along; without it they are those of the process, or of PATH.
"""

# SPDX-License-Identifier: Apache-2.0

import ctypes
import os
import pathlib
import sys

__version__ = "0.1.0"

LIVE = 1  # as in arrowdev_check.h
QUIET = 2

_LIBRARY = "libarrowdev_check.so"
_PROGRAM = "arrowdev-check"
# What the wheel brings along.
OWN = pathlib.Path(__file__).resolve().parent / "lib"


def _folders():
    yield OWN
    for word in os.environ.get("LD_PRELOAD", "").replace(":", " ").split():
        if os.path.basename(word) == _LIBRARY:
            yield pathlib.Path(word).absolute().parent
    for folder in os.environ.get("PATH", "").split(os.pathsep):
        yield pathlib.Path(folder)


def _is_executable(path):
    """A program, not a script such as the one that pip makes of main()."""
    try:
        with open(path, "rb") as file:
            return file.read(4) == b"\x7fELF" and os.access(path, os.X_OK)
    except OSError:
        return False


def program():
    """The path of arrowdev-check, None when there is none."""
    for folder in _folders():
        if _is_executable(folder / _PROGRAM):
            return str(folder / _PROGRAM)
    return None


def library():
    """The path of the library to preload, None when there is none; the program knows its own."""
    for folder in _folders():
        # Beside the program, or as make install puts them.
        for path in (folder / _LIBRARY, folder.parent / "lib" / _LIBRARY):
            if path.is_file():
                return str(path)
    return None


class Loaded:
    """The calls of arrowdev_check.h, in a process that has the library loaded."""

    def __init__(self):
        self._calls = ctypes.CDLL(None)
        self._calls.arrowdev_check_told.argtypes = (ctypes.c_char_p, ctypes.c_size_t)
        self._calls.arrowdev_check_told.restype = ctypes.c_size_t

    def checkpoint(self, flags=0):
        """How many errors and warnings there are since the last one, and with LIVE structures."""
        return self._calls.arrowdev_check_checkpoint(flags)

    def told(self):
        """Lines of what the last checkpoint counted."""
        text = ctypes.create_string_buffer(65536)
        self._calls.arrowdev_check_told(text, len(text))
        return text.value.decode(errors="replace").splitlines()

    def record(self, fd):
        """Copy the record to a file; False when there is nothing yet."""
        return bool(self._calls.arrowdev_check_record(fd))

    def ignore_begin(self):
        """What this thread does from here on is not reported. Calls nest."""
        self._calls.arrowdev_check_ignore_begin()

    def ignore_end(self):
        """The end of that."""
        self._calls.arrowdev_check_ignore_end()


def loaded():
    """The calls of the library that watches this process, None when none does."""
    calls = ctypes.CDLL(None)
    # Its older versions have no arrowdev_check_told.
    is_there = hasattr(calls, "arrowdev_check_is_active") and hasattr(calls, "arrowdev_check_told")
    return Loaded() if is_there and calls.arrowdev_check_is_active() else None


def main():
    """Become arrowdev-check, with this command line."""
    path = program()
    if not path:
        sys.exit(
            "arrowdev-check: error: this package was installed without the program, and there is "
            "none in PATH: install the wheel that `make wheel` builds"
        )
    os.execv(path, [_PROGRAM, *sys.argv[1:]])
