#!/usr/bin/python3
"""run: the tests of the formats, each in a folder of its own; names on the command line choose."""

# SPDX-License-Identifier: Apache-2.0

import pathlib
import sys
import tempfile
import traceback

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import annotate  # noqa: E402 needs the path
import common  # noqa: E402
import junit  # noqa: E402
import names  # noqa: E402
import page  # noqa: E402
import real  # noqa: E402
import sarif  # noqa: E402
import tracks  # noqa: E402

MODULES = [annotate, junit, names, page, real, sarif, tracks]


def main():
    """Those whose name has one of the words."""
    words = sys.argv[1:]
    passed = failed = skipped = 0
    for module in MODULES:
        for name, test in sorted(vars(module).items()):
            full = f"{module.__name__}.{name}"
            if not name.startswith("test_") or words and not any(w in full for w in words):
                continue
            with tempfile.TemporaryDirectory(prefix="arrowdev-formats-") as folder:
                try:
                    test(pathlib.Path(folder))
                    passed += 1
                except common.Skipped as why:
                    skipped += 1
                    print(f"skipped {full}: {why}")
                except Exception:  # noqa: BLE001 a failing test is counted, whatever it raises
                    failed += 1
                    print(f"not ok {full}\n{traceback.format_exc()}")
    print(f"formats: {passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
