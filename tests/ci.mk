# ci: the files of examples/ci, linted, and their steps run on a project.
#
# SPDX-License-Identifier: Apache-2.0

SUITES += ci

build/ci/venv/.all: tests/ci/requirements.txt
	@tests/venv.sh --anew build/ci/venv $<
	@touch $@

.PHONY: check-ci
CI_BUILT := build/examples/double_release build/ci/venv/.all
check-ci: all $(CI_BUILT) $(VENV)/.all  ## the CI files, and what their steps do
	@$(MAKE) --no-print-directory wheel >build/wheel.log 2>&1 || { cat build/wheel.log; false; }
	@build/ci/venv/bin/python3 tests/ci/run.py
