#!/bin/sh
# fetch: source packages of what build/venv has, for the tests that only those carry.
#
# fetch.sh PYTHON FOLDER PACKAGE...    leaves FOLDER/PACKAGE/tests, with _ for -
#
# SPDX-License-Identifier: Apache-2.0
set -eu

python=$1 folder=$2
stand_in=$(cd "$(dirname "$0")/sdist" && pwd)
shift 2
mkdir -p "$folder"
for package; do
    version=$("$python" -c "from importlib.metadata import version as v; print(v('$package'))")
    PYTHONPATH=$stand_in PYTHONDONTWRITEBYTECODE=1 "$python" -m pip --disable-pip-version-check \
        download -q --no-deps --no-binary "$package" --no-build-isolation -d "$folder" \
        "$package==$version"
    name=$(echo "$package" | tr - _)
    source=$folder/$name-$version
    rm -rf "${folder:?}/$name"
    tar xzf "$source.tar.gz" -C "$folder"
    # Beside its modules a test would find those, not the released ones.
    mkdir "$folder/$name"
    mv "$(find "$source" -maxdepth 2 -name tests | sort | head -n 1)" "$folder/$name/tests"
    rm -rf "$source"
done
