#!/bin/sh
# checks-covered: every row of checks.def has a case that is found, one that is silent, and a page.
#
# Where a scenario of streams and events finds it, all others are silent about it;
# tests/unit/transfer.c has both.
# And no page or folder of cases is without its row.
#
# SPDX-License-Identifier: Apache-2.0
set -u

slugs=$(sed -n 's/^CHECK([A-Z0-9_]*, "\([a-z0-9-]*\)".*/\1/p' report/checks.def | sort)
[ -n "$slugs" ] || { echo "report/checks.def has no rows"; exit 1; }
{
    for slug in $slugs; do
        cases=tests/cases/$slug
        id=$(echo "$slug" | tr 'a-z-' 'A-Z_')
        scenario=$(grep -l "expect $slug " tests/order/*.scenario
            grep -l "scene_only(CHECK_$id)" tests/unit/transfer.c)
        queued=tests/opencl/$slug
        [ -n "$scenario" ] || grep -qs "expect: $slug " "$cases"/* "$queued"/* ||
            echo "$slug: no case in $cases finds it"
        [ -n "$scenario" ] || grep -qs "expect: nothing" "$cases"/* "$queued"/* ||
            echo "$slug: no case in $cases is silent"
        [ -s "report/explain/$slug.md" ] || echo "$slug: no page report/explain/$slug.md"
    done
    for path in report/explain/*.md tests/cases/*-*/ tests/opencl/*-*/; do
        slug=$(basename "$path" .md)
        printf '%s\n' bad-luck "$slugs" | grep -qx "$slug" || echo "$path: no row of checks.def"
    done
} | { ! grep .; }
