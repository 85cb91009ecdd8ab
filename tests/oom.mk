# oom: the allocator fails: the arena in the program, malloc in the renderer.
#
# SPDX-License-Identifier: Apache-2.0

OOM := $(BUILD)/oom

SUITES += oom
LONG   += oom-long

$(OOM)/refuse.o: tests/oom/refuse.c
	$(call SAY,CC,$<)
	$(Q)mkdir -p $(@D) && $(CC) $(SHIM_CC) $(CFLAGS) -c -o $@ $<

# The library as it is; only who asks for memory is answered by refuse.c.
$(OOM)/libarrowdev_check.so: $(SHIM_OBJ) $(OOM)/refuse.o
	$(call SAY,LD,$@)
	$(Q)$(CC) -shared -o $@ $^ $(CFLAGS) $(LDFLAGS) -Wl,-z,now -Wl,-z,relro -Wl,-z,defs \
	    -Wl,-soname,libarrowdev_check.so -Wl,--wrap=memory_alloc -Wl,--wrap=memory_copy_string

# It looks for the program beside itself.
$(OOM)/arrowdev-check: $(BUILD)/arrowdev-check
	$(Q)mkdir -p $(@D) && ln -sf ../arrowdev-check $@

$(OOM)/malloc.so: tests/oom/malloc.c
	$(call SAY,CC,$<)
	$(Q)mkdir -p $(@D) && $(CC) -g -O1 -Wall -Wextra -fPIC -shared -o $@ $<

OOM_BUILT := $(OOM)/libarrowdev_check.so $(OOM)/arrowdev-check $(OOM)/malloc.so
-include $(OOM)/refuse.d

.PHONY: check-oom check-oom-long
check-oom: all cases $(OOM_BUILT)  ## memory is refused, here and there
	@tests/oom/run.py $(BUILD) 11

check-oom-long: all cases $(OOM_BUILT)
	@tests/oom/run.py $(BUILD) 1
