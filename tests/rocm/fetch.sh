#!/bin/sh
# fetch: unpacks Debian's headers of HIP without installing them, as they depend on a compiler of
# 100 MB. Where they cannot be had the folder stays empty.
#
# fetch.sh FOLDER    FOLDER/include, or a folder with the reason in FOLDER/missing
#
# SPDX-License-Identifier: Apache-2.0
set -u

folder=$1
rm -rf "$folder"
mkdir -p "$folder" && cd "$folder" || exit 1
if apt-get -q download libamdhip64-dev >log 2>&1 ||
    { apt-get -q update && apt-get -q download libamdhip64-dev; } >log 2>&1; then
    dpkg -x libamdhip64-dev_*.deb unpacked && mv unpacked/usr/include include
    rm -rf unpacked libamdhip64-dev_*.deb log
else
    echo "libamdhip64-dev cannot be downloaded: $(tail -n 1 log)" >missing
fi
