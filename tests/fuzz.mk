# fuzz: what reads bytes of others, under libFuzzer and the sanitizers.
#
# Each target is built of the stage's own sources, compiled again by clang; arena.c and store.c take
# the places of our allocators, so that the sanitizers see blocks. Addresses in foreign memory may
# be anything: they are reckoned with, but only peek goes there.
#
# SPDX-License-Identifier: Apache-2.0

FUZZ      := $(BUILD)/fuzz
FUZZ_CC    = clang $(BASE) -g -O2 -fno-omit-frame-pointer \
             -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=undefined \
             -fno-sanitize=alignment,null,pointer-overflow,object-size
FUZZ_TARGETS := walker content format options declaration suppression record render
FUZZ_BIN  := $(FUZZ_TARGETS:%=$(FUZZ)/%)

SUITES += fuzz
LONG   += fuzz-long

FUZZ_SHIM := $(patsubst %,$(FUZZ)/obj/%.o,$(filter-out shim/% report/base/memory.c,$(SHIM_SRC)) \
    tests/fuzz/arena.c tests/fuzz/faults.c tests/fuzz/fuzz.c)
FUZZ_RENDER := $(patsubst %,$(FUZZ)/obj/%.o,$(filter-out report/render/main.c \
    report/render/store.c report/base/memory.c,$(RENDER_SRC)) tests/fuzz/arena.c \
    tests/fuzz/store.c tests/fuzz/fuzz.c tests/fuzz/reading.c)

$(FUZZ)/obj/report/render/%.o $(FUZZ)/obj/tests/fuzz/%.o: FUZZ_CC += -DBASE_OWNS_HOST
# What is the same in each report is short here; jansson's blocks are the store's (store.c).
$(FUZZ)/obj/report/render/%.o: FUZZ_CC += -Dfree=fuzz_free -DPAGE_PART='",0,64"' -DN_RULES=4
# Trees of that size are cut as larger ones are, in a hundredth of the time.
$(patsubst %,$(FUZZ)/obj/%.o,hooks/handover.c tracker/type.c tracker/extent.c): \
    FUZZ_CC += -DMAX_NODES=100
$(FUZZ)/obj/hooks/cuda/%.o: FUZZ_CC += -I$(CUDA_INCLUDE)

# Loops over every letter, word and mapping teach the fuzzer little, and would be most of the time.
$(FUZZ)/obj/report/base/nearest.c.o $(FUZZ)/obj/report/module.c.o: \
    FUZZ_CC += -fno-sanitize=fuzzer-no-link
$(FUZZ)/obj/report/base/text.c.o $(FUZZ)/obj/report/render/markup.c.o \
    $(FUZZ)/obj/report/render/sheet.c.o: \
    FUZZ_CC += -fno-sanitize-coverage=trace-cmp

# Other flags, other objects.
$(FUZZ)/obj/%.o: % Makefile tests/fuzz.mk
	$(call SAY,FUZZ,$<)
	$(Q)mkdir -p $(@D) && $(FUZZ_CC) -c -o $@ $<

# The walker once more, where consumers get copies and contents are looked at.
$(FUZZ)/obj/tests/fuzz/content.c.o: tests/fuzz/walker.c Makefile tests/fuzz.mk
	$(call SAY,FUZZ,$<)
	$(Q)mkdir -p $(@D) && $(FUZZ_CC) -DWALKER_READS -c -o $@ $<

$(patsubst %,$(FUZZ)/%,walker content format options declaration): $(FUZZ)/%: \
    $(FUZZ)/obj/tests/fuzz/%.c.o $(FUZZ_SHIM)
	$(call SAY,LD,$@)
	$(Q)clang -fsanitize=fuzzer,address,undefined -o $@ $^ -ldl -lpthread

$(patsubst %,$(FUZZ)/%,suppression record render): $(FUZZ)/%: \
    $(FUZZ)/obj/tests/fuzz/%.c.o $(FUZZ_RENDER)
	$(call SAY,LD,$@)
	$(Q)clang -fsanitize=fuzzer,address,undefined -o $@ $^ $(RENDER_LIBS) -lpthread

-include $(shell [ ! -d $(FUZZ)/obj ] || find $(FUZZ)/obj -name '*.d')

.PHONY: check-fuzz check-fuzz-long
check-fuzz: $(FUZZ_BIN)  ## bytes of others: what was found, and a few thousand new ones
	@tests/fuzz/run.py $(BUILD)

check-fuzz-long: $(FUZZ_BIN)
	@tests/fuzz/run.py --long $(BUILD)
