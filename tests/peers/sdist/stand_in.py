"""stand_in: answers pip in place of a source package's build backend: tells it name and version, so
that the package is downloaded without being built.

SPDX-License-Identifier: Apache-2.0
"""

import pathlib
import re


def prepare_metadata_for_build_wheel(folder, settings=None):
    """A hook of PEP 517."""
    text = pathlib.Path("PKG-INFO").read_text()
    name, version = (re.search(rf"^{key}: (\S+)", text, re.M)[1] for key in ("Name", "Version"))
    place = pathlib.Path(folder) / f"{name.replace('-', '_')}-{version}.dist-info"
    place.mkdir()
    (place / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    return place.name
