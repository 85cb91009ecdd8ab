#!/bin/sh
# file-sizes: files up to 600 lines, headers 150, functions 60, lines 100 columns.
#
# Rows are tables: no columns are counted in a .def file, nor in the report that an example quotes
# above its SPDX line.
#
# SPDX-License-Identifier: Apache-2.0
set -u

git ls-files -co --exclude-standard -- '*.c' '*.h' '*.S' '*.cc' '*.py' '*.sh' '*.mk' \
    Makefile .ci/run | sort | xargs awk '
    function offence(line, what) {
        printf "%s:%d: %s\n", file, line, what
        bad = 1
    }
    function end_of_file() {
        if (lines > (file ~ /\.h$/ ? 150 : 600))
            offence(lines, "a file of " lines " lines")
    }
    FNR == 1 { if (file) end_of_file(); file = FILENAME; begin = 0; is_c = file ~ /\.(c|h|cc)$/ }
    { lines = FNR }
    FNR == 1 { quotes = file ~ /^examples\// }
    /SPDX-License-Identifier/ { quotes = 0 }
    !quotes && length($0) > 100 { offence(FNR, length($0) " columns") }
    # clang-format opens a function in the first column and closes it there.
    is_c && !begin && /^([A-Za-z_].*\) \{|\{)$/ { begin = FNR }
    is_c && begin && /^\}/ {
        if (FNR - begin >= 60)
            offence(begin, "a function of " FNR - begin + 1 " lines")
        begin = 0
    }
    END { end_of_file(); exit bad }'
