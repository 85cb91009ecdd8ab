#!/bin/sh
# exported-names: the library exports arrowdev_check_* and just what exports.txt has a reason for.
#
# SPDX-License-Identifier: Apache-2.0
set -u

library=${BUILD:-build}/libarrowdev_check.so
[ -f "$library" ] || { echo "$library is not built"; exit 1; }
reasons=$(sed -n 's/^\([A-Za-z_][A-Za-z0-9_]*\)  .*/\1/p' "$(dirname "$0")/exports.txt")
# Hidden ones, as the linker makes for the ends of a section, are nobody's: the loader skips them.
exported=$(readelf --dyn-syms -W "$library" |
    awk '$7 != "UND" && $6 != "HIDDEN" && NR > 3 && $8 { print $8 }' | sed 's/@.*//' | sort -u)
{
    for name in $(echo "$exported" | grep -v '^arrowdev_check_'); do
        echo "$reasons" | grep -qx "$name" || echo "$name is exported without a reason"
    done
    for name in $reasons; do
        echo "$exported" | grep -qx "$name" || echo "$name has a reason, but is not exported"
    done
} | { ! grep .; }
