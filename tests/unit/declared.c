/* declared: an entry point passes on whatever a function of any type is given, and gives back
 * whatever it returns, while our own code runs before and after. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "unit.h"

#include <complex.h>
#include <errno.h>
#include <fcntl.h>
#include <immintrin.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include "hooks/declared.h"
#include "tests/unit/stages.h"

static char said[4096];

static void say(const char *line) {
    strcat(said, line);
    strcat(said, "\n");
}

static char declarations[] = "/tmp/arrowdev-declared-XXXXXX";

static void declare(const char *text) {
    int fd = open(declarations, O_WRONLY | O_TRUNC);
    assert_int_equal(write(fd, text, strlen(text)), strlen(text));
    close(fd);
    said[0] = 0;
    declared_read(declarations, say);
}

/* Sets up all stages; each function gives a struct, so that our own code looks at it afterwards. */
static int begin(void **state) {
    stages_begin();
    int fd = mkstemp(declarations);
    assert_true(fd >= 0);
    close(fd);
    declare(
        "many gives!(1:array)\n"
        "doubles gives!(1:array)\n"
        "vectors gives!(1:array)\n"
        "variadic gives!(1:array)\n"
        "pair gives!(1:array)\n"
        "wide gives!(1:array)\n"
        "complex_result gives!(1:array)\n"
        "long_result gives!(1:array)\n"
        "big gives!(2:array)\n"
        "large gives!(1:array)\n"
        "aligned gives!(1:array)\n"
        "leaves gives!(1:array)\n");
    assert_string_equal(said, "");
    return 0;
}

static int end(void **state) {
    return unlink(declarations);
}

/* The function in the place of a real one, as a slot would hold it. */
static void *hooked(const char *name, void *real) {
    struct hook_row *row = hook_find(name);
    assert_non_null(row);
    void *entry = hook_entry(row, real);
    assert_non_null(entry);
    return entry;
}

static void release(struct ArrowArray *array) {
    array->release = NULL;
}

static void fill(struct ArrowArray *array) {
    *array = (struct ArrowArray){.release = release};
}

/* A struct was seen by our own code: its release is a thunk. */
static void assert_seen(struct ArrowArray *array) {
    assert_ptr_not_equal(array->release, release);
    array->release(array);
    assert_null(array->release);
}

static long many(struct ArrowArray *array, long b, long c, long d, long e, long f, long g, long h,
                 int i, long j, long k, long l, long m, long n, long o, long p) {
    fill(array);
    return b + 2 * c + 3 * d + 5 * e + 7 * f + 11 * g + 13 * h + 17 * i + 19 * j + 23 * k + 29 * l +
           31 * m + 37 * n + 41 * o + 43 * p;
}

typedef long (*many_fn)(struct ArrowArray *, long, long, long, long, long, long, long, int, long,
                        long, long, long, long, long, long);

static void integers_pass_in_registers_and_on_the_stack(void **state) {
    struct ArrowArray array;
    many_fn hook = hooked("many", many);
    long expected = many(&array, 1, 2, 3, 4, 5, 6, 7, -8, 9, 10, 11, 12, 13, 14, 15L << 40);
    long found =
        hook(&array, 1L, 2L, 3L, 4L, 5L, 6L, 7L, -8, 9L, 10L, 11L, 12L, 13L, 14L, 15L << 40);
    assert_int_equal(found, expected);
    assert_seen(&array);
}

static double doubles(struct ArrowArray *array, double a, float b, double c, double d, double e,
                      double f, double g, double h, double i, float j, long double k) {
    fill(array);
    return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h + 9 * i + 10 * j + (double)k;
}

static void floating_point_passes(void **state) {
    struct ArrowArray array;
    double (*hook)(struct ArrowArray *, double, float, double, double, double, double, double,
                   double, double, float, long double) = hooked("doubles", doubles);
    double found = hook(&array, 1.5, 2.5f, 3, 4, 5, 6, 7, 8, 9, 10.5f, 1e300L);
    assert_true(found == doubles(&array, 1.5, 2.5f, 3, 4, 5, 6, 7, 8, 9, 10.5f, 1e300L));
    found = hook(&array, 1.5, 2.5f, 3, 4, 5, 6, 7, 8, 9, 10.5f, 0);
    assert_true(found == 385 + 1.5 - 1 + 2 * .5 + 10 * .5);
    assert_seen(&array);
}

__attribute__((target("avx2"))) static __m256d vectors(struct ArrowArray *array, __m256d a,
                                                       __m256d b) {
    fill(array);
    return _mm256_add_pd(a, b);
}

__attribute__((target("avx2"))) static void call_vectors(double found[4]) {
    struct ArrowArray array;
    __m256d (*hook)(struct ArrowArray *, __m256d, __m256d) = hooked("vectors", vectors);
    __m256d sum = hook(&array, _mm256_set_pd(1, 2, 3, 4), _mm256_set_pd(10, 20, 30, 40));
    _mm256_storeu_pd(found, sum);
    assert_seen(&array);
}

static void wide_vectors_pass(void **state) {
    double found[4];
    if (!__builtin_cpu_supports("avx2"))
        skip();
    call_vectors(found);
    assert_true(found[0] == 44 && found[1] == 33 && found[2] == 22 && found[3] == 11);
}

static int variadic(struct ArrowArray *array, const char *format, ...) {
    char text[64];
    va_list list;
    fill(array);
    va_start(list, format);
    vsnprintf(text, sizeof(text), format, list);
    va_end(list);
    return strcmp(text, "1 2.5 three 4 5 6 7.25");
}

static void variable_arguments_pass(void **state) {
    struct ArrowArray array;
    int (*hook)(struct ArrowArray *, const char *, ...) = hooked("variadic", variadic);
    assert_int_equal(hook(&array, "%d %g %s %d %d %d %g", 1, 2.5, "three", 4, 5, 6, 7.25), 0);
    assert_seen(&array);
}

struct two {
    long integer;
    double real;
};

static struct two pair(struct ArrowArray *array) {
    fill(array);
    return (struct two){42, 2.5};
}

struct both {
    long a, b;
};

static struct both wide(struct ArrowArray *array) {
    fill(array);
    return (struct both){1, 2};
}

static double complex complex_result(struct ArrowArray *array) {
    fill(array);
    return 3 + 4 * I;
}

static long double long_result(struct ArrowArray *array) {
    fill(array);
    return 1.0L / 3.0L;
}

static void results_come_back_in_every_register(void **state) {
    struct ArrowArray array;
    struct two (*hook_pair)(struct ArrowArray *) = hooked("pair", pair);
    struct two two = hook_pair(&array);
    assert_true(two.integer == 42 && two.real == 2.5);
    assert_seen(&array);
    struct both (*hook_wide)(struct ArrowArray *) = hooked("wide", wide);
    struct both both = hook_wide(&array);
    assert_true(both.a == 1 && both.b == 2);
    assert_seen(&array);
    double complex (*hook_complex)(struct ArrowArray *) = hooked("complex_result", complex_result);
    double complex number = hook_complex(&array);
    assert_true(creal(number) == 3 && cimag(number) == 4);
    assert_seen(&array);
    long double (*hook_long)(struct ArrowArray *) = hooked("long_result", long_result);
    assert_true(hook_long(&array) == 1.0L / 3.0L);
    assert_seen(&array);
}

struct many_words {
    long words[20];
};

static struct many_words big(struct ArrowArray *array, struct many_words by_value) {
    fill(array);
    by_value.words[19] += by_value.words[0];
    return by_value;
}

/* The hidden result pointer is argument 1. */
static void structs_by_value_pass(void **state) {
    struct ArrowArray array;
    struct many_words (*hook)(struct ArrowArray *, struct many_words) = hooked("big", big);
    struct many_words given = {.words = {[0] = 7, [10] = 5, [19] = 100}};
    struct many_words got = hook(&array, given);
    assert_int_equal(got.words[19], 107);
    assert_int_equal(got.words[10], 5);
    assert_seen(&array);
}

struct as_much_as_passes {
    long words[64];
};

static long large(struct ArrowArray *array, struct as_much_as_passes by_value) {
    long sum = 0;
    fill(array);
    for (unsigned i = 0; i < 64; i++)
        sum += by_value.words[i] * (long)i;
    return sum;
}

static void all_512_bytes_of_the_stack_pass(void **state) {
    struct ArrowArray array;
    struct as_much_as_passes given;
    long (*hook)(struct ArrowArray *, struct as_much_as_passes) = hooked("large", large);
    for (unsigned i = 0; i < 64; i++)
        given.words[i] = i;
    assert_int_equal(hook(&array, given), large(&array, given));
    hook(&array, given);
    assert_seen(&array);
}

struct sixty_four {
    _Alignas(64) long word;
};

static uintptr_t aligned(struct ArrowArray *array, long b, struct sixty_four by_value) {
    fill(array);
    return ((uintptr_t)&by_value % 64) * 1000 + (uintptr_t)by_value.word;
}

static void the_stack_keeps_its_alignment(void **state) {
    struct ArrowArray array;
    uintptr_t (*hook)(struct ArrowArray *, long, struct sixty_four) = hooked("aligned", aligned);
    assert_int_equal(hook(&array, 1, (struct sixty_four){.word = 9}), 9);
    assert_seen(&array);
}

static void (*leave)(struct ArrowArray *);
static bool was_unwound;

static void leaves(struct ArrowArray *array) {
    fill(array);
    pthread_exit(NULL);
}

static void note_unwinding(void *context) {
    was_unwound = true;
}

static void *run_thread(void *context) {
    pthread_cleanup_push(note_unwinding, NULL);
    leave(context);
    pthread_cleanup_pop(0);
    return NULL;
}

/* The unwinder has to find the way through our frame: pthread_exit unwinds by force. */
static void unwinding_passes_through(void **state) {
    struct ArrowArray array;
    pthread_t thread;
    leave = hooked("leaves", leaves);
    assert_int_equal(pthread_create(&thread, NULL, run_thread, &array), 0);
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_true(was_unwound);
}

static ucontext_t outside, inside;

static void call_near_the_top(void) {
    struct ArrowArray array;
    many_fn hook = hooked("many", many);
    long found = hook(&array, 1, 2, 3, 4, 5, 6, 7, -8, 9, 10, 11, 12, 13, 14, 15);
    assert_int_equal(found, many(&array, 1, 2, 3, 4, 5, 6, 7, -8, 9, 10, 11, 12, 13, 14, 15));
}

/* A stack whose top is the end of what is mapped: less lies above the call than is passed on. */
static void a_stack_is_not_read_beyond_its_top(void **state) {
    enum { SIZE = 1 << 20, PAGE = 4096 };
    char *stack =
        mmap(NULL, SIZE + PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_ptr_not_equal(stack, MAP_FAILED);
    assert_int_equal(mprotect(stack + SIZE, PAGE, PROT_NONE), 0);
    assert_int_equal(getcontext(&inside), 0);
    inside.uc_stack.ss_sp = stack;
    inside.uc_stack.ss_size = SIZE;
    inside.uc_link = &outside;
    makecontext(&inside, call_near_the_top, 0);
    assert_int_equal(swapcontext(&outside, &inside), 0);
    munmap(stack, SIZE + PAGE);
}

static void errno_stays_the_functions_own(void **state) {
    struct ArrowArray array;
    struct both (*hook)(struct ArrowArray *) = hooked("wide", wide);
    errno = 77;
    hook(&array);
    assert_int_equal(errno, 77);
    assert_seen(&array);
}

static void refused_lines_are_said(void **state) {
    declare(
        "fresh takes(1:array)\n\nfresh takes(2:array)\nmany takes(1:array)\n"
        "libx.so:fresh takes(1:array)\nPyCapsule_New takes(1:array)\n  oops(1)\n");
    assert_string_equal(strstr(said, ":3:1:") ? "yes" : said, "yes");
    assert_non_null(strstr(said, ":3:1: this function is declared already\n"));
    assert_non_null(strstr(said, ":4:1: this function is declared already\n"));
    assert_non_null(strstr(said, ":5:1: this function is declared already\n"));
    assert_non_null(strstr(said, ":6:1: this function is watched without a declaration\n"));
    assert_non_null(strstr(said, ":7:7: expected a role"));
    assert_non_null(hook_find("fresh"));
    said[0] = 0;
    declared_read("/nowhere/at/all", say);
    assert_string_equal(said, "arrowdev_check: declare: /nowhere/at/all: cannot be read\n");
}

static void a_module_restricts_the_function(void **state) {
    declare("libelsewhere.so:elsewhere takes(1:array)\nlibc.so:here takes(1:array)\n");
    assert_null(hook_entry(hook_find("elsewhere"), (void *)(uintptr_t)qsort));
    assert_non_null(hook_entry(hook_find("here"), (void *)(uintptr_t)qsort));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(integers_pass_in_registers_and_on_the_stack),
        cmocka_unit_test(floating_point_passes),
        cmocka_unit_test(wide_vectors_pass),
        cmocka_unit_test(variable_arguments_pass),
        cmocka_unit_test(results_come_back_in_every_register),
        cmocka_unit_test(structs_by_value_pass),
        cmocka_unit_test(all_512_bytes_of_the_stack_pass),
        cmocka_unit_test(the_stack_keeps_its_alignment),
        cmocka_unit_test(unwinding_passes_through),
        cmocka_unit_test(a_stack_is_not_read_beyond_its_top),
        cmocka_unit_test(errno_stays_the_functions_own),
        cmocka_unit_test(refused_lines_are_said),
        cmocka_unit_test(a_module_restricts_the_function),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
