#!/bin/sh
# needed-libraries: the library needs libc and the loader and nothing else.
#
# SPDX-License-Identifier: Apache-2.0
set -u

library=${BUILD:-build}/libarrowdev_check.so
[ -f "$library" ] || { echo "$library is not built"; exit 1; }
readelf -dW "$library" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' |
    { ! grep -vx -e 'libc\.so\.6' -e 'ld-linux-x86-64\.so\.2'; }
