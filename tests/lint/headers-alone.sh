#!/bin/sh
# headers-alone: every header compiles by itself, with gcc and with clang.
#
# SPDX-License-Identifier: Apache-2.0
set -u

for compiler in gcc clang; do
    command -v $compiler >/dev/null || { echo "no $compiler"; exit 77; }
done
cuda=${CUDA_INCLUDE:-}
find shim hooks tracker report -name '*.h' | sort | while read -r header; do
    case $header in
    report/render/*) owns=-DBASE_OWNS_HOST ;;
    hooks/cuda/*)
        [ -n "$cuda" ] || continue
        owns=-I$cuda
        ;;
    hooks/opencl/*)
        [ -e /usr/include/CL/cl_ext.h ] || continue
        owns=
        ;;
    *) owns= ;;
    esac
    for compiler in gcc clang; do
        # shellcheck disable=SC2086 # an option or nothing
        $compiler -std=gnu11 -I. -D_GNU_SOURCE $owns -DARROWDEV_CHECK_VERSION='""' -Wall -Wextra \
            -Werror -Wno-unused-parameter -fsyntax-only -include "$header" -x c /dev/null 2>&1 |
            sed "s|^|$header ($compiler): |"
    done
done | { ! grep .; }
