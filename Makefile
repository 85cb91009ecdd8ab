# All one can do here: `make help` lists it.
# SPDX-License-Identifier: Apache-2.0

## Build
BUILD   ?= build
VERSION := 0.1.0
CC      ?= gcc
V       ?= 0
SAY      = $(if $(filter 0,$(V)),@printf '  [ %-4s ] %s\n' $(1) $(2);)
Q        = $(if $(filter 0,$(V)),@,)

WARN     = -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wno-unused-parameter
CFLAGS  ?= -O2 -g
BASE     = -std=gnu11 -I. -D_GNU_SOURCE -DARROWDEV_CHECK_VERSION='"$(VERSION)"' $(WARN) -MMD -MP
# Inside the host: nothing is exported by accident, unwinding through our frames works, TLS never
# allocates.
SHIM_CC  = $(BASE) -fPIC -fvisibility=hidden -fno-semantic-interposition \
           -fasynchronous-unwind-tables -ftls-model=initial-exec -fno-omit-frame-pointer \
           -fcf-protection=full
RENDER_CC = $(BASE) -DBASE_OWNS_HOST

# The header of the CUDA driver, 13.0 or newer: of a toolkit, else of the wheel nvidia-cuda-runtime,
# else none: then all but its adapter is built, and reports say that CUDA is not watched.
VENV    := build/venv
ifndef CUDA_INCLUDE
CUDA_INCLUDE := $(patsubst %/cuda.h,%,$(firstword $(shell grep -lsE 'define CUDA_VERSION 1[3-9]' \
    $(addsuffix /cuda.h,$(CUDA_HOME)/include /usr/local/cuda/include /usr/include \
        $(wildcard $(VENV)/lib/python3*/site-packages/nvidia/cu13/include)))))
endif

# Those of OpenCL (Debian: opencl-c-headers); without them all but its adapter is built.
OPENCL := $(firstword $(wildcard /usr/include/CL/cl_ext.h /usr/local/include/CL/cl_ext.h))

SHIM_SRC   := $(wildcard shim/*.[cS] hooks/*.[cS] hooks/rocm/*.c tracker/*.c \
                tracker/checks/*.c report/*.c report/base/*.[cS] \
                $(if $(CUDA_INCLUDE),hooks/cuda/*.c) $(if $(OPENCL),hooks/opencl/*.c))
# The program stands on the same floor.
RENDER_SRC := $(wildcard report/render/*.c) report/library.c $(patsubst %,report/base/%.c,\
                lock memory nearest options package reader text thread)
SHIM_OBJ   := $(patsubst %,$(BUILD)/obj/%.o,$(SHIM_SRC))
RENDER_OBJ := $(patsubst %,$(BUILD)/obj/%.o,$(RENDER_SRC))
RENDER_LIBS = -ljansson -ldw -lelf -liberty -lz

.PHONY: all
all: $(BUILD)/libarrowdev_check.so $(BUILD)/arrowdev-check  ## build library and program (default)

# What we export is for the program: our own calls go to ourselves, not to whoever wraps it too.
$(BUILD)/libarrowdev_check.so: $(SHIM_OBJ)
	$(call SAY,LD,$@)
	$(Q)$(CC) -shared -o $@ $(SHIM_OBJ) $(CFLAGS) $(LDFLAGS) -Wl,-z,now -Wl,-z,relro -Wl,-z,defs \
	    -Wl,-z,start-stop-visibility=hidden -Wl,-Bsymbolic-functions \
	    -Wl,-soname,libarrowdev_check.so -Wl,--build-id

$(BUILD)/arrowdev-check: $(RENDER_OBJ)
	$(call SAY,LD,$@)
	$(Q)$(CC) -o $@ $(RENDER_OBJ) $(CFLAGS) $(LDFLAGS) $(RENDER_LIBS)

$(BUILD)/obj/report/render/%.o: report/render/%
	$(call SAY,CC,$<)
	$(Q)mkdir -p $(@D) && $(CC) $(RENDER_CC) $(CFLAGS) -c -o $@ $<

# Not as a system's header: the rows are held against its types.
$(BUILD)/obj/hooks/cuda/%.o $(BUILD)/unit/obj/hooks/cuda/%.o: SHIM_CC += -I$(CUDA_INCLUDE)

$(BUILD)/obj/%.o: %
	$(call SAY,CC,$<)
	$(Q)mkdir -p $(@D) && $(CC) $(SHIM_CC) $(CFLAGS) -c -o $@ $<

# The explain pages are part of the program.
$(BUILD)/obj/report/render/catalogue.c.o: $(wildcard report/explain/*.md)
$(BUILD)/obj/report/render/suppress.c.o: report/share/known.supp
$(BUILD)/obj/report/render/html.c.o: $(wildcard report/share/page.*)
$(BUILD)/obj/report/render/selftest.c.o: report/share/selftest.py

-include $(SHIM_OBJ:.o=.d) $(RENDER_OBJ:.o=.d)

.PHONY: clean
clean:  ## remove what was built
	$(Q)rm -rf $(BUILD)

.PHONY: wheel
wheel: all  ## build a Python wheel of it all, in build/wheel/dist
	@CC=$(CC) report/python/wheel.sh $(BUILD)

# Each part of the tests brings its own rules.
-include tests/*.mk

## Install
PREFIX  ?= /usr/local
DESTDIR ?=
# FILE:PLACE below the prefix:MODE. Program and library find each other as they lie here.
INSTALLED = \
    $(BUILD)/arrowdev-check:bin/arrowdev-check:755 \
    $(BUILD)/libarrowdev_check.so:lib/libarrowdev_check.so:644 \
    shim/arrowdev_check.h:include/arrowdev_check.h:644 \
    report/share/arrowdev-check.1:share/man/man1/arrowdev-check.1:644 \
    report/share/known.supp:share/arrowdev-check/known.supp:644 \
    report/share/ArrowdevCheck.cmake:share/arrowdev-check/ArrowdevCheck.cmake:644
# The own folder goes at the end; in a staging area all of them do that are empty.
OWN_FOLDER = share/arrowdev-check
AT         = $(DESTDIR)$(PREFIX)
# Folders that were not there before, for uninstall; a package's are the packager's.
MADE       = $(AT)/$(OWN_FOLDER)/folders

.PHONY: install uninstall
install: all  ## to PREFIX (/usr/local), below DESTDIR
	$(call SAY,INST,$(AT))
	$(Q)made=; for row in $(INSTALLED); do \
	    place=$${row#*:} && folder=$(AT)/$${place%/*} && \
	    while [ ! -d "$$folder" ]; do made="$$made$$folder\n" folder=$$(dirname "$$folder"); done; \
	    install -D -m $${row##*:} "$${row%%:*}" "$(AT)/$${place%:*}" || exit 1; \
	done; [ "$(DESTDIR)" ] || printf %b "$$made" >>"$(MADE)"

uninstall:  ## remove what install put there
	$(call SAY,RM,$(AT))
	$(Q)for row in $(INSTALLED); do \
	    place=$${row#*:} && place=$(PREFIX)/$${place%:*} && rm -f "$(DESTDIR)$$place" || exit 1; \
	    [ -z "$(DESTDIR)" ] || (cd "$(DESTDIR)" && rmdir -p ".$${place%/*}" 2>/dev/null) || true; \
	done
	$(Q)made=$$(sort -r "$(MADE)" 2>/dev/null); rm -f "$(MADE)"; \
	    echo "$${made:-$(AT)/$(OWN_FOLDER)}" | while read -r folder; do \
	        rmdir "$$folder" 2>/dev/null || true; \
	    done

## Help
.PHONY: help
help:  ## this list
	@sed -n -e 's/^## \(.*\)/\n\1/p' -e 's/^\([a-z-]*\):.*  ## \(.*\)/  make \1 \t\2/p' \
	    Makefile tests/setup.mk $(filter-out Makefile tests/setup.mk %.d,$(MAKEFILE_LIST)) \
	    | expand -t 24
