"""wild: a record whose findings have nothing in common, so that they do not pack well."""

# SPDX-License-Identifier: Apache-2.0

import random

import common


def write_findings(out, n):
    """Each with a stack of functions with long names of chance."""
    chance = random.Random(1)
    out.write(common.line(k="header", version=1, tool="0.1.0", pid=1, exe="/opt/x", cwd="/opt"))
    for i in range(1, n + 1):
        frames = [[f"/opt/{chance.getrandbits(64):x}.py", f"f{chance.getrandbits(512):x}", k + 1]
                  for k in range(12)]
        out.write(common.line(k="stack", id=i, hash=f"{i:x}", frames=frames))
        out.write(common.line(k="finding", id=i, check="stray-copy", severity="warning",
                              message="m", objects=[], events=[], now=i))
