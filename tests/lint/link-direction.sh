#!/bin/sh
# link-direction: no folder uses a symbol that a folder to its left defines.
#
# A plain extern makes a way back that no include shows.
#
# SPDX-License-Identifier: Apache-2.0
set -u

objects=${BUILD:-build}/obj
[ -d "$objects/shim" ] || { echo "$objects is not built"; exit 1; }

objects_of() { # FOLDER, itself only where it is report
    if [ "$1" = report ]; then find "$objects/report" -maxdepth 1 -name '*.o'
    else find "$objects/$1" -name '*.o'; fi
}
# What the library exports in libc's place counts as libc's.
exported=$(sed -n 's/^\([A-Za-z_]*\)  .*/\1/p' "$(dirname "$0")/exports.txt" | tr '\n' '|')
symbols() { # KIND FOLDER: lines of symbol and object
    objects_of "$2" | xargs nm -A -P "$1" | sed "s|^$objects/\(.*\)\.o: \([^ ]*\) .*|\2 \1|" |
        grep -vE "^(${exported%|}) " | sort -u
}

left=$(mktemp)
trap 'rm -f "$left"' EXIT
for folder in shim hooks tracker report report/base; do
    symbols -u $folder | join "$left" - | awk '{ print $3 " uses " $1 " of " $2 }'
    symbols --defined-only $folder | sort -u -o "$left" - "$left"
done | { ! grep .; }
