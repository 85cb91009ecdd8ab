#!/bin/sh
# setup: what venv.sh removes, and what it leaves alone.
#
# SPDX-License-Identifier: Apache-2.0
set -u

venv=$(cd "$(dirname "$0")" && pwd)/venv.sh
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 1
passed=0 failed=0

# expect STATUS FILE WORDS    venv.sh's end, a file that must still be there, what it says
expect() {
    said=$("$venv" --anew folder none 2>&1)
    status=$?
    if [ "$status" -eq "$1" ] && [ -e "$2" ] && [ "${said#*"$3"}" != "$said" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "not ok setup: status $status, not $1, or $2 is gone, or not \"$3\": $said"
    fi
    rm -rf folder
}

mkdir theirs && touch theirs/kept
ln -s theirs folder
expect 0 theirs/kept "is a link"
mkdir folder && touch folder/kept
expect 1 folder/kept "was not made by this"
# One of ours goes; without a list of packages that is all.
mkdir folder && touch folder/.made-by-venv
expect 1 theirs "names no package"
echo "setup: $passed passed, $failed failed, 0 skipped"
[ "$failed" -eq 0 ]
