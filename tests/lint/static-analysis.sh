#!/bin/sh
# static-analysis: cppcheck finds no error, no unportable or needlessly slow code.
#
# The ends of a table that assembly lays out are two symbols, whose difference is the point of them;
# NULL is a pointer in C.
#
# SPDX-License-Identifier: Apache-2.0
set -u

command -v cppcheck >/dev/null || { echo "no cppcheck"; exit 77; }
cppcheck -j2 --quiet --enable=warning,performance,portability --std=c11 --inline-suppr \
    -I. -I/usr/include -D_GNU_SOURCE -D__x86_64__ -DARROWDEV_CHECK_VERSION='""' \
    --suppress=missingIncludeSystem --suppress='*:/usr/include/*' --suppress=comparePointers \
    --suppress=varFuncNullUB --error-exitcode=1 --template='{file}:{line}: {message} [{id}]' \
    shim hooks tracker report 2>&1
