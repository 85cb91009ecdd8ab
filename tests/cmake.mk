# cmake: arrowdev_add_check() in a project, with a real CMake and CTest.
#
# SPDX-License-Identifier: Apache-2.0

SUITES += cmake

.PHONY: check-cmake
check-cmake: all  ## tests that CTest runs under the program
	@tests/cmake/run.py
