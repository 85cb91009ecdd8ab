#!/bin/sh
# static-analysis: cppcheck finds no error, no unportable or needlessly slow code.
#
# Of the system's headers it reads uthash and jansson alone: it gives up on a file, in silence, at
# the first of libc's that it cannot parse. The ends of a table that assembly lays out are two
# symbols, whose difference is the point of them; NULL is a pointer in C; the arguments of exec have
# no other place than the stack.
#
# SPDX-License-Identifier: Apache-2.0
set -u

command -v cppcheck >/dev/null || { echo "no cppcheck"; exit 77; }
headers=$(mktemp -d) || exit 1
trap 'rm -rf "$headers"' EXIT
ln -s /usr/include/uthash.h /usr/include/jansson.h "$headers"
cppcheck -j2 --quiet --enable=warning,performance,portability --std=c11 --inline-suppr \
    -I. -I"$headers" -D_GNU_SOURCE -D__x86_64__ '-DElfW(x)=Elf64_##x' \
    -DARROWDEV_CHECK_VERSION='""' --suppress=missingIncludeSystem --suppress="*:$headers/*" \
    --suppress=comparePointers --suppress=varFuncNullUB --suppress=allocaCalled \
    --error-exitcode=1 --template='{file}:{line}: {message} [{id}]' shim hooks tracker report 2>&1
