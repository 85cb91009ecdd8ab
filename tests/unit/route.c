/* route: a module that the program closes while the loader is asked for its scope.
 *
 * The loader is played: two modules define the name, and only one module's own scope has it. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "shim/route.c"

#include "tests/unit/unit.h"

enum { FIRST = 0x10000, SECOND = 0x20000, CODE = 0x100 };

static const char handle_of_module[] = "module.so";
static bool is_open;
static int guard_at_close;
static uint32_t unloads_at_close;
static unsigned n_closed;

static const ElfW(Sym) symbol = {.st_value = CODE, .st_info = STB_GLOBAL << 4 | STT_FUNC};

bool elf_each(bool (*visit)(const struct elf *elf, void *context), void *context) {
    struct elf first = {.base = FIRST}, second = {.base = SECOND, .index = 1};
    return visit(&first, context) || visit(&second, context);
}

bool elf_each_at_start(bool (*visit)(const struct elf *elf, void *context), void *context) {
    return false;
}

void elf_init(void) {}

unsigned elf_own_index(void) {
    return 0;
}

bool elf_is_self(const struct elf *elf) {
    return false;
}

bool elf_is_vdso(const struct elf *elf) {
    return false;
}

bool elf_holds(const struct elf *elf, uintptr_t address, unsigned flags) {
    return address - elf->base < FIRST;
}

bool elf_defines_at(const struct elf *elf, const char *name, uintptr_t address) {
    return address == elf->base + CODE;
}

const ElfW(Sym) * elf_find(const struct elf *elf, const char *name, const char *version) {
    return &symbol;
}

uintptr_t elf_address(uintptr_t base, const ElfW(Sym) * of) {
    return base + of->st_value;
}

bool loader_begin(void) {
    return true;
}

void loader_end(void) {}

void loader_note_call(void) {}

void slots_mark(void) {}

void slots_rescan(void) {}

void slots_divert(uintptr_t address, const char *name, void *function) {}

struct hook_row *hook_find(const char *name) {
    return NULL;
}

void *hook_entry(struct hook_row *row, void *real) {
    return NULL;
}

void hook_forget_frees(void) {}

static void *play_dlopen(const char *path, int flags) {
    is_open = flags & RTLD_NOLOAD && strcmp(path, handle_of_module) == 0;
    return is_open ? (void *)handle_of_module : NULL;
}

static void *play_dlsym(void *handle, const char *name) {
    return handle == handle_of_module && is_open ? (void *)(SECOND + CODE) : NULL;
}

/* Where the module's destructors would run. */
static int play_dlclose(void *handle) {
    guard_at_close = thread_self.guard;
    unloads_at_close = module_unloads();
    is_open = false;
    n_closed++;
    return 0;
}

static char *play_dlerror(void) {
    return NULL;
}

static void *behind(const char *path) {
    struct route_slot slot = {.name = "given", .old = 1, .path = path};
    return route_behind_slot(&slot);
}

static int begin(void **state) {
    route_libc.dlopen = play_dlopen;
    route_libc.dlsym = play_dlsym;
    route_libc.dlclose = play_dlclose;
    route_libc.dlerror = play_dlerror;
    n_closed = 0;
    return 0;
}

static void its_own_scope_is_asked(void **state) {
    assert_ptr_equal(behind(handle_of_module), (void *)(SECOND + CODE));
    assert_int_equal(n_closed, 1);
    assert_ptr_equal(behind("another.so"), (void *)(FIRST + CODE));
    assert_int_equal(n_closed, 1);
}

static void its_destructors_are_the_programs(void **state) {
    uint32_t before = module_unloads();
    thread_self.guard = 1;
    behind(handle_of_module);
    assert_int_equal(thread_self.guard, 1);
    thread_self.guard = 0;
    assert_int_equal(n_closed, 1);
    assert_int_equal(guard_at_close, 0);
    /* What is remembered of its code goes before it, and what others learn meanwhile after. */
    assert_true(unloads_at_close > before);
    assert_true(module_unloads() > unloads_at_close);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(its_own_scope_is_asked, begin),
        cmocka_unit_test_setup(its_destructors_are_the_programs, begin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
