#!/bin/sh
# tally: runs each command it is given, adds up their closing lines "N passed, N failed, N skipped",
# and ends with the sum.
#
# tally.sh 'COMMAND' ...
#
# A command that fails but owns up to no failure, or closes with no such line, counts as a failure.
#
# SPDX-License-Identifier: Apache-2.0
set -u

scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
passed=0 failed=0 skipped=0
line='[0-9]+ passed, [0-9]+ failed, [0-9]+ skipped'

for command; do
    { sh -c "$command" </dev/null 2>&1; echo $? >"$scratch/status"; } | tee "$scratch/output"
    status=$(cat "$scratch/status")
    closing=$(grep -E "^([a-z-]+: )?$line\$" "$scratch/output" | tail -n 1)
    # shellcheck disable=SC2046 # the numbers are the words
    set -- $(echo "${closing:-0 0 0}" | sed 's/^.*: //' | grep -oE '[0-9]+')
    passed=$((passed + $1)) failed=$((failed + $2)) skipped=$((skipped + $3))
    if [ -z "$closing" ] || { [ "$status" -ne 0 ] && [ "$2" -eq 0 ]; }; then
        echo "tally: '$command' ended with status $status${closing:+ after \"$closing\"}"
        failed=$((failed + 1))
    fi
done

echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]
