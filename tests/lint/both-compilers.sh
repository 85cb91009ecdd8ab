#!/bin/sh
# both-compilers: gcc and clang build everything without a warning.
#
# SPDX-License-Identifier: Apache-2.0
set -u

status=0
for compiler in gcc clang; do
    command -v $compiler >/dev/null || { echo "no $compiler"; exit 77; }
    output=$(${MAKE:-make} --no-print-directory -j2 BUILD="${BUILD:-build}/lint/$compiler" \
        CC=$compiler CFLAGS="-O1 -g -Werror" all 2>&1) || {
        echo "$output" | grep -E -A3 'error|warning'
        status=1
    }
done
exit $status
