#!/usr/bin/python3
"""run: trees of real processes under arrowdev-check run.

What they do, what is said, how it ends: every test_* of the other files here.
"""

# SPDX-License-Identifier: Apache-2.0

import argparse
import importlib
import pathlib
import sys

from launcher import Skip


def load(wanted):
    """The tests, file by file."""
    for path in sorted(pathlib.Path(__file__).parent.glob("*.py")):
        if path.stem in ("run", "launcher"):
            continue
        for name, test in vars(importlib.import_module(path.stem)).items():
            if name.startswith("test_") and wanted in name:
                yield test


def main():
    """All tests, or those named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-k", default="", metavar="NAME", help="only tests with NAME in theirs")
    wanted = parser.parse_args().k
    tests = list(load(wanted))
    n_failed = n_skipped = 0
    for test in tests:
        try:
            test()
        except Skip as reason:
            n_skipped += 1
            print(f"skip {test.__name__}: {reason}")
        except Exception as error:  # noqa: BLE001 a failing test is counted, whatever it raises
            n_failed += 1
            print(f"not ok {test.__name__}: {type(error).__name__} {error}"[:3000])
    n_passed = len(tests) - n_failed - n_skipped
    print(f"launch: {n_passed} passed, {n_failed} failed, {n_skipped} skipped")
    return 1 if n_failed else 0


if __name__ == "__main__":
    sys.exit(main())
