#!/bin/sh
# run: has Helgrind watch programs; first one with a race, which has to be found.
#
# run.sh [RACE PROGRAM...]    RACE: built from race.c; none where Valgrind is missing
#
# SPDX-License-Identifier: Apache-2.0
set -u

if [ $# -eq 0 ] || ! command -v valgrind >/dev/null; then
    echo "helgrind: valgrind is not installed"
    echo "helgrind: 0 passed, 0 failed, 1 skipped"
    exit 0
fi

passed=0 failed=0
said=$(mktemp) || exit 1
trap 'rm -f "$said"' EXIT

# 99: it found something.
expect() {
    wanted=$1
    shift
    valgrind -q --tool=helgrind --error-exitcode=99 "$@" >"$said" 2>&1 </dev/null
    status=$?
    if [ "$status" -eq "$wanted" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL $*: status $status, not $wanted"
        sed 's/^/     /' "$said"
    fi
}

race=$1
shift
expect 99 "$race" bare
expect 0 "$race"
for program; do
    expect 0 "$program"
done

echo "helgrind: $passed passed, $failed failed, 0 skipped"
[ "$failed" -eq 0 ]
