# async: Arrow C++ of the pyarrow wheel on both sides of asynchronous streams.
#
# SPDX-License-Identifier: Apache-2.0

SUITES += async

# Where the wheel lies is known once it is there.
ASYNC_ARROW = $(abspath $(firstword $(wildcard $(VENV)/lib/python3*/site-packages/pyarrow)))

.PHONY: check-async
check-async: all $(BUILD)/async/peer  ## Arrow C++'s asynchronous streams, plain and watched
	@tests/async/run.py

$(BUILD)/async/peer: tests/async/peer.cc examples/flow.h build/examples/libflow.so $(VENV)/.all
	$(call SAY,CXX,$<)
	$(Q)mkdir -p $(@D) && $(CXX) -std=c++20 -g -O0 -Wall -Wextra -I. -Iexamples \
	    -isystem $(ASYNC_ARROW)/include -o $@ $< -L$(ASYNC_ARROW) \
	    -l:$(notdir $(firstword $(wildcard $(ASYNC_ARROW)/libarrow.so.*))) -Lbuild/examples -lflow \
	    -Wl,-rpath,$(ASYNC_ARROW):$(abspath build/examples)
