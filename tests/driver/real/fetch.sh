#!/bin/sh
# fetch: unpacks NVIDIA's own libcuda.so.1 from Debian's non-free archive, without installing it; it
# has no device to find, but answers every look-up. Where it cannot be had the folder stays empty.
#
# fetch.sh FOLDER    FOLDER/libcuda.so.1, or a folder with the reason in FOLDER/missing
#
# SPDX-License-Identifier: Apache-2.0
set -u

folder=$1
rm -rf "$folder"
mkdir -p "$folder/apt/lists/partial" "$folder/apt/cache/archives/partial" || exit 1
apt=$(cd "$folder/apt" && pwd)

missing() {
    echo "$*" >"$apt/../missing"
    rm -rf "$apt"
    exit 0
}

# The system's own mirror and release, with the component that it may not have enabled. Nothing of
# the system's lists is touched.
grep -q '^ID=debian$' /etc/os-release || missing "not Debian: no libcuda1 to fetch"
codename=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
mirror=$(grep -rhoE 'https?://[^ ]+/debian/?( |$)' /etc/apt/sources.list /etc/apt/sources.list.d \
    2>/dev/null | head -n 1)
echo "deb ${mirror:-http://deb.debian.org/debian} $codename non-free" >"$apt/sources.list"

run_apt() {
    apt-get -q -o Dir::Etc::sourcelist="$apt/sources.list" -o Dir::Etc::sourceparts=/dev/null \
        -o Dir::State::lists="$apt/lists" -o Dir::Cache="$apt/cache" "$@" >"$apt/log" 2>&1
}

cd "$apt" || exit 1
if ! run_apt update || ! run_apt download libcuda1; then
    missing "libcuda1 cannot be downloaded: $(tail -n 1 "$apt/log")"
fi
dpkg -x "$apt"/libcuda1_*.deb "$apt/unpacked" || missing "libcuda1 cannot be unpacked"
found=$(find "$apt/unpacked" -name 'libcuda.so.[1-9][0-9]*.*' -type f | head -n 1)
[ -n "$found" ] || missing "libcuda1 holds no libcuda.so"
mv "$found" "$apt/../libcuda.so.1" && rm -rf "$apt"
