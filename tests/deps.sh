#!/bin/sh
# deps: installs those of the named Debian packages that are missing; says so first, and what to
# run where it may not.
#
# SPDX-License-Identifier: Apache-2.0
set -u

if ! command -v dpkg-query >/dev/null; then
    echo "deps: this is no Debian system, so nothing is checked or installed; needed are:"
    echo "    $*"
    exit 0
fi

missing=
for package; do
    dpkg-query -W -f='${db:Status-Status}\n' "$package" 2>/dev/null | grep -qx installed ||
        missing="$missing $package"
done
[ -n "$missing" ] || exit 0

install="install -y --no-install-recommends$missing"
if [ "$(id -u)" -ne 0 ]; then
    echo "deps: error: Debian packages are missing, and only root can install them. Run this," >&2
    echo "then try again:" >&2
    echo "    sudo apt-get update && sudo apt-get $install" >&2
    exit 1
fi

echo "deps: Debian packages that are missing and will be installed now:$missing"
export DEBIAN_FRONTEND=noninteractive
# shellcheck disable=SC2086 # the words are the arguments
if ! { apt-get -q update && apt-get -q -o DPkg::Lock::Timeout=300 $install; } </dev/null; then
    echo "deps: error: apt-get failed, its own message stands above. To see it again:" >&2
    echo "    apt-get update && apt-get $install" >&2
    exit 1
fi
