/* ways: every way in which a call or a look-up reaches a function of a row, under the library over
 * stub.c: a hooked call returns 1000 more. Built position-independent and not.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

int fixture_value(void);
int fixture_free(void);

static int (*variable)(void) = fixture_value;

static void *open_at(const char *name, int flags) {
    char path[4096];
    snprintf(path, sizeof(path), "%s/%s", FOLDER, name);
    void *handle = dlopen(path, flags);
    if (!handle)
        print_error("%s\n", dlerror());
    assert_non_null(handle);
    return handle;
}

static void *function(void *handle, const char *name) {
    void *found = dlsym(handle, name);
    assert_non_null(found);
    return found;
}

static int ask(void *handle, const char *name) {
    return ((int (*)(void))function(handle, name))();
}

static void test_program(void **state) {
    assert_int_equal(fixture_value(), 1001);
    assert_int_equal(variable(), 1001);
    int (*volatile address)(void) = fixture_value;
    assert_int_equal(address(), 1001);
    assert_int_equal(fixture_free(), 11);
}

static void assert_calls(const char *name, int flags, int value) {
    void *module = open_at(name, flags);
    assert_int_equal(*(int *)function(module, "module_in_constructor"), value);
    assert_int_equal(ask(module, "module_calls"), value);
    assert_int_equal(ask(module, "module_calls"), value);
    assert_int_equal(ask(module, "module_calls_table"), value);
    assert_int_equal(ask(module, "module_calls_variable"), value);
    assert_int_equal(ask(module, "module_calls_address"), value);
    assert_int_equal(ask(module, "module_has_missing"), 0);
    dlclose(module);
}

static void test_lazy(void **state) {
    assert_calls("lazy.so", RTLD_LAZY, 1001);
    assert_calls("lazy.so", RTLD_NOW, 1001);
}

static void test_now(void **state) {
    assert_calls("now.so", RTLD_LAZY, 1001);
}

static void test_no_plt(void **state) {
    assert_calls("noplt.so", RTLD_LAZY, 1001);
}

/* A copy of its own, which the program's hides unless the module's own scope comes first. */
static void test_own_copy(void **state) {
    assert_calls("own-now.so", RTLD_NOW, 1001);
    assert_calls("own-lazy.so", RTLD_LAZY, 1001);
}

static void test_deepbind(void **state) {
    assert_calls("own-now.so", RTLD_NOW | RTLD_DEEPBIND, 1002);
    /* Which copy a lazy slot will be bound to cannot be told before: its first call goes by unseen.
     */
    void *module = open_at("own-lazy.so", RTLD_LAZY | RTLD_DEEPBIND);
    assert_int_equal(ask(module, "module_calls") % 1000, 2);
    assert_int_equal(ask(module, "module_calls_table"), 1002);
    dlclose(module);
}

/* Comes first and has no version, as an allocator's free() beside libc's: the loader takes it. */
static void test_version_not_given(void **state) {
    assert_calls("old.so", RTLD_LAZY, 1001);
    assert_calls("old.so", RTLD_NOW, 1001);
}

static void test_versions(void **state) {
    assert_calls("new.so", RTLD_NOW | RTLD_DEEPBIND, 1022);
    assert_calls("old.so", RTLD_NOW | RTLD_DEEPBIND, 1021);
    void *library = open_at("libversions.so", RTLD_NOW);
    assert_int_equal(((int (*)(void))dlsym(library, "fixture_value"))(), 1022);
    assert_int_equal(((int (*)(void))dlvsym(library, "fixture_value", "V1"))(), 1021);
    assert_int_equal(((int (*)(void))dlvsym(library, "fixture_value", "V2"))(), 1022);
    assert_null(dlvsym(library, "fixture_value", "V3"));
    assert_non_null(dlerror());
    dlclose(library);
}

static void test_indirect(void **state) {
    assert_calls("indirect.so", RTLD_NOW | RTLD_DEEPBIND, 1031);
    void *library = open_at("libchosen.so", RTLD_NOW);
    assert_int_equal(ask(library, "fixture_value"), 1031);
    dlclose(library);
}

static void test_look_up(void **state) {
    dlerror();
    assert_int_equal(ask(RTLD_DEFAULT, "fixture_value"), 1001);
    assert_int_equal(ask(RTLD_NEXT, "fixture_value"), 1001);
    void *program = dlopen(NULL, RTLD_LAZY);
    assert_int_equal(ask(program, "fixture_value"), 1001);
    assert_null(dlerror());
    assert_null(dlsym(RTLD_DEFAULT, "fixture_missing"));
    assert_non_null(strstr(dlerror(), "fixture_missing"));
    assert_null(dlsym(program, "no_such_name"));
    assert_non_null(strstr(dlerror(), "no_such_name"));
    assert_int_equal(ask(RTLD_DEFAULT, "fixture_free"), 11);
    dlclose(program);
}

/* In a module that nobody else sees, RTLD_DEFAULT means its own scope too, and RTLD_NEXT what it
 * needs. */
static void test_look_up_in_module(void **state) {
    void *module = open_at("own-now.so", RTLD_NOW | RTLD_LOCAL);
    int (*look_up)(void *) = (int (*)(void *))function(module, "module_looks_up");
    assert_int_equal(look_up(RTLD_DEFAULT), 1001);
    assert_int_equal(look_up(RTLD_NEXT), 1002);
    void *copy = open_at("libcopy.so", RTLD_NOW | RTLD_LOCAL);
    assert_int_equal(look_up(copy), 1002);
    dlclose(copy);
    dlclose(module);
}

/* A name without a slash is searched where the module that calls dlopen says. */
static void test_runpath(void **state) {
    void *module = open_at("runpath.so", RTLD_NOW);
    void *(*open)(const char *) = (void *(*)(const char *))function(module, "module_opens");
    assert_null(dlopen("hidden-away.so", RTLD_NOW));
    void *found = open("hidden-away.so");
    assert_non_null(found);
    assert_int_equal(ask(found, "module_calls"), 1001);
    dlclose(found);
    dlclose(module);
}

/* Without the C runtime's _init nobody announces the module: the look-up after dlopen finds it. */
static void test_without_init(void **state) {
    void *module = open_at("bare.so", RTLD_NOW);
    assert_int_equal(ask(module, "module_calls"), 1001);
    dlclose(module);
}

static void test_reloaded(void **state) {
    static const char *const names[] = {"lazy.so", "now.so", "noplt.so", "own-now.so", "lazy.so"};
    for (int i = 0; i < 200; i++) {
        void *module = open_at(names[i % 5], RTLD_NOW);
        assert_int_equal(ask(module, "module_calls"), 1001);
        assert_int_equal(ask(module, "module_calls_table"), 1001);
        dlclose(module);
    }
}

static void test_on_demand(void **state) {
    void (*watch)(void *) = (void (*)(void *))function(RTLD_DEFAULT, "stub_watch_frees");
    void *module = open_at("lazy.so", RTLD_NOW), *other = open_at("now.so", RTLD_NOW);
    int (*frees)(void) = (int (*)(void))function(module, "module_frees");
    assert_int_equal(frees(), 11);
    watch(frees);
    assert_int_equal(frees(), 1011);
    assert_int_equal(ask(other, "module_frees"), 11);
    dlclose(other);
    dlclose(module);
}

static void test_resolve(void **state) {
    void *(*resolve)(const char *) =
        (void *(*)(const char *))function(RTLD_DEFAULT, "stub_resolve");
    void *module = open_at("lazy.so", RTLD_NOW | RTLD_LOCAL);
    assert_ptr_equal(resolve("module_calls"), dlsym(module, "module_calls"));
    assert_null(resolve("fixture_missing"));
    assert_int_equal(((int (*)(void))resolve("fixture_value"))(), 1);
    dlclose(module);
    assert_null(resolve("module_calls"));
}

/* What the loader made read-only is so again. */
static int check_relro(struct dl_phdr_info *info, size_t size, void *context) {
    char line[512];
    FILE *maps = fopen("/proc/self/maps", "r");
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
        uintptr_t at = info->dlpi_addr + segment->p_vaddr, page = (uintptr_t)getpagesize(), begin,
                  end;
        char access[5];
        if (segment->p_type != PT_GNU_RELRO || (at + segment->p_memsz) / page == at / page)
            continue;
        rewind(maps);
        while (fgets(line, sizeof(line), maps))
            if (sscanf(line, "%lx-%lx %4s", &begin, &end, access) == 3 && at >= begin && at < end &&
                access[1] == 'w') {
                print_error("%s: %s", info->dlpi_name, line);
                ++*(int *)context;
            }
    }
    fclose(maps);
    return 0;
}

static void test_relro(void **state) {
    void *now = open_at("now.so", RTLD_NOW), *no_plt = open_at("noplt.so", RTLD_NOW);
    int n_writable = 0;
    dl_iterate_phdr(check_relro, &n_writable);
    assert_int_equal(n_writable, 0);
    dlclose(no_plt);
    dlclose(now);
}

/* Hooks in one thread while another loads and unloads. */
static _Atomic int is_over;

static void *load_and_unload(void *unused) {
    for (int i = 0; i < 300; i++) {
        void *module = open_at(i % 2 ? "now.so" : "own-now.so", RTLD_NOW);
        int called = ask(module, "module_calls"),
            constructed = *(int *)dlsym(module, "module_in_constructor");
        if (called != 1001 || constructed != 1001) {
            print_error("round %d: called %d, in constructor %d\n", i, called, constructed);
            return (void *)"not hooked";
        }
        dlclose(module);
    }
    return NULL;
}

static void *call_meanwhile(void *unused) {
    while (!atomic_load(&is_over))
        if (fixture_value() != 1001)
            return (void *)"not hooked";
    return NULL;
}

static void test_threads(void **state) {
    pthread_t loaders[2], caller;
    void *wrong[3];
    pthread_create(&caller, NULL, call_meanwhile, NULL);
    for (int i = 0; i < 2; i++)
        pthread_create(&loaders[i], NULL, load_and_unload, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(loaders[i], &wrong[i]);
    atomic_store(&is_over, 1);
    pthread_join(caller, &wrong[2]);
    for (int i = 0; i < 3; i++)
        assert_null(wrong[i]);
}

/* A child of fork has none of the other threads, but whatever they held. */
static void test_fork(void **state) {
    pthread_t loaders[2], caller;
    atomic_store(&is_over, 0);
    pthread_create(&caller, NULL, call_meanwhile, NULL);
    for (int i = 0; i < 2; i++)
        pthread_create(&loaders[i], NULL, load_and_unload, NULL);
    for (int i = 0; i < 100; i++) {
        pid_t child = fork();
        if (child == 0) {
            alarm(300);
            _exit(fixture_value() == 1001 ? 0 : 1);
        }
        int status = -1;
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_int_equal(status, 0);
    }
    atomic_store(&is_over, 1);
    pthread_join(caller, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(loaders[i], NULL);
}

static void *call_once(void *unused) {
    return (void *)(intptr_t)fixture_value();
}

static int count_mappings(void) {
    FILE *maps = fopen("/proc/self/maps", "r");
    int n = 0, c;
    while ((c = fgetc(maps)) != EOF)
        n += c == '\n';
    fclose(maps);
    return n;
}

/* The alternate stacks of threads that ended are used again. */
static void test_stacks(void **state) {
    enum { AT_ONCE = 40, ROUNDS = 25 };
    pthread_t threads[AT_ONCE];
    int after_first = 0;
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < AT_ONCE; i++)
            assert_int_equal(pthread_create(&threads[i], NULL, call_once, NULL), 0);
        for (int i = 0; i < AT_ONCE; i++) {
            void *value;
            pthread_join(threads[i], &value);
            assert_int_equal((intptr_t)value, 1001);
        }
        if (round == 0)
            after_first = count_mappings();
    }
    assert_true(count_mappings() < after_first + 2 * 2 * AT_ONCE + 20);
}

/* A namespace of its own is out of sight, and works. */
static void test_namespace(void **state) {
    char path[4096];
    snprintf(path, sizeof(path), "%s/lazy.so", FOLDER);
    void *module = dlmopen(LM_ID_NEWLM, path, RTLD_NOW);
    assert_non_null(module);
    assert_int_equal(ask(module, "module_calls"), 1);
    assert_int_equal(*(int *)function(module, "module_in_constructor"), 1);
    dlclose(module);
    assert_int_equal(fixture_value(), 1001);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_program),
        cmocka_unit_test(test_lazy),
        cmocka_unit_test(test_now),
        cmocka_unit_test(test_no_plt),
        cmocka_unit_test(test_own_copy),
        cmocka_unit_test(test_look_up),
        cmocka_unit_test(test_look_up_in_module),
        cmocka_unit_test(test_runpath),
        cmocka_unit_test(test_without_init),
        cmocka_unit_test(test_reloaded),
        cmocka_unit_test(test_on_demand),
        cmocka_unit_test(test_resolve),
        cmocka_unit_test(test_relro),
        cmocka_unit_test(test_threads),
        cmocka_unit_test(test_version_not_given),
        cmocka_unit_test(test_versions),
        cmocka_unit_test(test_indirect),
        cmocka_unit_test(test_deepbind),
        cmocka_unit_test(test_fork),
        cmocka_unit_test(test_stacks),
        cmocka_unit_test(test_namespace),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
