# driver: the software driver, a libcuda.so.1 of ours, and what is tried on it.
#
# SPDX-License-Identifier: Apache-2.0

DRIVER     := $(BUILD)/driver
DRIVER_SRC := $(wildcard tests/driver/*.c)
DRIVER_OBJ := $(DRIVER_SRC:tests/driver/%.c=$(DRIVER)/obj/%.o)
DRIVER_CC   = $(BASE) -I$(CUDA_INCLUDE) -fPIC -fvisibility=hidden $(CFLAGS)

SUITES += driver
LONG   += driver-long

$(DRIVER)/obj/%.o: tests/driver/%.c
	$(call SAY,CC,$<)
	$(Q)mkdir -p $(@D) && $(CC) $(DRIVER_CC) -c -o $@ $<

$(DRIVER)/names.c: tests/driver/names.py $(DRIVER_OBJ)
	$(call SAY,GEN,$@)
	$(Q)tests/driver/names.py $(CUDA_INCLUDE) $(CC) $(DRIVER_OBJ) >$@.new && mv $@.new $@

$(DRIVER)/libcuda.so.1: $(DRIVER_OBJ) $(DRIVER)/names.c
	$(call SAY,LD,$@)
	$(Q)$(CC) -w -std=gnu11 -I. -fPIC -fvisibility=hidden -O1 -shared -o $@ $^ -lpthread \
	    -Wl,-soname,libcuda.so.1 -Wl,-Bsymbolic -Wl,-z,defs

-include $(DRIVER_OBJ:.o=.d)

# The runtime of ours over it, for programs that are not linked with their own.
$(DRIVER)/libcudart.so.13: tests/driver/cudart/cudart.c tests/driver/cudart/cudart.map
	$(call SAY,LD,$@)
	$(Q)mkdir -p $(@D) && $(CC) $(DRIVER_CC) -Wno-missing-prototypes -shared -o $@ $< -ldl \
	    -lpthread -Wl,-soname,libcudart.so.13 -Wl,--version-script=tests/driver/cudart/cudart.map

$(DRIVER)/unit/%: tests/driver/unit/%.c $(DRIVER)/libcuda.so.1
	$(call SAY,CC,$<)
	$(Q)mkdir -p $(@D) && $(CC) $(DRIVER_CC) -o $@ $^ -lcmocka -Wl,-rpath,$(abspath $(DRIVER))

# With the library preloaded.
$(DRIVER)/watched/%: tests/driver/watched/%.c $(DRIVER)/libcuda.so.1
	$(call SAY,CC,$<)
	$(Q)mkdir -p $(@D) && $(CC) $(DRIVER_CC) -o $@ $^ -lcmocka -ldl \
	    -Wl,-rpath,$(abspath $(DRIVER))

DRIVER_UNIT    := $(patsubst tests/driver/unit/%.c,$(DRIVER)/unit/%,\
    $(wildcard tests/driver/unit/*.c))
DRIVER_WATCHED := $(patsubst tests/driver/watched/%.c,$(DRIVER)/watched/%,\
    $(wildcard tests/driver/watched/*.c))

.PHONY: check-driver check-driver-unit check-driver-watched check-driver-rows check-driver-play \
    check-driver-cases check-driver-clients check-driver-without check-driver-real \
    check-driver-real-long check-driver-long check-driver-gpu-script
ifneq ($(CUDA_INCLUDE),)
check-driver:  ## the software driver, and the ways into it
	@tests/tally.sh $(foreach part,unit watched rows play cases without clients real \
    gpu-script,'$(MAKE) \
	    --no-print-directory check-driver-$(part)')
else
check-driver:
	@echo "no cuda.h: no software driver"
	@echo "driver: 0 passed, 0 failed, 1 skipped"
endif

check-driver-unit: $(DRIVER_UNIT) $(DRIVER)/libcudart.so.13
	@tests/unit.sh $(DRIVER_UNIT)

check-driver-watched: all $(DRIVER_WATCHED)
	@LD_PRELOAD=$(abspath $(BUILD))/libarrowdev_check.so \
	    ARROWDEV_CHECK_OPTIONS=exitcode=0:quiet=1:leaks=0:log_path=/dev/null \
	    tests/unit.sh $(DRIVER_WATCHED)

check-driver-rows:
	@tests/driver/rows.py $(CUDA_INCLUDE) $(CC)

# Scenarios of tests/order by the driver's own calls.
$(DRIVER)/play: $(wildcard tests/driver/play/*.c) tests/order/crew.c $(DRIVER)/libcuda.so.1 \
    $(CASES)/lib/libarrow_fake.so
	$(call SAY,CC,$@)
	$(Q)$(CC) -std=gnu11 -D_GNU_SOURCE -g -O1 -Wall -Wextra -Wno-unused-parameter -I. \
	    -I$(CUDA_INCLUDE) -o $@ $(filter %.c,$^) $(filter %.so %.1,$^) -ldl -lpthread \
	    -Wl,-rpath,$(abspath $(DRIVER)):$(abspath $(CASES)/lib)

check-driver-play: all $(DRIVER)/play
	@tests/driver/play.py $(BUILD)

# Cases of what no scenario says.
CUDA_CASES := $(patsubst tests/cuda/%.c,$(BUILD)/cuda/%,\
    $(filter-out tests/cuda/lib/%,$(wildcard tests/cuda/*/*.c)))
CUDA_CC     = $(CASES_CC) -isystem $(CUDA_INCLUDE)

$(BUILD)/cuda/lib/libstage.so: tests/cuda/lib/stage.c $(DRIVER)/libcuda.so.1 \
    $(CASES)/lib/libarrow_fake.so
	$(call SAY,LD,$@)
	$(Q)mkdir -p $(@D) && $(CC) $(CUDA_CC) -MF $@.d -fPIC -shared -o $@ \
	    $(filter %.c %.so %.1,$^) -Wl,-rpath,$(abspath $(DRIVER)):$(abspath $(CASES)/lib) \
	    -Wl,-soname,$(@F)

$(BUILD)/cuda/%: tests/cuda/%.c $(BUILD)/cuda/lib/libstage.so $(DRIVER)/libcuda.so.1
	$(call SAY,CASE,$<)
	$(Q)mkdir -p $(@D) && $(CC) $(CUDA_CC) -o $@ $(filter %.c %.so %.1,$^) \
	    -Wl,-rpath,$(abspath $(BUILD)/cuda/lib):$(abspath $(DRIVER)):$(abspath $(CASES)/lib)

-include $(wildcard $(BUILD)/cuda/*/*.d)

check-driver-cases: all $(CUDA_CASES)
	@tests/cases/run.py cuda

# Released software on it: packages beside those of build/venv, and programs built from sources.
$(DRIVER)/packages/.all: tests/driver/requirements.txt $(VENV)/.all
	$(call SAY,PIP,$@)
	$(Q)rm -rf $(@D) && $(VENV)/bin/python3 -m pip --disable-pip-version-check install -q \
	    --no-deps --only-binary :all: --target $(@D) -r $< && touch $@

# Each in a folder of its own: pip does not put two into one.
$(DRIVER)/packages-%/.all: tests/driver/requirements-%.txt $(DRIVER)/packages/.all
	$(call SAY,PIP,$@)
	$(Q)rm -rf $(@D) && $(VENV)/bin/python3 -m pip --disable-pip-version-check install -q \
	    --no-deps --only-binary :all: --target $(@D) -r $< && touch $@

$(DRIVER)/nanoarrow/cuda_test: tests/driver/nanoarrow.sh $(VENV)/.all $(DRIVER)/libcuda.so.1
	$(call SAY,CXX,$@)
	$(Q)$< $(VENV)/bin/python3 $(@D) $(CUDA_INCLUDE) $(DRIVER)/libcuda.so.1

# Of the toolkit, where there is one; kernels are named as C++ does.
NVCC ?= $(firstword $(wildcard $(CUDA_HOME)/bin/nvcc /usr/local/cuda/bin/nvcc))
$(DRIVER)/shared: tests/driver/clients/shared.cu $(CASES)/lib/libarrow_fake.so
	$(call SAY,NVCC,$@)
	$(Q)$(NVCC) -cudart shared -g -w -I. -o $@ $^ -Xlinker -rpath,$(abspath $(CASES)/lib)

# The same with the runtime linked in: on a real driver only.
$(DRIVER)/static: tests/driver/clients/shared.cu $(CASES)/lib/libarrow_fake.so
	$(call SAY,NVCC,$@)
	$(Q)$(NVCC) -cudart static -g -w -I. -o $@ $^ -Xlinker -rpath,$(abspath $(CASES)/lib)

check-driver-clients: all $(DRIVER)/packages/.all $(DRIVER)/packages-kernel/.all \
    $(DRIVER)/libcudart.so.13 $(DRIVER)/nanoarrow/cuda_test $(if $(NVCC),$(DRIVER)/shared)
	@tests/driver/clients.py $(BUILD)

# NVIDIA's own driver, which finds no device here.
$(DRIVER)/real/.tried: tests/driver/real/fetch.sh
	$(call SAY,APT,$(@D))
	$(Q)tests/driver/real/fetch.sh $(@D) && touch $@

$(DRIVER)/observer.so: tests/driver/real/observer.c
	$(call SAY,CC,$@)
	$(Q)mkdir -p $(@D) && $(CC) $(BASE) -fPIC -fvisibility=hidden -O2 -shared -o $@ $< -ldl

# Built again without the header, of the objects that do not differ.
check-driver-without: all $(DRIVER)/play
	$(call SAY,MAKE,$(BUILD)/without)
	$(Q)rm -rf $(BUILD)/without && mkdir -p $(BUILD)/without && \
	    cp -al $(BUILD)/obj $(BUILD)/without/obj && \
	    $(MAKE) --no-print-directory BUILD=$(BUILD)/without CUDA_INCLUDE= >/dev/null
	@tests/driver/without.py $(BUILD)

check-driver-real: all $(DRIVER)/packages/.all $(DRIVER)/real/.tried $(DRIVER)/observer.so
	@tests/driver/real/real.py $(BUILD) $(CC)

check-driver-real-long: all $(DRIVER)/packages-long/.all $(DRIVER)/real/.tried $(DRIVER)/observer.so
	@tests/driver/real/real.py $(BUILD) $(CC) cupy

check-driver-long: check-driver-real-long

$(DRIVER)/questions: tests/driver/gpu/questions.c $(DRIVER)/libcuda.so.1
	$(call SAY,CC,$<)
	$(Q)$(CC) $(DRIVER_CC) -w -o $@ $^ -ldl -Wl,-rpath,$(abspath $(DRIVER))

# The runtime for programs that have it linked into them: of a toolkit, or of the wheel.
CUDART_STATIC := $(firstword $(wildcard $(CUDA_INCLUDE)/../lib64/libcudart_static.a \
    $(CUDA_INCLUDE)/../lib/libcudart_static.a))
$(DRIVER)/gpu-runtime: tests/driver/gpu/runtime.c $(CUDART_STATIC)
	$(call SAY,CC,$<)
	$(Q)$(CC) -std=gnu11 -O1 -g -Wall -Wextra -I. -o $@ $^ -ldl -lpthread -lrt

# As check does: the packages first, then a make that sees them; of Python's the headers alone.
.PHONY: check-gpu check-gpu-here
check-gpu: deps-build  ## on a GPU: open questions, the runtime, kernels, all scenarios
	@[ -n "$(CUDA_INCLUDE)" ] || \
	    tests/venv.sh $(VENV) tests/requirements.txt nvidia-cuda-runtime
	@$(MAKE) --no-print-directory check-gpu-here

check-gpu-here: all $(DRIVER)/play $(DRIVER)/questions \
    $(if $(CUDART_STATIC),$(DRIVER)/gpu-runtime) \
    $(if $(NVCC),$(DRIVER)/static)
	@tests/driver/gpu/gpu.py $(BUILD)

# The script itself, as far as a driver in software takes it.
check-driver-gpu-script: all $(DRIVER)/play $(DRIVER)/questions $(DRIVER)/packages/.all \
    $(DRIVER)/packages-kernel/.all
	@tests/driver/gpu/gpu.py $(BUILD) $(abspath $(DRIVER)) -

# For a machine with a GPU on which nothing can be installed: what is built here, and the libraries
# that the program which writes the reports needs and few machines have.
GPU_CARRIED = $(addprefix $(BUILD)/,libarrowdev_check.so arrowdev-check needed \
    cases/lib/libarrow_fake.so $(addprefix driver/,play questions \
    $(if $(CUDART_STATIC),gpu-runtime) $(if $(NVCC),static)))

.PHONY: gpu-carried
gpu-carried: $(GPU_CARRIED)  ## build what check-gpu runs, to be carried to another machine
	@echo "carry tests and $^"
	@echo "there: tests/driver/gpu/gpu.py $(BUILD)"

$(BUILD)/needed: $(BUILD)/arrowdev-check
	$(Q)mkdir -p $@ && ldd $< | sed -n 's|.* => \(/[^ ]*\) .*|\1|p' | \
	    grep -E '/lib(jansson|dw|elf|lzma|bz2)\.so' | xargs -I{} cp -L {} $@ && touch $@

$(BUILD)/bench/driver: tests/bench/driver.c tests/bench/offer.h \
    $(DRIVER)/libcuda.so.1 $(CASES)/lib/libarrow_fake.so
	$(call SAY,CC,$<)
	$(Q)mkdir -p $(@D) && $(CC) $(DRIVER_CC) -o $@ $(filter %.c,$^) $(filter %.so %.1,$^) \
	    -Wl,-rpath,$(abspath $(DRIVER)):$(abspath $(CASES)/lib)

.PHONY: bench-driver
bench-driver: all $(BUILD)/bench/driver  ## what a call of the CUDA driver costs more
	@tests/bench/driver.py $(BUILD)
