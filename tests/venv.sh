#!/bin/sh
# venv: puts pinned packages into a virtual environment of the system's python3; says so first.
#
# venv.sh [--anew] FOLDER REQUIREMENTS [NAME...]    with names, only those packages
#
# --anew removes the folder first, if it was made here. A link is somebody else's: it is left alone.
#
# SPDX-License-Identifier: Apache-2.0
set -u

anew=
if [ "$1" = --anew ]; then
    anew=yes
    shift
fi
folder=$1 requirements=$2
mark=$folder/.made-by-venv
shift 2

fail() {
    echo "venv: error: $*" >&2
    exit 1
}

if [ -h "$folder" ]; then
    echo "venv: $folder is a link, it is used as it is"
    exit 0
fi
if [ -n "$anew" ] && [ -e "$folder" ]; then
    [ -e "$mark" ] || [ -e "$folder/.demo" ] ||
        fail "$folder was not made by this: it would be made anew, so move it away first"
    rm -rf "$folder"
fi

# The pinned lines asked for, one a word.
pins=$(grep -E '^[a-z]' "$requirements") || fail "$requirements names no package"
for name; do
    pin=$(echo "$pins" | grep "^$name==") || fail "$requirements has no line for $name"
    wanted="${wanted-} $pin"
done
# shellcheck disable=SC2086 # the words are the list
set -- ${wanted-$pins}

if [ ! -x "$folder/bin/python3" ]; then
    mkdir -p "$folder" && touch "$mark"
    /usr/bin/python3 -m venv "$folder" || fail "cannot make $folder: is python3-venv installed?"
fi
echo "venv: Python packages that pip puts into $folder now, where missing:"
echo "    $*"
# Wheels only: a package without one for this machine must say so, not start to compile.
"$folder/bin/python3" -m pip install --quiet --disable-pip-version-check --no-input \
    --only-binary :all: "$@" </dev/null ||
    fail "pip failed, its message stands above; it needs a package index (PIP_INDEX_URL names one)"
