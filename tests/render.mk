# render: records written by hand and what must come of them, and the renderer's pieces one by one.
#
# SPDX-License-Identifier: Apache-2.0

RENDER      := $(BUILD)/render
RENDER_UNIT := $(patsubst tests/render/%.c,$(RENDER)/%,$(wildcard tests/render/*.c))

SUITES += render render-unit render-commands render-mutations

.PHONY: check-render check-render-unit check-render-commands check-render-mutations
check-render: $(BUILD)/arrowdev-check $(RENDER)/fixture.so  ## reports made of records
	@tests/render/run.py

check-render-unit: $(RENDER_UNIT) $(RENDER)/.fixtures  ## the renderer's pieces
	@tests/unit.sh $(RENDER_UNIT)

check-render-commands: $(BUILD)/arrowdev-check  ## its arguments, descriptors, files
	@tests/render/commands.py

check-render-mutations: $(BUILD)/arrowdev-check  ## damaged records
	@tests/render/mutations.py

$(RENDER)/fixture.so: tests/render/fixture.cc
	$(call SAY,CXX,$<)
	$(Q)mkdir -p $(@D) && $(CXX) -g -O1 -fPIC -shared -Wl,--build-id -o $@ $<

# By another compiler, and as distributions ship it: without symbols, with a link to them, with the
# small table of MiniDebugInfo.
$(RENDER)/clang.so: tests/render/fixture.cc
	$(call SAY,CXX,$<)
	$(Q)mkdir -p $(@D) && clang++ -g -O1 -fPIC -shared -Wl,--build-id -o $@ $<

# A unit of each: clang's stands amid gcc's, which is the only one in the table of addresses.
$(RENDER)/mixed.so: tests/render/fixture.cc
	$(call SAY,CXX,$<)
	$(Q)mkdir -p $(@D) && clang++ -g -O1 -fPIC -c -o $@.o $< && \
	    echo '__attribute__((cold)) int before(void) { return 1; } int after(void) { return 2; }' | \
	        gcc -g -O2 -fPIC -xc -c -o $@.around.o - && \
	    $(CXX) -shared -Wl,--build-id -o $@ $@.o $@.around.o

# Both ways that Rust has of writing names; without its compiler these tests are skipped.
$(RENDER)/.rust: tests/render/fixture.rs
	$(call SAY,RUST,$<)
	$(Q)mkdir -p $(@D) && rm -f $(RENDER)/rust*.so && if command -v rustc >/dev/null; then \
	    rustc -g -O -C link-arg=-Wl,--build-id -o $(RENDER)/rust.so $< && \
	    rustc -g -O -C link-arg=-Wl,--build-id -C symbol-mangling-version=v0 \
	        -o $(RENDER)/rust_v0.so $<; fi && touch $@

$(RENDER)/.fixtures: $(addprefix $(RENDER)/,fixture.so clang.so mixed.so .rust)
	$(call SAY,COPY,$<)
	$(Q)cd $(RENDER) && rm -f mini.syms mini.syms.xz linked.debug && \
	    strip --strip-all -o stripped.so fixture.so && \
	    objcopy --only-keep-debug fixture.so linked.debug && \
	    objcopy --strip-all --add-gnu-debuglink=linked.debug fixture.so linked.so && \
	    objcopy --strip-debug fixture.so mini.syms && xz -k mini.syms && \
	    objcopy --strip-all --add-section .gnu_debugdata=mini.syms.xz fixture.so mini.so && \
	    touch .fixtures

$(RENDER)/render.a: $(RENDER_OBJ)
	$(call SAY,AR,$@)
	$(Q)mkdir -p $(@D) && rm -f $@ && ar rcs $@ $^

$(RENDER)/%: tests/render/%.c $(RENDER)/render.a
	$(call SAY,CC,$<)
	$(Q)$(CC) $(RENDER_CC) -DFIXTURES='"$(abspath $(RENDER))/"' $(CFLAGS) -o $@ \
	    $(filter %.c %.a,$^) $(LDFLAGS) $(RENDER_LIBS) -lcmocka

-include $(wildcard $(RENDER)/*.d)
