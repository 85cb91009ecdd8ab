#!/bin/sh
# function-names: what other files see begins with the stem of its file: stack_capture in stack.c.
#
# What the library exports has its name from elsewhere; an assembly file's stem ends before the
# machine's.
#
# SPDX-License-Identifier: Apache-2.0
set -u

objects=${BUILD:-build}/obj
[ -d "$objects/shim" ] || { echo "$objects is not built"; exit 1; }
find "$objects" -name '*.o' | sort | while read -r object; do
    stem=$(basename "$object" | sed 's/\.[cS]\.o$//; s/_x86_64$//; s/_aarch64$//')
    # The columns from the fifth: binding, visibility (DEFAULT: exported), section, name.
    readelf -sW "$object" | awk -v stem="$stem" -v object="${object#"$objects"/}" '
        $5 != "GLOBAL" && $5 != "WEAK" || $7 == "UND" { next }
        $6 == "DEFAULT" && (object !~ /^report\/render\// || $8 == "main") { next }
        $8 != stem && index($8, stem "_") != 1 { print object " defines " $8 }'
done | { ! grep .; }
