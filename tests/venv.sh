#!/bin/sh
# venv: puts pinned packages into a virtual environment of the system's python3; says so first.
#
# venv.sh FOLDER REQUIREMENTS [NAME...]    with names, only those packages
#
# SPDX-License-Identifier: Apache-2.0
set -u

folder=$1 requirements=$2
shift 2

fail() {
    echo "venv: error: $*" >&2
    exit 1
}

# The pinned lines asked for, one a word.
pins=$(grep -E '^[a-z]' "$requirements") || fail "$requirements names no package"
for name; do
    pin=$(echo "$pins" | grep "^$name==") || fail "$requirements has no line for $name"
    wanted="${wanted-} $pin"
done
# shellcheck disable=SC2086 # the words are the list
set -- ${wanted-$pins}

if [ ! -x "$folder/bin/python3" ]; then
    /usr/bin/python3 -m venv "$folder" || fail "cannot make $folder: is python3-venv installed?"
fi
echo "venv: Python packages that pip puts into $folder now, where missing:"
echo "    $*"
# Wheels only: a package without one for this machine must say so, not start to compile.
"$folder/bin/python3" -m pip install --quiet --disable-pip-version-check --no-input \
    --only-binary :all: "$@" </dev/null ||
    fail "pip failed, its message stands above; it needs a package index (PIP_INDEX_URL names one)"
