# quotes: one small program a kind of bug, and the report that its first comment quotes.
#
# SPDX-License-Identifier: Apache-2.0

QUOTES := $(patsubst examples/%,build/examples/%,$(basename $(filter-out examples/say_% \
    examples/column.c examples/device.c examples/flow.c examples/queue.c examples/sink.c,\
    $(wildcard examples/*.c examples/*.cc))))
QUOTES_CC = -g -O0 -Wall -Wextra
QUOTES_LINK = -Lbuild/examples -lcolumn -lpthread -Wl,-rpath,'$$ORIGIN'

SUITES += quotes

build/examples/libcolumn.so: examples/column.h shim/arrowdev_check.h

build/examples/%: examples/%.c build/examples/libcolumn.so
	$(call SAY,CC,$@)
	$(Q)mkdir -p $(@D) && $(CC) $(QUOTES_CC) -o $@ $< $(QUOTES_LINK)

build/examples/%: examples/%.cc build/examples/libcolumn.so
	$(call SAY,CXX,$@)
	$(Q)mkdir -p $(@D) && $(CXX) $(QUOTES_CC) -o $@ $< $(QUOTES_LINK)

.PHONY: examples check-quotes
examples: $(QUOTES) $(EXAMPLES)  ## build the examples

check-quotes: all examples build/venv/.all  ## each bug's report is what its example quotes
	@tests/quotes/run.py
