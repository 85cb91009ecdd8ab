#!/bin/sh
# file-openings: a source file opens with its stem and a sentence, and has one SPDX line.
#
# A case opens with what happens in it, an example with what it shows.
#
# SPDX-License-Identifier: Apache-2.0
set -u

git ls-files -co --exclude-standard -- '*.c' '*.cc' '*.h' '*.S' '*.def' '*.sh' '*.mk' '*.py' \
    .ci/run Makefile | sort | while read -r file; do
    stem="$(basename "$file" | sed 's/\.[A-Za-z]*$//; s/_x86_64$//; s/_aarch64$//'): "
    case $file in
    tests/cases/lib/* | tests/opencl/lib/* | tests/hip/lib/* | tests/cuda/lib/*) ;;
    tests/cases/*/* | tests/opencl/*/* | tests/hip/*/* | tests/cuda/*/*) stem='[A-Za-z_]' ;;
    examples/* | Makefile | .ci/run) stem='[A-Za-z_]' ;;
    esac
    head -n 2 "$file" | grep -qE "^(/\*|#|\"\"\") ?$stem" || echo "$file: no sentence"
    [ "$(grep -c 'SPDX-License-Identifier: Apache-2\.0' "$file")" -eq 1 ] ||
        echo "$file: not one SPDX line"
done | { ! grep .; }
