#!/bin/sh
# freethreaded: builds a Python without the GIL from its source, with packages in it; says so first.
#
# freethreaded.sh FOLDER URL SHA256 PACKAGE...    FOLDER/bin/python3
#
# SPDX-License-Identifier: Apache-2.0
set -eu

folder=$1 url=$2 sum=$3
shift 3
rm -rf "$folder"
mkdir -p "$folder/source"
folder=$(cd "$folder" && pwd)
echo "freethreaded: $url is fetched and built into $folder, a matter of minutes; pip puts there:"
echo "    $*"

cd "$folder/source"
curl --fail --silent --show-error --location --output python.tar.xz "$url"
echo "$sum  python.tar.xz" | sha256sum --check --quiet
tar --extract --strip-components=1 --file python.tar.xz
./configure --quiet --disable-gil --prefix="$folder" >configure.log 2>&1
make --silent -j2 >make.log 2>&1
make --silent install >install.log 2>&1
cd "$folder"
rm -rf source
# Wheels only: a package without one for this Python must say so, not start to compile.
"$folder/bin/python3" -m pip install --quiet --disable-pip-version-check --no-input \
    --root-user-action ignore --only-binary :all: "$@" </dev/null
