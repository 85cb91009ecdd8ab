#!/bin/sh
# map-complete: the map that opens shim/init.c names every file of the library in its folder, and no
# other.
#
# SPDX-License-Identifier: Apache-2.0
set -u

[ -f shim/init.c ] || { echo "shim/init.c is missing"; exit 1; }
named=$(mktemp)
trap 'rm -f "$named"' EXIT
# One entry stands for a file and its header.
stems() { sed 's/\.[a-zS]*$//' | sort -u; }
sed '/\*\//q' shim/init.c | awk '
    /^ \*   [a-z]/ { folder = $2 }
    /^ \*     [a-z]/ { print folder $2 }' | stems >"$named"
git ls-files -co --exclude-standard -- shim hooks tracker report | grep -E '\.([chS]|def)$' |
    grep -v '^report/render/' | stems |
    comm -3 - "$named" | sed -n 's/^[^\t].*/& is not in the map/p
        s/^\t\(.*\)/the map names \1, which is not there/p' | { ! grep .; }
