# cases: small programs that each break one rule or none, with the libraries they stand on.
#
# SPDX-License-Identifier: Apache-2.0

CASES     := $(BUILD)/cases
CASES_CC   = -g -O0 -I. -Itests/cases/lib -Iexamples -D_GNU_SOURCE -Wall -Wextra \
    -Wno-unused-parameter -MMD -MP
CASES_C   := $(filter-out tests/cases/lib/%,$(wildcard tests/cases/*/*.c))
CASES_CXX := $(wildcard tests/cases/*/*.cc)
CASES_LIBS := $(patsubst %,$(CASES)/lib/lib%.so,arrow_fake capsule_fake producer consumer duckdb \
    adbc_fake adbc_driver_fake gdal_fake duckdb_fake own other flow \
    interop_fake chdb_fake)
CASES_LINK = -L$(CASES)/lib -Wl,-rpath,'$$ORIGIN/../lib' -Wl,--as-needed \
    -lown -lflow -linterop_fake -lchdb_fake -ladbc_fake -lgdal_fake -lduckdb_fake \
    -lconsumer -lproducer -lcapsule_fake -larrow_fake

SUITES += cases

.PHONY: cases check-cases
cases: $(patsubst tests/cases/%.c,$(CASES)/%,$(CASES_C)) \
    $(patsubst tests/cases/%.cc,$(CASES)/%,$(CASES_CXX))

check-cases: all cases  ## programs with one fault each, or none, plain and watched
	@tests/cases/run.py

$(CASES)/lib/libarrow_fake.so: tests/cases/lib/arrow_fake.c
$(CASES)/lib/libcapsule_fake.so: tests/cases/lib/capsule.c
$(CASES)/lib/libproducer.so: $(addprefix tests/cases/lib/,producer.c stream.c source.c lend.c)
$(CASES)/lib/libconsumer.so: tests/cases/lib/consumer.c $(CASES)/lib/libarrow_fake.so \
    $(CASES)/lib/libcapsule_fake.so

# A consumer under the name of a library that the reports know.
$(CASES)/lib/libduckdb.so: tests/cases/lib/consumer.c $(CASES)/lib/libarrow_fake.so \
    $(CASES)/lib/libcapsule_fake.so

$(CASES)/lib/libadbc_fake.so: tests/cases/lib/adbc.c $(CASES)/lib/libproducer.so
$(CASES)/lib/libadbc_driver_fake.so: tests/cases/lib/adbc_driver.c $(CASES)/lib/libproducer.so
$(CASES)/lib/libgdal_fake.so: tests/cases/lib/gdal.c $(CASES)/lib/libproducer.so
$(CASES)/lib/libduckdb_fake.so: tests/cases/lib/duckdb.c $(CASES)/lib/libproducer.so

$(CASES)/lib/libown.so: tests/cases/lib/own.c $(CASES)/lib/libproducer.so
$(CASES)/lib/libinterop_fake.so: tests/cases/lib/cudf.c $(CASES)/lib/libproducer.so
$(CASES)/lib/libchdb_fake.so: tests/cases/lib/chdb.c $(CASES)/lib/libproducer.so

# The asynchronous stream of the pages.
$(CASES)/lib/libflow.so: examples/flow.c
$(CASES)/lib/libother.so: tests/cases/lib/own.c $(CASES)/lib/libproducer.so

$(CASES_LIBS):
	$(call SAY,LD,$@)
	$(Q)mkdir -p $(@D) && $(CC) $(CASES_CC) -MF $@.d -fPIC -shared -o $@ $(filter %.c,$^) \
	    $(filter %.so,$^) -Wl,-rpath,'$$ORIGIN' -Wl,-soname,$(@F)

# On the released library, not on the one that plays it.
$(CASES)/silent/gdal-debian: private CASES_LINK = -l:libgdal.so.32

$(CASES)/%: tests/cases/%.c $(CASES_LIBS)
	$(call SAY,CASE,$<)
	$(Q)mkdir -p $(@D) && $(CC) $(CASES_CC) -o $@ $< $(CASES_LINK)

$(CASES)/%: tests/cases/%.cc $(CASES_LIBS)
	$(call SAY,CASE,$<)
	$(Q)mkdir -p $(@D) && $(CXX) $(CASES_CC) -o $@ $< $(CASES_LINK)

-include $(wildcard $(CASES)/*/*.d)
