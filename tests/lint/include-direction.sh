#!/bin/sh
# include-direction: includes run shim -> hooks -> tracker -> report -> report/base, never back.
#
# Paths are whole. report/render is a program of its own: nobody includes it. tracker/abi includes
# nothing.
#
# SPDX-License-Identifier: Apache-2.0
set -u

find shim hooks tracker report -name '*.[chS]' -o -name '*.def' | sort | xargs awk '
    function stage(path) {
        if (path ~ /^shim\//) return 6
        if (path ~ /^hooks\//) return 5
        if (path ~ /^tracker\/abi\//) return 1
        if (path ~ /^tracker\//) return 4
        if (path ~ /^report\/render\//) return 3
        if (path ~ /^report\/base\//) return 1
        return path ~ /^report\// ? 2 : 7
    }
    /^[ \t]*#[ \t]*include[ \t]*"/ {
        split($0, part, "\"")
        from = stage(FILENAME)
        to = stage(part[2])
        if (to > from || FILENAME ~ /^tracker\/abi\// || to == 3 && from != 3) {
            printf "%s:%d: includes %s\n", FILENAME, FNR, part[2]
            bad = 1
        }
    }
    END { exit bad }'
