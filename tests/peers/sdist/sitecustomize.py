"""sitecustomize: puts stand_in in the place of the build backends that source packages name.

SPDX-License-Identifier: Apache-2.0
"""

import sys

import stand_in

for backend in ("setuptools", "setuptools.build_meta", "mesonpy", "maturin", "hatchling",
                "hatchling.build", "uv_build"):
    sys.modules[backend] = stand_in
