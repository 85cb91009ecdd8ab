# explain: the programs of the pages of report/explain: the wrong ones are found, the right silent.
#
# SPDX-License-Identifier: Apache-2.0

SUITES += explain

build/examples/libdevice.so: examples/device.c examples/device.h examples/column.h
	$(call SAY,CC,$@)
	$(Q)mkdir -p $(@D) && $(CC) -g -O1 -Wall -Wextra -fPIC -shared -I$(CUDA_INCLUDE) -o $@ $<

build/examples/libqueue.so: examples/queue.c examples/queue.h examples/column.h
	$(call SAY,CC,$@)
	$(Q)mkdir -p $(@D) && $(CC) -g -O1 -Wall -Wextra -fPIC -shared -o $@ $< -lOpenCL

build/examples/libflow.so: examples/flow.h shim/arrowdev_check.h tracker/abi/arrow.h

EXPLAIN_BUILT := build/examples/libcolumn.so build/examples/libflow.so \
    $(if $(OPENCL),build/examples/libqueue.so) \
    $(if $(CUDA_INCLUDE),build/examples/libdevice.so $(DRIVER)/libcuda.so.1)

.PHONY: check-explain
check-explain: all $(EXPLAIN_BUILT) $(VENV)/.all  ## what the checks' pages show
	@CUDA_INCLUDE=$(CUDA_INCLUDE) OPENCL=$(OPENCL) tests/explain/run.py
