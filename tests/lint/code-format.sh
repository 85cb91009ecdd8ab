#!/bin/sh
# code-format: C and C++ as clang-format writes them.
#
# SPDX-License-Identifier: Apache-2.0
set -u

command -v clang-format >/dev/null || { echo "no clang-format"; exit 77; }
git ls-files -co --exclude-standard -- '*.c' '*.h' '*.cc' |
    xargs clang-format --dry-run -Werror 2>&1 | grep ': error' | { ! grep .; }
