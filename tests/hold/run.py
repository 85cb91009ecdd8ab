#!/usr/bin/python3
"""run: the library in processes that make it hard: every test_* of the other files here.

run.py [--long] [-k NAME]    --long: as many forks and seconds as make check-long has time for
"""

# SPDX-License-Identifier: Apache-2.0

import argparse
import importlib
import pathlib
import sys

from host import Skip


def load(wanted):
    """The tests, file by file."""
    for path in sorted(pathlib.Path(__file__).parent.glob("*.py")):
        if path.stem in ("run", "host"):
            continue
        for name, test in vars(importlib.import_module(path.stem)).items():
            if name.startswith("test_") and wanted in name:
                yield test


def main():
    """All tests, or those named; those that say `is_long` have a long form, which runs alone."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("-k", default="", metavar="NAME", help="only tests with NAME in theirs")
    parser.add_argument("--long", action="store_true", help="the long forms")
    settings = parser.parse_args()
    counts = {"passed": 0, "failed": 0, "skipped": 0}
    for test in load(settings.k):
        has_long = "is_long" in test.__code__.co_varnames
        if settings.long and not has_long:
            continue
        try:
            test(is_long=settings.long) if has_long else test()
            counts["passed"] += 1
        except Skip as reason:
            counts["skipped"] += 1
            print(f"skip {test.__name__}: {reason}", flush=True)
        except Exception as error:  # noqa: BLE001 a failing test is counted, whatever it raises
            counts["failed"] += 1
            print(f"FAIL {test.__name__}: {type(error).__name__} {error}"[:3000], flush=True)
    print("hold: " + ", ".join(f"{n} {what}" for what, n in counts.items()))
    return counts["failed"] > 0


if __name__ == "__main__":
    sys.exit(main())
