# opencl: cases on OpenCL with real races, on PoCL, which runs it on the processor.
#
# SPDX-License-Identifier: Apache-2.0

SUITES += opencl

OPENCL_CASES := $(patsubst tests/opencl/%.c,$(BUILD)/opencl/%,\
    $(filter-out tests/opencl/lib/%,$(wildcard tests/opencl/*/*.c)))

$(BUILD)/opencl/lib/libstage.so: tests/opencl/lib/stage.c $(CASES)/lib/libarrow_fake.so
	$(call SAY,LD,$@)
	$(Q)mkdir -p $(@D) && $(CC) $(CASES_CC) -MF $@.d -fPIC -shared -o $@ \
	    $(filter %.c %.so,$^) -lOpenCL -Wl,-rpath,$(abspath $(CASES)/lib) -Wl,-soname,$(@F)

# On an OpenCL of ours.
$(BUILD)/opencl/lib/libusm.so: tests/opencl/lib/usm.c
	$(call SAY,LD,$@)
	$(Q)mkdir -p $(@D) && $(CC) $(CASES_CC) -MF $@.d -fPIC -shared -o $@ $< -Wl,-soname,$(@F)

$(BUILD)/opencl/extension/%: tests/opencl/extension/%.c $(BUILD)/opencl/lib/libusm.so \
    $(CASES)/lib/libproducer.so $(CASES)/lib/libarrow_fake.so
	$(call SAY,CASE,$<)
	$(Q)mkdir -p $(@D) && $(CC) $(CASES_CC) -o $@ $(filter %.c %.so,$^) \
	    -Wl,-rpath,$(abspath $(BUILD)/opencl/lib):$(abspath $(CASES)/lib)

$(BUILD)/opencl/%: tests/opencl/%.c $(BUILD)/opencl/lib/libstage.so
	$(call SAY,CASE,$<)
	$(Q)mkdir -p $(@D) && $(CC) $(CASES_CC) -o $@ $(filter %.c %.so,$^) -lOpenCL \
	    -Wl,-rpath,$(abspath $(BUILD)/opencl/lib):$(abspath $(CASES)/lib)

# Of plain arrays, which they export themselves.
$(filter %-host %-mapped,$(OPENCL_CASES)): $(CASES)/lib/libarrow_fake.so

# Scenarios of tests/order by OpenCL's own calls.
$(BUILD)/opencl/play: tests/opencl/lib/play.c tests/opencl/lib/names.c \
    tests/driver/play/lines.c tests/driver/play/arrays.c tests/driver/play/threads.c \
    tests/order/crew.c $(CASES)/lib/libarrow_fake.so
	$(call SAY,LD,$@)
	$(Q)mkdir -p $(@D) && $(CC) $(CASES_CC) -MF $@.d -D_GNU_SOURCE -o $@ $(filter %.c %.so,$^) \
	    -lOpenCL -ldl -lpthread -Wl,-rpath,$(abspath $(CASES)/lib)

-include $(wildcard $(BUILD)/opencl/*/*.d $(BUILD)/opencl/*.d)

OPENCL_ALL := $(OPENCL_CASES) $(CASES)/lib/libproducer.so $(VENV)/.all

# SYCL on another OpenCL, on which all the cases run as well: its packages take 1.6 GB.
$(BUILD)/oneapi/.all:
	$(call SAY,PIP,$@)
	$(Q)python3 -m venv $(@D) && $(@D)/bin/pip --disable-pip-version-check install -q \
	    dpctl==0.22.1 intel-opencl-rt==2026.2.0 && touch $@

.PHONY: check-oneapi
check-oneapi: all $(OPENCL_ALL) $(BUILD)/oneapi/.all  ## the same on Intel's OpenCL, and SYCL
	@CASES_PYTHON=$(abspath $(BUILD))/oneapi/bin/python3 tests/cases/run.py opencl -k oneapi
	@OCL_ICD_VENDORS=$(abspath $(BUILD))/oneapi/lib/libintelocl.so tests/cases/run.py opencl

.PHONY: check-opencl
ifneq ($(OPENCL),)
check-opencl: all $(OPENCL_ALL) $(BUILD)/opencl/play  ## races on OpenCL, found and silent
	@tests/tally.sh 'tests/cases/run.py opencl' 'tests/opencl/lib/play.py $(BUILD)'
else
check-opencl:
	@echo "opencl: no CL/cl_ext.h"
	@echo "opencl: 0 passed, 0 failed, 1 skipped"
endif

$(BUILD)/bench/opencl: tests/bench/opencl.c tests/bench/offer.h $(CASES)/lib/libarrow_fake.so
	$(call SAY,CC,$<)
	$(Q)mkdir -p $(@D) && $(CC) -O2 -g -I. -Wall -Wextra -Wno-unused-parameter -o $@ \
	    $(filter-out %.h,$^) -lOpenCL -Wl,-rpath,$(abspath $(CASES)/lib)

# An OpenCL that does nothing, and a library in our place that does nothing but wait.
$(BUILD)/bench/loader/libOpenCL.so.1: tests/bench/loader.c
$(BUILD)/bench/delay.so: tests/bench/delay.c
$(BUILD)/bench/loader/libOpenCL.so.1 $(BUILD)/bench/delay.so:
	$(call SAY,CC,$<)
	$(Q)mkdir -p $(@D) && $(CC) -O2 -fPIC -shared -Wall -Wextra -Wno-unused-parameter -o $@ $< \
	    -ldl -lpthread

.PHONY: bench-opencl
OPENCL_BENCH := $(addprefix $(BUILD)/bench/,opencl loader/libOpenCL.so.1 delay.so)
bench-opencl: all $(OPENCL_BENCH)  ## what a call of OpenCL costs more
	@tests/bench/opencl.py $(BUILD)
