#!/bin/sh
# function-shape: functions up to 60 lines, as the compiler counts them, and 3 levels deep.
#
# Depth is taken from the indentation: clang-tidy would count what a macro expands to.
#
# SPDX-License-Identifier: Apache-2.0
set -u

command -v clang-tidy >/dev/null || { echo "no clang-tidy"; exit 77; }
config="{Checks: '-*,readability-function-size', WarningsAsErrors: '*', CheckOptions: [
    {key: readability-function-size.LineThreshold, value: 60}]}"
tidy() { # OPTION FILE...
    owns=$1 && shift
    printf '%s\n' "$@" | xargs -P2 -I{} clang-tidy --quiet --config="$config" {} -- "$owns" \
        -std=gnu11 -I. -D_GNU_SOURCE -DARROWDEV_CHECK_VERSION='""' 2>/dev/null
}
{
    tidy -DARROWDEV_CHECK shim/*.c hooks/*.c tracker/*.c tracker/*/*.c report/*.c report/base/*.c
    [ -z "${CUDA_INCLUDE:-}" ] || tidy "-I$CUDA_INCLUDE" hooks/cuda/*.c
    [ ! -e /usr/include/CL/cl_ext.h ] || tidy -DARROWDEV_CHECK hooks/opencl/*.c
    tidy -DARROWDEV_CHECK hooks/rocm/*.c
    tidy -DBASE_OWNS_HOST report/render/*.c
    awk '/^                +(if|for|while|do|switch) / {
            printf "%s:%d: error: more than 3 levels\n", FILENAME, FNR
        }' shim/*.c hooks/*.c hooks/*/*.c tracker/*.c tracker/*/*.c report/*.c report/*/*.c
} | grep -E 'error:|note: [0-9]+ lines' | { ! grep .; }
