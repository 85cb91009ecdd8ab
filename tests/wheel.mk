# wheel: the Python wheel in a virtual environment that has nothing else.
#
# SPDX-License-Identifier: Apache-2.0

SUITES += wheel

.PHONY: check-wheel
check-wheel: all build/examples/double_release $(VENV)/.all  ## the wheel, installed and tried
	@$(MAKE) --no-print-directory wheel >build/wheel.log 2>&1 || { cat build/wheel.log; false; }
	@tests/wheel/run.py
