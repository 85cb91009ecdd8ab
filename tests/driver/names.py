#!/usr/bin/python3
"""names: what the CUDA headers declare: the table of the software driver's look-ups, and a body for
every function that it has none of.

names.py FOLDER CC OBJECT...    FOLDER holds cuda.h and cudaTypedefs.h; objects of the driver; the
                                source goes to standard output
"""

# SPDX-License-Identifier: Apache-2.0

import pathlib
import re
import subprocess
import sys


def declared(folder, compiler):
    """Every function of the driver that cuda.h declares, in any of its modes."""
    names = set()
    for mode in ("__CUDA_API_VERSION_INTERNAL", "CUDA_API_PER_THREAD_DEFAULT_STREAM", "PLAIN"):
        text = subprocess.run(
            [compiler, "-E", "-P", f"-D{mode}", f"-I{folder}", "-xc", "-include", "cuda.h", "-"],
            input="",
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        names |= set(re.findall(r"\bCUresult\s+(cu\w+)\(", text))
    return names - {"cuGetProcAddress_v2_ptsz"}  # inline in the header


def versions(folder):
    """(base, suffix) -> versions of its ABIs, ascending."""
    text = (pathlib.Path(folder) / "cudaTypedefs.h").read_text(errors="replace")
    found = {}
    pattern = r"\*PFN_(cu\w+?)_v(\d+)(_ptds|_ptsz)?\)"
    for base, version, suffix in re.findall(pattern, text):
        found.setdefault((base, suffix), set()).add(int(version))
    return {key: sorted(value) for key, value in found.items()}


def parts(name):
    """cuMemcpy2D_v2_ptds -> (cuMemcpy2D, 2, _ptds)."""
    match = re.fullmatch(r"(cu\w+?)(?:_v(\d))?(_ptds|_ptsz)?", name)
    return match[1], int(match[2] or 1), match[3] or ""


def dated(names, typedefs):
    """(name, base, suffix, since): the nth ABI of a base has the nth of its versions."""
    kinds = {}
    for name in names:
        base, version, suffix = parts(name)
        kinds.setdefault((base, suffix), []).append((version, name))
    for (base, suffix), variants in sorted(kinds.items()):
        since = typedefs.get((base, suffix), [])
        for rank, (_, name) in enumerate(sorted(variants)):
            yield name, base, suffix, since[rank] if rank < len(since) else 2000


def defined(compiler, objects):
    """What the driver's own objects define."""
    nm = subprocess.run(["nm", "-g", "--defined-only", *objects], capture_output=True, text=True)
    return set(re.findall(r" T (cu\w+)$", nm.stdout, re.M))


def main():
    """Print the source."""
    folder, compiler, *objects = sys.argv[1:]
    names = declared(folder, compiler) | {
        "cuProfilerInitialize",
        "cuProfilerStart",
        "cuProfilerStop",
    }
    own = defined(compiler, objects)
    unknown = own - names
    if unknown:
        sys.exit(f"names.py: the headers declare no {', '.join(sorted(unknown))}")
    print('/* names: made by names.py from the headers. */\n#include "tests/driver/lookup.h"')
    print("int driver_begin(const char *name, bool is_per_thread);")
    print('#define EXPORTED __attribute__((visibility("default")))')
    rows = list(dated(names, versions(folder)))
    for name, *_ in rows:
        body = f'{{ int r = driver_begin("{name}", false); return r ? r : 801; }}'
        print(f"EXPORTED int {name}(){';' if name in own else ' ' + body}")
    print("const struct lookup_name lookup_names[] = {")
    for name, base, suffix, since in rows:
        print(f'{{"{base}", {since}, {"true" if suffix else "false"}, (void *){name}}},')
    print("{0, 0, false, 0}};")


if __name__ == "__main__":
    main()
