#!/bin/sh
# run: every rule is a script here, named by the rule; prints what breaks it, then adds up.
#
# run.sh [RULE...]    from the top of the tree; a rule that fails prints why, status 77 skips it
#
# SPDX-License-Identifier: Apache-2.0
set -u

lint=$(dirname "$0")
passed=0 failed=0 skipped=0
for script in "$lint"/*-*.sh; do
    rule=$(basename "$script" .sh)
    case " $* " in "  " | *" $rule "*) ;; *) continue ;; esac
    output=$("$script" 2>&1)
    case $? in
    0) passed=$((passed + 1)) ;;
    77) skipped=$((skipped + 1)) && echo "skip $rule: $output" ;;
    *) failed=$((failed + 1)) && echo "FAIL $rule" && echo "$output" | sed 's/^/     /' ;;
    esac
done
echo "lint: $passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]
