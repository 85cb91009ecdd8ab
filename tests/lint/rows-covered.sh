#!/bin/sh
# rows-covered: every hooked function is called by a case or by a program on released packages.
#
# SPDX-License-Identifier: Apache-2.0
set -u

symbols=$(sed -n 's/^\(ROW\|MANAGED\|EFFECT\|AROUND\)(\([A-Za-z0-9_]*\).*/\2/p' hooks/rows/*.def)
prefixes=$(sed -n 's/^PREFIX(\([A-Za-z0-9_]*\).*/\1/p' hooks/rows/*.def)
[ -n "$symbols" ] || { echo "hooks/rows has no rows"; exit 1; }
{
    for symbol in $symbols; do
        grep -rqw "$symbol" tests/cases tests/apps || echo "$symbol: no test calls it"
    done
    for symbol in $prefixes; do
        grep -rq "$symbol" tests/cases tests/apps || echo "$symbol: no test calls what begins so"
    done
} | { ! grep .; }
