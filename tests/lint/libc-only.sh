#!/bin/sh
# libc-only: what the library takes from libc stands in libc.txt: no allocator, stdio or threads.
#
# SPDX-License-Identifier: Apache-2.0
set -u

library=${BUILD:-build}/libarrowdev_check.so
[ -f "$library" ] || { echo "$library is not built"; exit 1; }
allowed=$(sed 's/#.*//' "$(dirname "$0")/libc.txt" | grep -oE '[^ ]+')
for name in $(nm -D -u --format=just-symbols "$library" | sed 's/@.*//' | sort -u); do
    echo "$allowed" | grep -qxF "$name" || echo "$name is not in libc.txt"
done | { ! grep .; }
