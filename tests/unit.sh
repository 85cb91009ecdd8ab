#!/bin/sh
# unit: runs cmocka programs; prints what failed or was skipped, and the suite's closing line.
#
# unit.sh PROGRAM...
#
# SPDX-License-Identifier: Apache-2.0
set -u

# A program that dies before its last test leaves fewer results than its plan "1..N" promises.
for program; do
    CMOCKA_MESSAGE_OUTPUT=TAP "$program" </dev/null 2>&1
    echo "status $? $program"
done | awk '
    /^1\.\.[0-9]+$/  { planned += substr($0, 4) }
    /^(not )?ok [0-9]+ # SKIP/ { skipped++; got++; print; next } # cmocka writes "not ok" here
    /^ok /           { passed++; got++; next }
    /^not ok /       { failed++; bad++; got++ }
    /^status [0-9]+ / {
        missing = planned - got
        if (missing <= 0 && $2 != 0 && !bad || planned == 0)
            missing = 1
        if (missing > 0) {
            printf "unit: %s ended with status %d, %d without a result\n", $3, $2, missing
            failed += missing
        }
        planned = got = bad = 0
        next
    }
    /^not ok / || !/^(TAP|1\.\.|#.*(ok|passed))/ { print }
    END {
        printf "unit: %d passed, %d failed, %d skipped\n", passed, failed, skipped
        exit failed > 0
    }'
