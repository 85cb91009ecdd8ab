#!/usr/bin/python3
"""rows: the rows of hooks/cuda against the headers: no function that takes a stream, an event or a
context is forgotten, and each row's version is the one from which cuGetProcAddress knows it.

rows.py FOLDER CC    FOLDER holds cuda.h and cudaTypedefs.h
"""

# SPDX-License-Identifier: Apache-2.0

import pathlib
import re
import subprocess
import sys

import names

ROWS = pathlib.Path(__file__).resolve().parents[2] / "hooks/cuda/rows.def"
# What only asks, or says how something is to be done, and changes no order.
ASKS = re.compile(
    r"cu(Stream|Event|Ctx|GreenCtx|DevicePrimaryCtx|Device|Func|Kernel|Occupancy|Pointer|Mem)\w*"
    r"(Get|Is|MaxPotential|Max|Can|Query(?!$))\w*|cuCtxSetLimit|cuCtxSet\w*Config|cuCtxReset\w+"
    r"|cuStream(CopyAttributes|SetAttribute)\w*|cuThreadExchange\w+|cuCtxGet\w+"
)
# Seen when the graph is instantiated; a capture's own edges; profilers; logs; pre-3.2 variants.
LATER = re.compile(r"cuGraph(?!Launch|Instantiate|Exec|Upload)\w+|cuStreamUpdateCapture\w+")
OUR_OWN_BUSINESS = re.compile(r"cu(Logs|Coredump|Debugger|Profiler|UserObject|TexRef|SurfRef)\w+")
ORDERS = re.compile(r"\bCU(stream|event|context)\b")


def rows(compiler):
    """(symbol, since) of each row, as the compiler sees the table."""
    source = f'#define CU(symbol, since, ...) ROW symbol since;\n#include "{ROWS}"\n'
    text = subprocess.run(
        [compiler, "-E", "-P", "-xc", "-"], input=source, capture_output=True, text=True, check=True
    ).stdout
    return [(symbol, int(since)) for symbol, since in re.findall(r"ROW (\w+) (\d+);", text)]


def prototypes(folder, compiler):
    """Name of each function of the driver -> its parameters."""
    text = subprocess.run(
        [compiler, "-E", "-P", "-D__CUDA_API_VERSION_INTERNAL", f"-I{folder}", "-xc"]
        + ["-include", "cuda.h", "-"],
        input="",
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    return dict(re.findall(r"\bCUresult\s+(cu\w+)\(([^;]*)\);", text))


def main():
    """Compare."""
    folder, compiler = sys.argv[1:]
    known = {name: (base, since) for name, base, _, since in
             names.dated(names.declared(folder, compiler), names.versions(folder))}
    table = rows(compiler)
    passed, problems = 0, []
    for symbol, since in table:
        is_twin = symbol.endswith(("_ptsz", "_ptds"))
        expected = max(since, 7000) if is_twin else since
        if symbol not in known and since > 13000:
            passed += 1  # newer than this header
        elif symbol not in known:
            problems.append(f"{symbol}: the header has no such function")
        elif known[symbol][1] != expected:
            problems.append(f"{symbol}: since {known[symbol][1]}, its row says {expected}")
        else:
            passed += 1
    have = {symbol for symbol, _ in table}
    for name, parameters in sorted(prototypes(folder, compiler).items()):
        if not ORDERS.search(parameters) or name in have:
            continue
        if any(pattern.fullmatch(name) for pattern in (ASKS, LATER, OUR_OWN_BUSINESS)):
            continue
        if "_v1" in parameters or known.get(name + "_v2", ("", 0))[1] == 3020:
            continue  # from before 3.2
        problems.append(f"{name}: has no row")
    for problem in problems:
        print("not ok", problem)
    print(f"rows: {passed} passed, {len(problems)} failed, 0 skipped")
    return bool(problems)


if __name__ == "__main__":
    sys.exit(main())
