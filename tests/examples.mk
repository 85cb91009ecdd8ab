# examples: programs that show the calls of arrowdev_check.h, built as a user would build them.
#
# SPDX-License-Identifier: Apache-2.0

EXAMPLES := $(patsubst examples/%,$(BUILD)/examples/%,$(basename $(wildcard examples/say_*.c \
    examples/say_*.cc)))

SUITES += examples

.PHONY: check-examples
check-examples: all $(EXAMPLES)  ## the examples say what their comments show
	@tests/examples/run.py

# One for a fixed address: there a linker likes to settle weak names for good.
$(BUILD)/examples/say_handover: EXAMPLES_CC = -no-pie -fno-pie

$(BUILD)/examples/say_%: examples/say_%.c examples/numbers.h shim/arrowdev_check.h
	$(call SAY,CC,$<)
	$(Q)mkdir -p $(@D) && $(CC) -g -Wall -Wextra $(EXAMPLES_CC) -I. -o $@ $<

$(BUILD)/examples/say_%: examples/say_%.cc examples/numbers.h shim/arrowdev_check.h
	$(call SAY,CXX,$<)
	$(Q)mkdir -p $(@D) && $(CXX) -g -Wall -Wextra $(EXAMPLES_CC) -I. -o $@ $<
