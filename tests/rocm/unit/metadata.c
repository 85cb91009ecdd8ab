/* metadata: a code object of a real compiler is read as the compiler itself tells it; none that is
 * cut short or damaged leads beyond its end. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "hooks/rocm/metadata.h"

#include <elf.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include <cmocka.h>

#include "report/base/memory.h"
#include "report/base/peek.h"

#define ROOM 65536

/* The image ends where memory does: what peek() is asked for beyond it cannot be read. */
static char *room, *end;
static size_t size;

int peek(void *to, const void *from, size_t n) {
    const char *at = from;
    if (at < room || at > end || (size_t)(end - at) < n)
        return -1;
    memcpy(to, from, n);
    return 0;
}

void *memory_alloc(size_t n) {
    return calloc(1, n);
}

void memory_free(void *memory, size_t n) {
    free(memory);
}

static struct metadata_kernel kernels[8];
static char names[8][32];
static unsigned n_kernels;

static void keep(const struct metadata_kernel *kernel, uintptr_t data) {
    assert_int_equal(data, 5);
    if (n_kernels == 8)
        return;
    snprintf(names[n_kernels], sizeof(names[0]), "%.*s", (int)kernel->length, kernel->name);
    kernels[n_kernels++] = *kernel;
}

/* The first bytes of the object, at the end of what can be read. */
static char *place(size_t n) {
    FILE *file = fopen(KERNELS, "rb");
    char object[ROOM];
    assert_non_null(file);
    size = fread(object, 1, sizeof(object), file);
    fclose(file);
    assert_in_range(size, 1, ROOM - 1);
    n = n < size ? n : size;
    n_kernels = 0;
    return memcpy(end - n, object, n);
}

static void of_a_real_compiler(void **state) {
    metadata_read((uintptr_t)place(ROOM), keep, 5);
    assert_int_equal(n_kernels, 2);
    assert_string_equal(names[0], "copy_bytes");
    const struct layout *copy = &kernels[0].layout, *view = &kernels[1].layout;
    assert_int_equal(copy->n, 3);
    assert_int_equal(copy->constants, 2);
    assert_int_equal(copy->offset[2], 16);
    assert_int_equal(copy->size[0], 8);
    assert_string_equal(names[1], "by_value");
    assert_int_equal(view->n, 2);
    assert_int_equal(view->size[0], 16);
    assert_int_equal(view->offset[1], 16);
    assert_int_equal(view->constants, 0);
}

/* Two entries: one of the host, which is empty, and the device's. */
static void of_a_bundle(void **state) {
    char *object = place(ROOM);
    struct {
        char magic[24];
        uint64_t n, host[3];
        char host_name[8];
        uint64_t device[3];
        char rest[256 - 24 - 8 - 24 - 8 - 24];
    } head = {.n = 2, .host = {256, 0, 8}, .host_name = "host-x86", .device = {256, size, 6}};
    memcpy(head.magic, "__CLANG_OFFLOAD_BUNDLE__", sizeof(head.magic));
    memcpy(object - sizeof(head), &head, sizeof(head));
    metadata_read((uintptr_t)object - sizeof(head), keep, 5);
    assert_int_equal(n_kernels, 2);
}

static void nothing_of_other_images(void **state) {
    metadata_read(0, keep, 5);
    metadata_read((uintptr_t)end, keep, 5);
    strcpy(place(ROOM), "text");
    metadata_read((uintptr_t)end - size, keep, 5);
    assert_int_equal(n_kernels, 0);
}

static void cut_short_anywhere(void **state) {
    for (size_t n = 0; n < 3000; n++) {
        char *image = place(n);
        metadata_read((uintptr_t)image, keep, 5);
    }
}

/* Each byte of headers and notes, to what it is not. */
static void damaged_anywhere(void **state) {
    static const unsigned char flips[] = {1, 0x80, 0xff};
    for (size_t i = 0; i < 1700; i++)
        for (unsigned j = 0; j < sizeof(flips); j++) {
            char *image = place(ROOM);
            image[i] = (char)(image[i] ^ flips[j]);
            metadata_read((uintptr_t)image, keep, 5);
        }
}

static int make_room(void **state) {
    room = mmap(NULL, ROOM + 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    end = room + ROOM;
    return room == MAP_FAILED || mprotect(room, ROOM, PROT_READ | PROT_WRITE);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(of_a_real_compiler), cmocka_unit_test(of_a_bundle),
        cmocka_unit_test(nothing_of_other_images), cmocka_unit_test(cut_short_anywhere),
        cmocka_unit_test(damaged_anywhere)};
    return cmocka_run_group_tests(tests, make_room, NULL);
}
