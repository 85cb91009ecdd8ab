#!/bin/sh
# map-complete: the map that opens shim/init.c names every file of the library, and no other.
#
# SPDX-License-Identifier: Apache-2.0
set -u

[ -f shim/init.c ] || { echo "shim/init.c is missing"; exit 1; }
map=$(sed '/\*\//q' shim/init.c)
files=$(git ls-files -co --exclude-standard -- shim hooks tracker report |
    grep -E '\.([chS]|def)$' | grep -v '^report/render/')
{
    # One entry stands for a file and its header: thunk.c, thunk.[ch], thunk.h.
    for file in $files; do
        stem=$(basename "$file" | sed 's/\.[a-zS]*$//')
        echo "$map" | grep -qE "(^|[^a-z_])$stem\." || echo "$file is not in the map"
    done
    named=$(echo "$map" | grep -oE '[a-z_0-9]+\.(\[[chS]*\]|c|h|S|def)( |$)')
    for stem in $(echo "$named" | sed 's/\..*//'); do
        echo "$files" | grep -qE "(^|/)$stem\." || echo "the map names $stem, which is not there"
    done
} | { ! grep .; }
