# cases: small programs that each break one rule or none, with the libraries they stand on.
#
# SPDX-License-Identifier: Apache-2.0

CASES     := $(BUILD)/cases
CASES_CC   = -g -O0 -I. -Itests/cases/lib -D_GNU_SOURCE -Wall -Wextra -MMD -MP
CASES_C   := $(filter-out tests/cases/lib/%,$(wildcard tests/cases/*/*.c))
CASES_CXX := $(wildcard tests/cases/*/*.cc)
CASES_LIBS := $(patsubst %,$(CASES)/lib/lib%.so,arrow_fake capsule_fake producer consumer duckdb)
CASES_LINK = -L$(CASES)/lib -Wl,-rpath,'$$ORIGIN/../lib' -Wl,--as-needed \
    -lconsumer -lproducer -lcapsule_fake -larrow_fake

SUITES += cases

.PHONY: cases check-cases
cases: $(patsubst tests/cases/%.c,$(CASES)/%,$(CASES_C)) \
    $(patsubst tests/cases/%.cc,$(CASES)/%,$(CASES_CXX))

check-cases: all cases  ## programs with one fault each, or none, plain and watched
	@tests/cases/run.py

$(CASES)/lib/libarrow_fake.so: tests/cases/lib/arrow_fake.c
$(CASES)/lib/libcapsule_fake.so: tests/cases/lib/capsule.c
$(CASES)/lib/libproducer.so: $(addprefix tests/cases/lib/,producer.c stream.c source.c)
$(CASES)/lib/libconsumer.so: tests/cases/lib/consumer.c $(CASES)/lib/libarrow_fake.so \
    $(CASES)/lib/libcapsule_fake.so

# A consumer under the name of a library that the reports know.
$(CASES)/lib/libduckdb.so: tests/cases/lib/consumer.c $(CASES)/lib/libarrow_fake.so \
    $(CASES)/lib/libcapsule_fake.so

$(CASES_LIBS):
	$(call SAY,LD,$@)
	$(Q)mkdir -p $(@D) && $(CC) $(CASES_CC) -MF $@.d -fPIC -shared -o $@ $(filter %.c,$^) \
	    $(filter %.so,$^) -Wl,-rpath,'$$ORIGIN' -Wl,-soname,$(@F)

$(CASES)/%: tests/cases/%.c $(CASES_LIBS)
	$(call SAY,CASE,$<)
	$(Q)mkdir -p $(@D) && $(CC) $(CASES_CC) -o $@ $< $(CASES_LINK)

$(CASES)/%: tests/cases/%.cc $(CASES_LIBS)
	$(call SAY,CASE,$<)
	$(Q)mkdir -p $(@D) && $(CXX) $(CASES_CC) -o $@ $< $(CASES_LINK)

-include $(wildcard $(CASES)/*/*.d)
