#!/bin/sh
# install: what make install puts there works from there, and make uninstall leaves nothing.
#
# install.sh PROGRAM    a program with an error that the library finds; from the top of the tree
#
# SPDX-License-Identifier: Apache-2.0
set -u

program=$(realpath "$1")
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
stage=$scratch/stage prefix=/opt/arrow
at=$scratch/moved$prefix
passed=0 failed=0

result() { # STATUS NAME
    [ "$1" -eq 0 ] && passed=$((passed + 1)) && return
    failed=$((failed + 1))
    echo "not ok install: $2"
}

try() { # NAME COMMAND...
    name=$1
    shift
    "$@" >"$scratch/said" 2>&1
    result $? "$name"
}

says() { # NAME WORDS FILE
    grep -qF "$2" "$3"
    result $? "$1: does not say \"$2\": $(tail -n 3 "$3")"
}

try "make install" make -s install DESTDIR="$stage" PREFIX="$prefix"
# What is staged is packed and unpacked elsewhere.
mv "$stage" "$scratch/moved"

"$at/bin/arrowdev-check" run --require=structs "$program" >"$scratch/said" 2>&1
result $((97 - $?)) "the launcher, in its place, does not end with 97"
says "the launcher" "[double-release]" "$scratch/said"
LD_PRELOAD="$at/lib/libarrowdev_check.so" "$program" >"$scratch/said" 2>&1
result $((97 - $?)) "the library, in its place, does not end with 97"
says "the library finds the program for names" "more    arrowdev-check explain" "$scratch/said"
try "explain" "$at/bin/arrowdev-check" explain double-release

cat >"$scratch/host.c" <<END
#include <arrowdev_check.h>
int main(void) { return arrowdev_check_is_active(); }
END
try "a program with the header" cc -I"$at/include" -o "$scratch/host" "$scratch/host.c"
try "it runs without the library" "$scratch/host"
try "the suppressions" grep -q reason: "$at/share/arrowdev-check/known.supp"
groff -man -Tutf8 -ww -z "$at/share/man/man1/arrowdev-check.1" >"$scratch/said" 2>&1
result $? "groff"
[ ! -s "$scratch/said" ]
result $? "the manual page: $(cat "$scratch/said")"

mkdir "$at/bin/theirs" && touch "$at/bin/theirs/kept"
try "make uninstall" make -s uninstall DESTDIR="$scratch/moved" PREFIX="$prefix"
left=$(find "$scratch/moved" ! -type d | sed "s,$at/,,")
[ "$left" = bin/theirs/kept ] && [ ! -e "$at/share" ]
result $? "make uninstall leaves, or took: $left"
rm -r "$at/bin/theirs"
try "make uninstall of nothing" make -s uninstall DESTDIR="$scratch/moved" PREFIX="$prefix"
[ -z "$(ls -A "$scratch/moved")" ]
result $? "make uninstall leaves $(find "$scratch/moved")"

# Without a staging area: what was there stays, be it empty.
mkdir -p "$scratch/usr/lib"
for _ in once again; do
    try "make install into a folder" make -s install PREFIX="$scratch/usr/local"
done
[ -s "$scratch/usr/local/lib/libarrowdev_check.so" ]
result $? "make install into a folder puts no library there"
try "make uninstall of it" make -s uninstall PREFIX="$scratch/usr/local"
left=$(cd "$scratch/usr" && find . | sort | tr '\n' ' ')
[ "$left" = ". ./lib " ]
result $? "make uninstall leaves, or took: $left"

echo "install: $passed passed, $failed failed, 0 skipped"
[ "$failed" -eq 0 ]
