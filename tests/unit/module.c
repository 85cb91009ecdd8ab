/* module: addresses and their files, across unloading, loading again and another file in the same
 * place. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/module.h"

#include <dlfcn.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "report/image.h"
#include "tests/unit/unit.h"

static uintptr_t address_in(void *library) {
    return (uintptr_t)dlsym(library, "fixture_call");
}

static void our_own_file_is_known(void **state) {
    char exe[4096];
    ssize_t length = readlink("/proc/self/exe", exe, sizeof exe - 1);
    exe[length] = '\0';
    const struct module *self = module_self();
    assert_string_equal(self->path, exe);
    assert_string_equal(self->name, "module");
    assert_true(self->is_system);
    assert_int_equal(strlen(self->build_id), 40);
    assert_int_equal(module_of((uintptr_t)&address_in), self->id);
    assert_ptr_equal(module_get(self->id), self);
    assert_true((uintptr_t)&address_in >= self->begin && (uintptr_t)&address_in < self->end);
}

static void libc_is_known_and_nothing_lies_elsewhere(void **state) {
    const struct module *libc = module_get(module_of((uintptr_t)dlsym(NULL, "getpid")));
    assert_non_null(libc);
    assert_string_equal(libc->name, "libc.so.6");
    assert_true(libc->path[0] == '/');
    assert_true(libc->is_system);
    int local = 0;
    assert_int_equal(module_of((uintptr_t)&local), -1);
    assert_int_equal(module_of(0), -1);
    assert_int_equal(module_of(UINTPTR_MAX), -1);
    assert_null(module_get(-1));
    assert_null(module_get(module_count()));
}

/* As the shim does it. */
static void unload(void *library) {
    module_note_unload();
    dlclose(library);
    module_note_unload();
}

static uint64_t seven(void) {
    return 7;
}

static void unloaded_and_loaded_again_is_the_same(void **state) {
    void *library = dlopen(UNIT_FIXTURES "one.so", RTLD_NOW);
    uintptr_t address = address_in(library);
    int id = module_of(address);
    assert_true(id >= 0);
    assert_true(module_still_holds(id, address));
    assert_false(module_get(id)->is_system);
    unload(library);
    assert_false(module_still_holds(id, address));
    assert_false(module_get(id)->unloaded); /* not looked at yet */
    module_date_by(seven);
    module_refresh();
    assert_true(module_get(id)->unloaded);
    assert_int_equal(module_get(id)->unloaded_at, 7);
    assert_string_equal(module_get(id)->name, "one.so");

    library = dlopen(UNIT_FIXTURES "one.so", RTLD_NOW);
    assert_int_equal(address_in(library), address);
    assert_int_equal(module_of(address), id);
    assert_false(module_get(id)->unloaded);
    assert_false(module_any_took_over());
    unload(library);
}

static void another_file_in_the_same_place_is_another_module(void **state) {
    void *one = dlopen(UNIT_FIXTURES "one.so", RTLD_NOW);
    uintptr_t address = address_in(one);
    int id = module_of(address);
    unload(one);
    module_refresh();
    void *two = dlopen(UNIT_FIXTURES "two.so", RTLD_NOW);
    int other = module_of(address);
    assert_true(other >= 0); /* else the loader put it elsewhere, and this test says nothing */
    assert_int_not_equal(other, id);
    assert_string_equal(module_get(other)->name, "two.so");
    assert_string_not_equal(module_get(other)->build_id, module_get(id)->build_id);
    assert_false(module_still_holds(id, address));
    assert_true(module_still_holds(other, address));
    assert_true(module_any_took_over());
    assert_int_equal(module_took_over(address), other);
    assert_int_equal(module_took_over((uintptr_t)&address_in), -1);
    unload(two);
}

static void a_refresh_alone_sees_who_took_over(void **state) {
    void *two = dlopen(UNIT_FIXTURES "two.so", RTLD_NOW);
    uintptr_t address = address_in(two);
    assert_true(module_of(address) >= 0);
    unload(two);
    int count = module_count();
    void *third = dlopen(UNIT_FIXTURES "three.so", RTLD_NOW);
    assert_non_null(third);
    module_refresh();
    assert_int_equal(module_count(), count + 1);
    assert_string_equal(module_get(count)->name, "three.so");
    assert_true(module_took_over(address) >= 0);
    unload(third);
}

static void code_is_told_from_data(void **state) {
    static int data;
    assert_true(module_is_code((uintptr_t)&address_in));
    assert_true(module_is_code((uintptr_t)dlsym(NULL, "getpid")));
    assert_false(module_is_code((uintptr_t)&data));
    assert_false(module_is_code((uintptr_t)&state));
    assert_false(module_is_code(0));
    assert_false(module_is_code(0x4141414141414141));
    char *jit = mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_true(module_is_code((uintptr_t)jit));
    assert_true(module_is_code((uintptr_t)jit + 4095));
    mprotect(jit, 4096, PROT_READ);
    assert_false(module_is_code((uintptr_t)jit));
    munmap(jit, 4096);
}

static void functions_begin_where_unwinders_say(void **state) {
    uintptr_t ours = (uintptr_t)&address_in, of_libc = (uintptr_t)dlsym(NULL, "getpid");
    assert_true(module_begins_function(ours));
    assert_true(module_begins_function((uintptr_t)&functions_begin_where_unwinders_say));
    assert_true(module_begins_function(of_libc));
    for (int beyond = 1; beyond < 16; beyond++)
        assert_false(module_begins_function(ours + beyond));
    assert_false(module_begins_function(module_self()->begin));
    assert_false(module_begins_function(module_self()->end - 1));
    assert_false(module_begins_function((uintptr_t)&ours));
    assert_false(module_begins_function(0));
}

static void names_tell_the_system(void **state) {
    static const char *const system[] = {"libc.so.6",
                                         "ld-linux-x86-64.so.2",
                                         "ld-2.31.so",
                                         "libstdc++.so.6",
                                         "libgcc_s-1a2b.so.1",
                                         "libffi.so.8",
                                         "libpython3.13t.so.1.0",
                                         "python3.11",
                                         "python",
                                         "libc-2.31.so",
                                         "_ctypes.cpython-311-x86_64-linux-gnu.so",
                                         "_cffi_backend.cpython-311-x86_64-linux-gnu.so",
                                         "libgfortran.so.5",
                                         "libgomp-a34b.so.1.0.0"};
    static const char *const other[] = {"libcares.so.2", "libc-client.so", "libarrow.so.2600",
                                        "pythonapp",     "libmysql.so",    "etl"};
    for (unsigned i = 0; i < LENGTH(system); i++)
        assert_true(image_is_system(system[i]));
    for (unsigned i = 0; i < LENGTH(other); i++)
        assert_false(image_is_system(other[i]));
}

static void a_relative_path_becomes_absolute(void **state) {
    assert_int_equal(chdir(UNIT_FIXTURES), 0);
    void *library = dlopen("./one.so", RTLD_NOW);
    const struct module *module = module_get(module_of(address_in(library)));
    assert_int_equal(access(module->path, R_OK), 0);
    assert_true(module->path[0] == '/');
    unload(library);
}

static _Atomic bool stop;

static void *look_up(void *context) {
    while (!stop)
        if (module_of((uintptr_t)context) < 0)
            return "lost";
    return NULL;
}

static void look_ups_go_on_while_files_come_and_go(void **state) {
    pthread_t thread;
    stop = false;
    pthread_create(&thread, NULL, look_up, dlsym(NULL, "getpid"));
    for (int i = 0; i < 30; i++) {
        void *library = dlopen(i % 2 ? UNIT_FIXTURES "one.so" : UNIT_FIXTURES "two.so", RTLD_NOW);
        assert_true(module_of(address_in(library)) >= 0);
        unload(library);
        module_refresh();
    }
    stop = true;
    void *complaint;
    pthread_join(thread, &complaint);
    assert_null(complaint);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(our_own_file_is_known),
        cmocka_unit_test(libc_is_known_and_nothing_lies_elsewhere),
        cmocka_unit_test(unloaded_and_loaded_again_is_the_same),
        cmocka_unit_test(another_file_in_the_same_place_is_another_module),
        cmocka_unit_test(a_refresh_alone_sees_who_took_over),
        cmocka_unit_test(code_is_told_from_data),
        cmocka_unit_test(functions_begin_where_unwinders_say),
        cmocka_unit_test(names_tell_the_system),
        cmocka_unit_test(a_relative_path_becomes_absolute),
        cmocka_unit_test(look_ups_go_on_while_files_come_and_go),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
