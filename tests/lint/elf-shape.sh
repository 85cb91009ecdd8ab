#!/bin/sh
# elf-shape: no relocation in text, nothing writable and executable, all bound at start, small TLS.
#
# Thread-local storage is initial-exec and under 256 bytes: it must fit where the host's lies.
#
# SPDX-License-Identifier: Apache-2.0
set -u

library=${BUILD:-build}/libarrowdev_check.so
[ -f "$library" ] || { echo "$library is not built"; exit 1; }
segments=$(readelf -lW "$library")
dynamic=$(readelf -dW "$library")
{
    echo "$dynamic" | grep TEXTREL
    echo "$dynamic" | grep -q 'FLAGS.*NOW' || echo "not bound at start"
    echo "$segments" | grep -q GNU_RELRO || echo "no RELRO"
    echo "$segments" | grep -E '^ +(LOAD|GNU_STACK).* RWE '
    # The sixth column is the size in memory; more than two digits are 256 and more.
    echo "$segments" |
        awk '$1 == "TLS" && $6 !~ /^0x0*[0-9a-f]?[0-9a-f]$/ { print "TLS of " $6 " bytes" }'
    readelf -rW "$library" | grep -E 'DTPMOD|DTPOFF|TLSDESC'
} | { ! grep .; }
