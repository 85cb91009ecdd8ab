#!/bin/sh
# map-complete: the map that opens shim/init.c names every file of the library, and no other.
#
# SPDX-License-Identifier: Apache-2.0
set -u

[ -f shim/init.c ] || { echo "shim/init.c is missing"; exit 1; }
map=$(sed '/\*\//q' shim/init.c)
files=$(git ls-files -co --exclude-standard -- shim hooks tracker report |
    grep -E '\.([chS]|def)$' | grep -v '^report/render/' | sed 's/_x86_64\././')
{
    for file in $files; do
        stem=$(basename "$file" | sed 's/\.[a-zS]*$//')
        echo "$map" | grep -qwF "$stem" || echo "$file is not in the map"
    done
    for name in $(echo "$map" | grep -oE '[a-z_0-9]+\.(\[[chS]*\]|c|h|S|def)( |$)'); do
        stem=${name%%.*}
        echo "$files" | grep -qE "(^|/)$stem\." || echo "the map names $name, which is not there"
    done
} | { ! grep .; }
