"""mesonpy: stands in for the build backend of a source package: tells pip its name and version, so
that it is downloaded without being built."""

# SPDX-License-Identifier: Apache-2.0

import pathlib
import subprocess
import sys


def prepare_metadata_for_build_wheel(folder, settings=None):
    """A hook of PEP 517."""
    command = [sys.executable, "src/nanoarrow/_version.py", "--print"]
    version = subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    place = pathlib.Path(folder) / f"nanoarrow-{version}.dist-info"
    place.mkdir()
    text = f"Metadata-Version: 2.1\nName: nanoarrow\nVersion: {version}\n"
    (place / "METADATA").write_text(text)
    return place.name
