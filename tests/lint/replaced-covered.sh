#!/bin/sh
# replaced-covered: every row of tests/replaced.md names tests, and these are there.
#
# SPDX-License-Identifier: Apache-2.0
set -u

rows=$(sed -n 's/^| \(B[0-9]*b\{0,1\}\) |.*| \([^|]*\) |$/\1 \2/p' tests/replaced.md)
{
    for row in 1b $(seq 25); do
        echo "$rows" | grep -q "^B$row [a-z]" || echo "tests/replaced.md: B$row has no test"
    done
    for path in $(echo "$rows" | cut -d ' ' -f 2-); do
        [ -e "tests/$path" ] || echo "tests/replaced.md: no test tests/$path"
    done
} | { ! grep .; }
