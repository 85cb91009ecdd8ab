# bench: the loop under the shim beside its peers, reports of large records; no verdict.
#
# SPDX-License-Identifier: Apache-2.0

BENCH := $(BUILD)/bench
BENCH_FLAGS := -std=gnu11 -I. -O2 -g -fno-omit-frame-pointer

# $(1): suffix, $(2): extra flags. The producer is a library of its own: so the boundary goes
# through a slot.
define bench_program
$(BENCH)/libproducer$(1).so: tests/bench/producer.c tests/bench/producer.h
	@mkdir -p $$(@D)
	$$(CC) $(BENCH_FLAGS) $(2) -fPIC -shared -o $$@ $$<
$(BENCH)/loop$(1): tests/bench/loop.c $(BENCH)/libproducer$(1).so
	$$(CC) $(BENCH_FLAGS) $(2) -o $$@ $$< -L$(BENCH) -lproducer$(1) -Wl,-rpath,'$$$$ORIGIN'
endef
$(eval $(call bench_program,,))
$(eval $(call bench_program,-asan,-fsanitize=address))
$(eval $(call bench_program,-lsan,-fsanitize=leak))
$(eval $(call bench_program,-tsan,-fsanitize=thread))
$(BENCH)/hold $(BENCH)/live: $(BENCH)/%: tests/bench/%.c $(BENCH)/libproducer.so
	$(CC) $(BENCH_FLAGS) -o $@ $< -L$(BENCH) -lproducer -Wl,-rpath,'$$ORIGIN' -lpthread

# The tracker as it is in the library, without the library's ways in.
BENCH_STAGES := $(filter-out $(BUILD)/obj/shim/%,$(SHIM_OBJ))
$(BENCH)/order: tests/bench/order.c $(BENCH_STAGES)
	@mkdir -p $(@D)
	$(CC) $(BASE) $(BENCH_FLAGS) -DBASE_OWNS_HOST -o $@ $^ -ldl -lpthread

BENCH_PROGRAMS := $(addprefix $(BENCH)/,loop loop-asan loop-lsan loop-tsan hold live order)

.PHONY: bench
bench: all $(BENCH_PROGRAMS) $(VENV)/.all  ## time and memory beside sanitizers, heaptrack, memcheck
	@python3 tests/bench/run.py $(BUILD) $(VENV)/bin/python
	@python3 tests/bench/render.py $(BUILD)
	@$(BENCH)/order
	@python3 tests/bench/isolated.py $(BUILD) $(VENV)/bin/python
