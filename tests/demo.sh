#!/bin/sh
# demo: runs the example under the library, and checks that the report says what was planted.
#
# SPDX-License-Identifier: Apache-2.0
set -u

output=build/demo.txt
set -- env LD_PRELOAD=build/libarrowdev_check.so build/venv/bin/python3 examples/demo.py
echo "\$ $(echo "$*" | cut -d' ' -f2-)"
{ "$@" 2>&1 </dev/null; echo $? >"$output.status"; } | tee "$output"
status=$(cat "$output.status")
rm -f "$output.status"

missing=
[ "$status" -eq 97 ] || missing="exit status 97 (it is $status)"
for wanted in \
    'total 249500 in 4 batches' \
    '^examples/sink.c:[0-9]*:[0-9]*: error: .*\[double-release\]' \
    '^examples/demo.py:[0-9]*: error: .*\[never-released\]'; do
    grep -q "$wanted" "$output" || missing="${missing:+$missing; }$wanted"
done
if [ -n "$missing" ]; then
    echo "demo: error: the output above lacks: $missing" >&2
    exit 1
fi
echo "demo: the report names the double release and the leak that were planted"
