#!/usr/bin/python3
"""rows: the rows of hooks/rocm against what HIP declares: every row is a function of HIP, and no
function that takes a stream or an event, waits, or frees is forgotten.

rows.py CC INCLUDE|- PACKAGES    INCLUDE has the headers of HIP 5.2, PACKAGES the package
                                 rocm-bindings-hip, whose declarations are those of the newest
"""

# SPDX-License-Identifier: Apache-2.0

import pathlib
import re
import subprocess
import sys

ROWS = pathlib.Path(__file__).resolve().parents[2] / "hooks/rocm/rows.def"
ORDERS = re.compile(r"\bhip(Stream_t|Event_t|GraphExec_t)\b|\bi?hip(Stream|Event)\b")
ENDS = re.compile(r"hip\w*(Free|Synchronize|Reset)\w*")
# What only asks, or says how something is to be done, and changes no order.
ASKS = re.compile(
    r"hip\w*(Get|IsCapturing|Attribute|CopyAttributes|KernelNameRef|Occupancy)\w*"
    r"|hipStreamUpdateCaptureDependencies|hipApiName|hipGraphDebugDotPrint"
)
# Seen when the graph is instantiated.
LATER = re.compile(r"hip(Drv)?Graph(?!Launch|Instantiate|Exec|Upload|icsMap|icsUnmap)\w+")
# Arrays have no address that an exported buffer could have; contexts of partitioned devices.
OTHERS = re.compile(
    r"hip\w*(Array|Mipmap|Tex|Surf)\w*|hipExecutionCtx(?!StreamCreate)\w+|hipMemAddressFree"
    r"|hipDestroy\w+|hipDevicePrimaryCtxReset|hipCtx(?!Synchronize)\w+"
    # the oldest way to launch, which no compiler uses any more
    r"|hipConfigureCall"
    # nodes that are not read, and host functions
    r"|hipGraphExec(ExternalSemaphores|HostNode)\w+|hipMemPoolTrimTo"
)


def rows(compiler):
    """The symbols, as the compiler sees the table."""
    source = f'#define HIP(symbol, ...) ROW symbol;\n#include "{ROWS}"\n'
    text = subprocess.run(
        [compiler, "-E", "-P", "-xc", "-"], input=source, capture_output=True, text=True, check=True
    ).stdout
    return set(re.findall(r"ROW (\w+);", text))


def of_headers(compiler, folder):
    """Function -> its parameters, of the headers."""
    text = subprocess.run(
        [compiler, "-E", "-P", "-D__HIP_PLATFORM_AMD__", f"-I{folder}", "-xc", "-"],
        input="#include <hip/hip_runtime_api.h>\n",
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    return dict(re.findall(r"\bhipError_t\s+(hip\w+)\s*\(([^;]*)\);", text))


def of_package(folder):
    """The same of the package's declarations."""
    text = (pathlib.Path(folder) / "rocm/bindings/cyhip.pxd").read_text()
    return dict(re.findall(r"^cdef hipError_t (hip\w+)\((.*?)\)(?: except.*)? nogil$", text, re.M))


def is_needed(name, parameters):
    """It has a part in the order of things."""
    if any(pattern.fullmatch(name) for pattern in (ASKS, LATER, OTHERS)):
        return False
    return bool(ORDERS.search(parameters) or ENDS.fullmatch(name))


def main():
    """Compare."""
    compiler, headers, packages = sys.argv[1:]
    declared = {} if headers == "-" else of_headers(compiler, headers)
    declared |= of_package(packages)
    have = rows(compiler)
    # Of the compiler's own headers, and one that only the exports show.
    hidden = {name for name in have if name.startswith("_")} | {"hipExtModuleLaunchKernel"}
    problems = [f"{name}: HIP has no such function" for name in have - set(declared) - hidden]
    problems += [
        f"{name}: has no row"
        for name, parameters in declared.items()
        if name not in have and is_needed(name, parameters)
    ]
    for problem in sorted(problems):
        print("not ok", problem)
    passed = len(have & (set(declared) | hidden))
    print(f"rows: {passed} passed, {len(problems)} failed, 0 skipped")
    return bool(problems)


if __name__ == "__main__":
    sys.exit(main())
