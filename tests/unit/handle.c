/* handle: what came from one knows of its close, and of no other's at the same address. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "unit.h"

#include "report/base/memory.h"
#include "tracker/handle.h"

#define STATEMENT 0x1000
#define DATASET   0x2000
#define LAYER     0x3000

static int begin(void **state) {
    memory_init((size_t)16 << 20);
    return 0;
}

static void close_at(uintptr_t address, stack_id stack) {
    struct handle *handle = handle_close_begin(address);
    if (handle)
        handle_close_end(handle, true, stack);
}

static void assert_open(const struct object *object) {
    stack_id stack = 0;
    assert_false(handle_is_closed(object, &stack));
}

static void assert_closed_at(const struct object *object, stack_id expected) {
    stack_id stack = 0;
    assert_true(handle_is_closed(object, &stack));
    assert_int_equal(stack, expected);
}

static void an_object_without_a_handle_is_free(void **state) {
    struct object object = {0};
    assert_open(&object);
    handle_bind(&object, 0, BOND_USE);
    assert_null(object.handle);
    handle_unbind(&object);
    assert_null(handle_close_begin(STATEMENT));
}

static void a_close_is_known_with_its_place(void **state) {
    struct object object = {0};
    handle_bind(&object, STATEMENT, BOND_LIFE);
    assert_int_equal(object.bond, BOND_LIFE);
    assert_open(&object);
    close_at(STATEMENT, 7);
    assert_closed_at(&object, 7);
    handle_unbind(&object);
    assert_open(&object);
}

static void a_refused_close_leaves_it_open(void **state) {
    struct object before = {0}, after = {0};
    handle_bind(&before, STATEMENT, BOND_USE);
    struct handle *handle = handle_close_begin(STATEMENT);
    assert_non_null(handle);
    assert_true(handle_is_bound(handle));
    handle_close_end(handle, false, 7);
    handle_bind(&after, STATEMENT, BOND_USE);
    assert_ptr_equal(before.handle, after.handle);
    close_at(STATEMENT, 8);
    assert_closed_at(&before, 8);
    assert_closed_at(&after, 8);
    handle_unbind(&before);
    handle_unbind(&after);
}

/* While the library closes one, another thread may be given the same address. */
static void an_address_is_used_again(void **state) {
    struct object old = {0}, during = {0}, new = {0};
    handle_bind(&old, STATEMENT, BOND_USE);
    struct handle *handle = handle_close_begin(STATEMENT);
    handle_bind(&during, STATEMENT, BOND_USE);
    handle_close_end(handle, true, 7);
    handle_bind(&new, STATEMENT, BOND_USE);
    assert_closed_at(&old, 7);
    assert_open(&during);
    assert_open(&new);
    assert_ptr_equal(during.handle, new.handle);
    handle_unbind(&old);
    handle_unbind(&during);
    handle_unbind(&new);
    close_at(STATEMENT, 8);
}

static void a_part_closes_with_the_whole(void **state) {
    struct object of_layer = {0}, of_next = {0};
    handle_part(LAYER, DATASET);
    handle_part(LAYER, DATASET);
    handle_bind(&of_layer, LAYER, BOND_USE);
    close_at(DATASET, 9);
    assert_closed_at(&of_layer, 9);
    handle_part(LAYER, DATASET);
    handle_bind(&of_next, LAYER, BOND_USE);
    assert_open(&of_next);
    close_at(LAYER, 10);
    assert_closed_at(&of_next, 10);
    handle_unbind(&of_layer);
    handle_unbind(&of_next);
    close_at(DATASET, 11);
}

/* Addresses that come back in other roles must not make a ring. */
static void a_whole_is_no_part_of_its_part(void **state) {
    struct object object = {0};
    handle_part(LAYER, DATASET);
    handle_part(DATASET, LAYER);
    handle_part(LAYER, LAYER);
    handle_bind(&object, DATASET, BOND_USE);
    close_at(LAYER, 12);
    assert_open(&object);
    close_at(DATASET, 13);
    assert_closed_at(&object, 13);
    handle_unbind(&object);
}

static void only_the_strongest_bond_is_inherited(void **state) {
    struct object stream = {0}, chunk = {0};
    handle_inherit(&chunk, &stream);
    assert_null(chunk.handle);
    handle_bind(&stream, STATEMENT, BOND_LIFE);
    handle_inherit(&chunk, &stream);
    assert_null(chunk.handle);
    stream.bond = BOND_ALL;
    handle_inherit(&chunk, &stream);
    assert_ptr_equal(chunk.handle, stream.handle);
    handle_unbind(&stream);
    close_at(STATEMENT, 14);
    assert_closed_at(&chunk, 14);
    handle_unbind(&chunk);
}

/* Nothing is kept of what is closed and forgotten. */
static void memory_comes_back(void **state) {
    size_t used = memory_stats().used;
    for (unsigned round = 0; round < 1000; round++) {
        struct object object = {0};
        handle_part(LAYER + round, DATASET);
        handle_bind(&object, LAYER + round, BOND_USE);
        handle_unbind(&object);
        close_at(DATASET, 1);
    }
    assert_in_range(memory_stats().used, 0, used + 4096);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_object_without_a_handle_is_free),
        cmocka_unit_test(a_close_is_known_with_its_place),
        cmocka_unit_test(a_refused_close_leaves_it_open),
        cmocka_unit_test(an_address_is_used_again),
        cmocka_unit_test(a_part_closes_with_the_whole),
        cmocka_unit_test(a_whole_is_no_part_of_its_part),
        cmocka_unit_test(only_the_strongest_bond_is_inherited),
        cmocka_unit_test(memory_comes_back),
    };
    return cmocka_run_group_tests(tests, begin, NULL);
}
