#!/bin/sh
# nanoarrow: builds the tests of nanoarrow's C library that talk with Arrow C++, from its source
# package, with the Arrow C++ that pyarrow brings along.
#
# nanoarrow.sh PYTHON FOLDER TEST...    makes FOLDER/nanoarrow/tests/TEST in what fetch.sh left
#
# SPDX-License-Identifier: Apache-2.0
set -eu

python=$1 folder=$2
shift 2
version=$("$python" -c "from importlib.metadata import version as v; print(v('nanoarrow'))")
arrow=$("$python" -c "import pathlib, pyarrow; print(pathlib.Path(pyarrow.__file__).parent)")
library=$(find "$arrow" -maxdepth 1 -name 'libarrow.so.*')
source=nanoarrow-$version/subprojects/arrow-nanoarrow/src
out=$folder/nanoarrow/tests

tar xzf "$folder/nanoarrow-$version.tar.gz" -C "$folder" "$source"
cd "$folder/$source"
# As their build would have it.
sed -e "s/@NANOARROW_VERSION@/$version/" -e 's/@NANOARROW_VERSION_[A-Z]*@/0/' \
    -e 's/@[A-Z_]*@//' nanoarrow/nanoarrow_config.h.in >nanoarrow/nanoarrow_config.h
cd "$OLDPWD"
"${CC:-cc}" -I"$folder/$source" -O1 -fPIC -shared -o "$out/libnanoarrow.so" \
    "$folder/$source"/nanoarrow/common/*.c
for test; do
    "${CXX:-c++}" -std=c++20 -I"$folder/$source" -I"$arrow/include" \
        -DNANOARROW_BUILD_TESTS_WITH_ARROW -o "$out/$test" \
        "$folder/$source/nanoarrow/common/$test.cc" -L"$out" -lnanoarrow "$library" \
        -Wl,-rpath,"$arrow" -Wl,-rpath,'$ORIGIN' -lgmock -lgtest -lgtest_main -lpthread
done
