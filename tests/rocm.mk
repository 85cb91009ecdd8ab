# rocm: the software HIP runtime, a libamdhip64.so of ours over the core of the software CUDA
# driver, and what is tried on it.
#
# SPDX-License-Identifier: Apache-2.0

SUITES += rocm

ROCM     := $(BUILD)/rocm
ROCM_SRC := $(wildcard tests/rocm/runtime/*.c)
ROCM_OBJ := $(ROCM_SRC:tests/rocm/%.c=$(ROCM)/obj/%.o)

$(ROCM)/obj/%.o: tests/rocm/%.c
	$(call SAY,CC,$<)
	$(Q)mkdir -p $(@D) && $(CC) $(DRIVER_CC) -c -o $@ $<

# Under the names of all three versions; programs are linked with that of 6.
$(ROCM)/libamdhip64.so.6: $(ROCM_OBJ) $(DRIVER_OBJ) $(DRIVER)/names.c tests/rocm/runtime/runtime.map
	$(call SAY,LD,$@)
	$(Q)$(CC) -w -std=gnu11 -I. -fPIC -O1 -shared -o $@ $(filter %.o %.c,$^) -lpthread \
	    -Wl,-soname,$(@F) -Wl,-Bsymbolic -Wl,-z,defs \
	    -Wl,--version-script=tests/rocm/runtime/runtime.map
	$(Q)ln -sf $(@F) $(@D)/libamdhip64.so.5 && ln -sf $(@F) $(@D)/libamdhip64.so.7 && \
	    ln -sf $(@F) $(@D)/libamdhip64.so

-include $(ROCM_OBJ:.o=.d)

# Scenarios of tests/order by HIP's own calls.
$(ROCM)/play: tests/rocm/play/driver.c $(filter-out %/driver.c,$(wildcard tests/driver/play/*.c)) \
    tests/order/crew.c $(ROCM)/libamdhip64.so.6 $(CASES)/lib/libarrow_fake.so
	$(call SAY,CC,$@)
	$(Q)$(CC) -std=gnu11 -D_GNU_SOURCE -g -O1 -Wall -Wextra -Wno-unused-parameter -I. \
	    -I$(CUDA_INCLUDE) -o $@ $(filter %.c,$^) $(filter %.so %.6,$^) -ldl -lpthread \
	    -Wl,-rpath,$(abspath $(ROCM)):$(abspath $(CASES)/lib)

# With the library preloaded.
ROCM_WATCHED := $(patsubst tests/rocm/watched/%.c,$(ROCM)/watched/%,\
    $(wildcard tests/rocm/watched/*.c))
$(ROCM)/watched/%: tests/rocm/watched/%.c $(ROCM)/libamdhip64.so.6
	$(call SAY,CC,$<)
	$(Q)mkdir -p $(@D) && $(CC) $(BASE) $(CFLAGS) -o $@ $^ -lcmocka -ldl \
	    -Wl,-rpath,$(abspath $(ROCM))

# Under sanitizers, as what it reads is the program's.
$(ROCM)/unit/metadata: tests/rocm/unit/metadata.c hooks/rocm/metadata.c $(BUILD)/hip/lib/kernels.co
	$(call SAY,CC,$<)
	$(Q)mkdir -p $(@D) && $(CC) $(BASE) -DBASE_OWNS_HOST -DKERNELS='"$(BUILD)/hip/lib/kernels.co"' \
	    -g -O1 -fsanitize=address,undefined -fno-sanitize-recover=all -o $@ $(filter %.c,$^) -lcmocka

# Debian's headers, of HIP 5.2.
$(ROCM)/headers/.tried: tests/rocm/fetch.sh
	$(call SAY,APT,$(@D))
	$(Q)tests/rocm/fetch.sh $(@D) && touch $@

ROCM_CC = $(CASES_CC) -D__HIP_PLATFORM_AMD__ -isystem $(ROCM)/headers/include

# Released software on it: packages beside those of build/venv, and a program built from sources.
$(ROCM)/packages/.all: tests/rocm/requirements.txt $(VENV)/.all
	$(call SAY,PIP,$@)
	$(Q)rm -rf $(@D) && $(VENV)/bin/python3 -m pip --disable-pip-version-check install -q \
	    --no-deps --only-binary :all: --target $(@D) -r $< && touch $@

$(ROCM)/pipeline: tests/rocm/clients/pipeline.c $(ROCM)/headers/.tried $(ROCM)/libamdhip64.so.6 \
    $(CASES)/lib/libarrow_fake.so
	$(call SAY,CC,$@)
	$(Q)[ ! -d $(ROCM)/headers/include ] || \
	    $(CC) $(ROCM_CC) -o $@ $(filter %.c %.so %.6,$^) \
	    -Wl,-rpath,$(abspath $(ROCM)):$(abspath $(CASES)/lib)

# Cases of what HIP does otherwise than CUDA, and of what no scenario says.
HIP_CASES := $(patsubst tests/hip/%.c,$(BUILD)/hip/%,\
    $(filter-out tests/hip/lib/%,$(wildcard tests/hip/*/*.c)))

# Any device will do: nothing of it is run.
$(BUILD)/hip/lib/kernels.co: tests/hip/lib/kernels.cl
	$(call SAY,CL,$@)
	$(Q)mkdir -p $(@D) && clang -target amdgcn-amd-amdhsa -mcpu=gfx900 -nogpulib -x cl \
	    -cl-std=CL2.0 -O2 -o $@ $<

$(BUILD)/hip/lib/libstage.so: tests/hip/lib/stage.c tests/hip/lib/kernels.S \
    $(BUILD)/hip/lib/kernels.co $(ROCM)/headers/.tried $(ROCM)/libamdhip64.so.6 \
    $(CASES)/lib/libarrow_fake.so
	$(call SAY,LD,$@)
	$(Q)mkdir -p $(@D) && $(CC) $(ROCM_CC) -MF $@.d -fPIC -shared -o $@ \
	    -DKERNELS='"$(abspath $(BUILD))/hip/lib/kernels.co"' $(filter %.c %.S %.so %.6,$^) \
	    -Wl,-rpath,$(abspath $(ROCM)):$(abspath $(CASES)/lib) -Wl,-soname,$(@F)

$(BUILD)/hip/%: tests/hip/%.c $(BUILD)/hip/lib/libstage.so $(ROCM)/libamdhip64.so.6
	$(call SAY,CASE,$<)
	$(Q)mkdir -p $(@D) && $(CC) $(ROCM_CC) -o $@ $(filter %.c %.so %.6,$^) \
	    -Wl,-rpath,$(abspath $(BUILD)/hip/lib):$(abspath $(ROCM)):$(abspath $(CASES)/lib)

-include $(wildcard $(BUILD)/hip/*/*.d)

.PHONY: check-rocm check-rocm-rows check-rocm-typed check-rocm-unit check-rocm-watched \
    check-rocm-play \
    check-rocm-cases check-rocm-cases-built check-rocm-clients
ifneq ($(CUDA_INCLUDE),)
check-rocm:  ## HIP: a software runtime, scenarios, cases, clients
	@tests/tally.sh $(foreach part,rows typed unit watched play cases clients,'$(MAKE) \
	    --no-print-directory check-rocm-$(part)')
else
check-rocm:
	@echo "rocm: no cuda.h: no software runtime"
	@echo "rocm: 0 passed, 0 failed, 1 skipped"
endif

check-rocm-typed: tests/rocm/typed.c $(ROCM)/headers/.tried
	@[ -d $(ROCM)/headers/include ] || { cat $(ROCM)/headers/missing && \
	    echo "typed: 0 passed, 0 failed, 1 skipped"; exit; }; \
	$(CC) -std=gnu11 -fsyntax-only $(filter-out -M%,$(ROCM_CC)) $< && \
	    echo "typed: 1 passed, 0 failed, 0 skipped" || \
	    { echo "typed: 0 passed, 1 failed, 0 skipped"; false; }

check-rocm-rows: $(ROCM)/headers/.tried $(ROCM)/packages/.all
	@folder=$(ROCM)/headers/include && [ -d $$folder ] || folder=- && \
	    tests/rocm/rows.py $(CC) $$folder $(ROCM)/packages

check-rocm-unit: $(ROCM)/unit/metadata
	@tests/unit.sh $<

check-rocm-watched: all $(ROCM_WATCHED)
	@LD_PRELOAD=$(abspath $(BUILD))/libarrowdev_check.so \
	    ARROWDEV_CHECK_OPTIONS=exitcode=0:quiet=1:leaks=0:log_path=/dev/null \
	    tests/unit.sh $(ROCM_WATCHED)

check-rocm-play: all $(ROCM)/play
	@tests/rocm/play.py $(BUILD)

check-rocm-clients: all $(ROCM)/packages/.all $(ROCM)/pipeline
	@tests/rocm/clients.py $(BUILD)

# A second make, as the headers may not have been there when this one looked.
check-rocm-cases: $(ROCM)/headers/.tried
	@[ -d $(ROCM)/headers/include ] || { cat $(ROCM)/headers/missing && \
	    echo "hip: 0 passed, 0 failed, 1 skipped"; exit; }; \
	$(MAKE) --no-print-directory check-rocm-cases-built

check-rocm-cases-built: all $(HIP_CASES)
	@tests/cases/run.py hip
