/* slots: passes of several threads over one module, which comes and goes meanwhile.
 *
 * The loader is played: what another thread would do between two steps of a pass is done there. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "shim/slots.c"

#include "tests/unit/unit.h"

enum { REAL = 0x1000, ENTRY = 0x2000 };

static struct elf_counts counts;
static bool is_loaded;
static uintptr_t slot;
static unsigned n_resolved;
static void (*meanwhile)(void); /* once, when the next pass has written */

static const ElfW(Sym) symbols[2] = {{0}, {.st_name = 1, .st_info = STB_GLOBAL << 4 | STT_FUNC}};
static const ElfW(Dyn) dynamic[1];
static ElfW(Rela) relocation_of_slot = {.r_info = ELF64_R_INFO(1, RELOC_CALL)};

static void load(void) {
    is_loaded = true;
    counts.adds++;
    slot = REAL;
}

static void unload(void) {
    is_loaded = false;
    counts.subs++;
    slot = 0;
}

bool elf_each(bool (*visit)(const struct elf *elf, void *context), void *context) {
    relocation_of_slot.r_offset = (uintptr_t)&slot;
    struct elf elf = {.path = "module.so",
                      .dynamic = dynamic,
                      .symbols = symbols,
                      .strings = "\0given",
                      .tables = {{&relocation_of_slot, 1}}};
    bool stopped = is_loaded && visit(&elf, context);
    void (*now)(void) = meanwhile;
    if (visit == write_module && now) {
        meanwhile = NULL;
        now();
    }
    return stopped;
}

bool elf_counts(struct elf_counts *given) {
    *given = counts;
    return true;
}

bool elf_is_self(const struct elf *elf) {
    return false;
}

bool elf_is_loader(const struct elf *elf) {
    return false;
}

bool elf_is_vdso(const struct elf *elf) {
    return false;
}

bool elf_holds(const struct elf *elf, uintptr_t address, unsigned flags) {
    return true;
}

bool elf_in_relro(const struct elf *elf, uintptr_t address) {
    return false;
}

const char *elf_version_of(const struct elf *elf, size_t symbol) {
    return NULL;
}

uint64_t elf_print(const struct elf *elf) {
    return 1;
}

void *route_behind_slot(const struct route_slot *asked) {
    n_resolved++;
    return (void *)REAL;
}

static struct hook_row row = {.name = "given"};

struct hook_duties hook_duties;

struct hook_row *hook_find(const char *name) {
    return strcmp(name, row.name) == 0 ? &row : NULL;
}

void *hook_entry(struct hook_row *of, void *real) {
    return (void *)ENTRY;
}

bool hook_is_ours(uintptr_t address, uintptr_t *real) {
    *real = REAL;
    return address == ENTRY;
}

/* As a hook of a thread that loads nothing. */
static void rescan(void) {
    slots_mark();
    slots_rescan();
}

static int begin(void **state) {
    thread_note_process();
    meanwhile = NULL;
    load();
    slots_pass();
    assert_int_equal(slot, ENTRY);
    return 0;
}

static int end(void **state) {
    unload();
    return 0;
}

static void what_is_as_it_was_is_let_be(void **state) {
    unsigned before = n_resolved;
    slots_pass();
    rescan();
    assert_int_equal(n_resolved, before);
    assert_int_equal(slot, ENTRY);
}

static void one_in_the_place_of_another_is_patched(void **state) {
    unload();
    load();
    rescan();
    assert_int_equal(slot, ENTRY);
}

static void what_was_not_relocated_is_looked_at_again(void **state) {
    unload();
    load();
    slot = 0;
    rescan();
    assert_int_equal(slot, 0);
    slot = REAL;
    rescan();
    assert_int_equal(slot, ENTRY);
}

/* The loading thread does not wait. */
static void load_and_pass(void) {
    unload();
    load();
    slots_pass();
    assert_int_equal(slot, ENTRY);
}

static void its_constructors_find_it_patched_while_another_is_at_it(void **state) {
    unload();
    load();
    meanwhile = load_and_pass;
    rescan();
    assert_null(meanwhile);
    assert_int_equal(slot, ENTRY);
}

static void load_and_go_by(void) {
    unload();
    load();
    rescan();
    assert_int_equal(slot, REAL);
}

/* Who was at the old one has written and knows nothing of the new one, whom a third has left to it.
 */
static void its_constructors_find_it_patched_after_others_went_by(void **state) {
    unload();
    load();
    meanwhile = load_and_go_by;
    rescan();
    assert_null(meanwhile);
    slots_pass();
    assert_int_equal(slot, ENTRY);
}

static void so_does_a_hook(void **state) {
    unload();
    load();
    meanwhile = load_and_go_by;
    rescan();
    rescan();
    assert_int_equal(slot, ENTRY);
}

static void fork_and_load(void) {
    slots_fork_child();
    unload();
    load();
    rescan();
    assert_int_equal(slot, ENTRY);
}

/* The child does not have the thread that was at it. */
static void a_child_takes_it_up(void **state) {
    unload();
    load();
    meanwhile = fork_and_load;
    rescan();
    assert_null(meanwhile);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(what_is_as_it_was_is_let_be),
        TEST(one_in_the_place_of_another_is_patched),
        TEST(what_was_not_relocated_is_looked_at_again),
        TEST(its_constructors_find_it_patched_while_another_is_at_it),
        TEST(its_constructors_find_it_patched_after_others_went_by),
        TEST(so_does_a_hook),
        TEST(a_child_takes_it_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
