# lint: the rules that hold the design, one script each, and the proof that each of them can fail.
#
# SPDX-License-Identifier: Apache-2.0

SUITES += lints

# Of the driver's header each rule knows by CUDA_INCLUDE; without one hooks/cuda is left alone.
.PHONY: lint check-lints format
lint: all  ## hold the design: direction, exports, sizes, names, tables, format
	@BUILD=$(BUILD) CUDA_INCLUDE=$(abspath $(CUDA_INCLUDE)) tests/lint/run.sh

check-lints: all  ## plant violations of each rule in a copy: the rule must find them
	@BUILD=$(BUILD) CUDA_INCLUDE=$(abspath $(CUDA_INCLUDE)) tests/lint/selftest.sh

format:  ## put C and C++ into shape
	$(Q)git ls-files -co --exclude-standard -- '*.c' '*.h' '*.cc' | xargs clang-format -i
