#!/bin/sh
# pitfalls-covered: every row of tests/pitfalls.md names tests, and these are there.
#
# SPDX-License-Identifier: Apache-2.0
set -u

rows=$(sed -n 's/^| [^|]* | [^|]* | \(.*\) |$/\1/p' tests/pitfalls.md | grep -v '^shown by$')
{
    # Each part of the facts behind it has some.
    [ "$(echo "$rows" | wc -l)" -ge 50 ] || echo "tests/pitfalls.md: rows are missing"
    grep -n '^| .* |  *|$' tests/pitfalls.md | sed 's/^/tests\/pitfalls.md: no test in line /'
    for test in $rows; do
        file=tests/${test%%:*}
        if [ ! -e "$file" ]; then
            echo "tests/pitfalls.md: no test $file"
        elif [ "$test" != "${test#*:}" ] && ! grep -qw "${test#*:}" "$file"; then
            echo "tests/pitfalls.md: no ${test#*:} in $file"
        fi
    done
} | { ! grep .; }
