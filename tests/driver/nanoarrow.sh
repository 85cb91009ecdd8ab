#!/bin/sh
# nanoarrow: nanoarrow's device code for CUDA and its own test of it, from its source package.
#
# nanoarrow.sh PYTHON FOLDER CUDA_INCLUDE LIBCUDA    leaves FOLDER/cuda_test
#
# SPDX-License-Identifier: Apache-2.0
set -eu

python=$1 folder=$2 include=$3 libcuda=$4
version=$("$python" -c 'from importlib.metadata import version as v; print(v("nanoarrow"))')
stand_in=$(cd "$(dirname "$0")/sdist" && pwd)
mkdir -p "$folder/nanoarrow"
PYTHONPATH=$stand_in PYTHONDONTWRITEBYTECODE=1 "$python" -m pip --disable-pip-version-check \
    download -q --no-deps --no-binary nanoarrow --no-build-isolation -d "$folder" \
    "nanoarrow==$version"
tar xzf "$folder/nanoarrow-$version.tar.gz" -C "$folder"
source=$folder/nanoarrow-$version/subprojects/arrow-nanoarrow/src

IFS=. read -r major minor patch <<VERSION
$version
VERSION
sed -e "s/@NANOARROW_VERSION_MAJOR@/$major/; s/@NANOARROW_VERSION_MINOR@/$minor/" \
    -e "s/@NANOARROW_VERSION_PATCH@/$patch/; s/@NANOARROW_VERSION@/$version/" \
    -e 's/@NANOARROW_NAMESPACE_DEFINE@//' \
    "$source/nanoarrow/nanoarrow_config.h.in" >"$folder/nanoarrow/nanoarrow_config.h"

set -- -g -w -DNANOARROW_DEVICE_WITH_CUDA -I"$folder" -I"$source" -I"$include"
for part in device/device device/cuda common/array common/array_stream common/schema \
    common/utils; do
    gcc "$@" -c "$source/nanoarrow/$part.c" -o "$folder/$(basename "$part").o"
done
g++ -std=c++17 "$@" "$source/nanoarrow/device/cuda_test.cc" "$folder"/*.o "$libcuda" \
    -lgtest -lgtest_main -lpthread -o "$folder/cuda_test"
