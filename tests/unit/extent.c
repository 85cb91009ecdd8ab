/* extent: bytes of each form of column, and arrays that do not fit their type. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tracker/extent.h"

#include <string.h>

#include "report/base/memory.h"
#include "tests/unit/typed.h"
#include "tests/unit/unit.h"

static int begin(void **state) {
    memory_init((size_t)16 << 20);
    type_init();
    return 0;
}

static int32_t narrow[] = {0, 3, 5, 9, 11};
static int64_t wide[] = {0, 3, 5, 9, 12};
static uint8_t bits[8];
static int64_t sizes[] = {100, 23};

/* Four rows in all cases. */
static const struct {
    const char *format;
    const void *buffers[5];
    int64_t n_buffers;
    uint64_t bytes, with_bitmap, on_device;
} columns[] = {
    {"n", {NULL}, 0, 0, 0, 0},
    {"b", {NULL, bits}, 2, 1, 2, 1},
    {"c", {NULL, bits}, 2, 4, 5, 4},
    {"l", {NULL, wide}, 2, 32, 33, 32},
    {"d:38,0,256", {NULL, wide}, 2, 128, 129, 128},
    {"w:3", {NULL, wide}, 2, 12, 13, 12},
    {"u", {NULL, narrow, bits}, 3, 20 + 11, 20 + 12, 20},
    {"U", {NULL, wide, bits}, 3, 40 + 12, 40 + 13, 40},
    {"vu", {NULL, wide, bits, bits, sizes}, 5, 80 + 123, 80 + 124, 80},
};

static void bytes_of_columns(void **state) {
    for (unsigned i = 0; i < LENGTH(columns); i++) {
        const void *buffers[5];
        memcpy(buffers, columns[i].buffers, sizeof(buffers));
        struct ArrowArray array = {
            .length = 4, .n_buffers = columns[i].n_buffers, .buffers = buffers};
        const struct type *type = type_named(columns[i].format);
        assert_true(extent_fits(type, &array));
        assert_int_equal(extent_bytes(type, &array, true), columns[i].bytes);
        assert_int_equal(extent_bytes(type, &array, false), columns[i].on_device);
        buffers[0] = bits;
        assert_int_equal(extent_bytes(type, &array, true), columns[i].with_bitmap);
    }
}

static void offset_counts_as_held(void **state) {
    const void *buffers[] = {bits, wide};
    struct ArrowArray array = {.length = 2, .offset = 2, .n_buffers = 2, .buffers = buffers};
    assert_int_equal(extent_bytes(type_named("l"), &array, true), 33);
}

static struct ArrowSchema id = {.format = "l", .name = "id"},
                          word = {.format = "u", .name = "word"};
static struct ArrowSchema *schemas[] = {&id, &word};
static struct ArrowSchema record = {.format = "+s", .n_children = 2, .children = schemas};

static void trees_are_summed(void **state) {
    const void *none[] = {NULL}, *numbers[] = {NULL, wide}, *strings[] = {NULL, narrow, bits};
    struct ArrowArray ids = {.length = 4, .n_buffers = 2, .buffers = numbers};
    struct ArrowArray words = {.length = 4, .n_buffers = 3, .buffers = strings};
    struct ArrowArray *children[] = {&ids, &words};
    struct ArrowArray array = {
        .length = 4, .n_buffers = 1, .buffers = none, .n_children = 2, .children = children};
    const struct type *type = type_of(&record);
    assert_true(extent_fits(type, &array));
    assert_int_equal(extent_bytes(type, &array, true), 32 + 31);
    /* a child that disagrees counts for nothing, the others still do */
    words.n_buffers = 2;
    assert_false(extent_fits(type, &array));
    assert_int_equal(extent_bytes(type, &array, true), 32);
    array.n_children = 1;
    assert_false(extent_fits(type, &array));
}

static void dictionaries_are_summed(void **state) {
    struct ArrowSchema values = {.format = "u"}, schema = {.format = "s", .dictionary = &values};
    const void *indices[] = {NULL, wide}, *strings[] = {NULL, narrow, bits};
    struct ArrowArray dictionary = {.length = 4, .n_buffers = 3, .buffers = strings};
    struct ArrowArray array = {.length = 4, .n_buffers = 2, .buffers = indices};
    const struct type *type = type_of(&schema);
    assert_false(extent_fits(type, &array));
    array.dictionary = &dictionary;
    assert_true(extent_fits(type, &array));
    assert_int_equal(extent_bytes(type, &array, true), 8 + 31);
}

static void nested_forms_are_weighed(void **state) {
    static const struct {
        const char *format;
        int64_t n_buffers;
        uint64_t own; /* less the child's 32 */
    } forms[] = {{"+l", 2, 20},  {"+L", 2, 40},   {"+vl", 3, 32},  {"+vL", 3, 64},
                 {"+w:1", 1, 0}, {"+us:0", 1, 4}, {"+ud:0", 2, 20}};
    const void *numbers[] = {NULL, wide}, *buffers[] = {NULL, wide, wide};
    struct ArrowArray child = {.length = 4, .n_buffers = 2, .buffers = numbers};
    struct ArrowArray *children[] = {&child};
    for (unsigned i = 0; i < LENGTH(forms); i++) {
        struct ArrowSchema schema = {
            .format = forms[i].format, .n_children = 1, .children = schemas};
        struct ArrowArray array = {.length = 4,
                                   .n_buffers = forms[i].n_buffers,
                                   .buffers = buffers,
                                   .n_children = 1,
                                   .children = children};
        assert_true(extent_fits(type_of(&schema), &array));
        assert_int_equal(extent_bytes(type_of(&schema), &array, true), 32 + forms[i].own);
    }
}

static void hostile_arrays_are_survived(void **state) {
    const struct type *type = type_of(&record), *number = type_named("l");
    struct ArrowArray array = {.length = 4, .n_buffers = 1, .n_children = 2};
    struct ArrowArray *children[] = {NULL, (struct ArrowArray *)8};
    assert_false(extent_fits(type, NULL));
    assert_false(extent_fits(type, (struct ArrowArray *)8));
    assert_false(extent_fits(type, &array));
    array.children = children;
    assert_false(extent_fits(type, &array));
    array.children = (struct ArrowArray **)8;
    assert_int_equal(extent_bytes(type, &array, true), 0);
    array = (struct ArrowArray){.length = INT64_MAX, .offset = INT64_MAX, .n_buffers = 2};
    assert_int_equal(extent_bytes(number, &array, true), 0);
    array.length = -1;
    array.offset = 0;
    assert_int_equal(extent_bytes(number, &array, true), 0);
    array.length = 4;
    array.buffers = (const void **)8;
    assert_int_equal(extent_bytes(number, &array, true), 32);
    int32_t bad[] = {0, 0, 0, 0, -5};
    const void *strings[] = {NULL, bad, bits};
    array = (struct ArrowArray){.length = 4, .n_buffers = 3, .buffers = strings};
    assert_int_equal(extent_bytes(type_named("u"), &array, true), 20);
}

/* Ten rows of which the array has the last three: bytes from their first to their last. */
static void rows_lie_between_begin_and_end(void **state) {
    static int32_t offsets[] = {0, 1, 2, 3, 4, 5, 6, 20, 30, 31, 40};
    static const struct {
        const char *format;
        int64_t i, n_buffers;
        uint64_t begin, end;
    } ranges[] = {{"b", 0, 2, 0, 2},      {"b", 1, 2, 0, 2},       {"s", 1, 2, 14, 20},
                  {"u", 1, 3, 28, 44},    {"u", 2, 3, 20, 40},     {"tin", 1, 2, 112, 160},
                  {"+l", 1, 2, 28, 44},   {"+vL", 2, 3, 56, 80},   {"d:9,2,32", 1, 2, 28, 40},
                  {"+us:0", 0, 1, 7, 10}, {"+ud:0", 1, 2, 28, 40}, {"tiD", 1, 2, 56, 80},
                  {"w:0", 1, 2, 0, 0},    {"vu", 1, 4, 112, 160},  {"vu", 2, 4, 0, 123},
                  {"vu", 3, 4, 0, 8}};
    int64_t size = 123;
    for (unsigned i = 0; i < LENGTH(ranges); i++) {
        const void *buffers[] = {NULL, offsets, NULL, &size};
        struct ArrowArray array = {
            .length = 3, .offset = 7, .n_buffers = ranges[i].n_buffers, .buffers = buffers};
        struct extent extent;
        assert_true(extent_find(&extent, type_named(ranges[i].format), &array, ranges[i].i, true));
        assert_int_equal(extent.begin, ranges[i].begin);
        assert_int_equal(extent.end, ranges[i].end);
    }
}

static void what_cannot_be_told_is_refused(void **state) {
    struct extent extent;
    int32_t backwards[] = {9, 9, 3}, negative[] = {-1, 0, 0};
    int64_t sizes_[] = {-5};
    const void *buffers[] = {NULL, backwards, bits}, *views[] = {NULL, bits, bits, sizes_};
    struct ArrowArray array = {.length = 1, .offset = 1, .n_buffers = 3, .buffers = buffers};
    const struct type *text = type_named("u"), *wide_ = type_named("w:4294967295");
    assert_false(extent_find(&extent, text, &array, 2, true));
    assert_false(extent_find(&extent, text, &array, 3, true));
    assert_false(extent_find(&extent, text, &array, -1, true));
    assert_false(extent_find(&extent, text, &array, 2, false));
    buffers[1] = negative;
    array.offset = 0;
    assert_false(extent_find(&extent, text, &array, 2, true));
    buffers[1] = (void *)8;
    assert_false(extent_find(&extent, text, &array, 2, true));
    array = (struct ArrowArray){.length = 1, .n_buffers = 4, .buffers = views};
    assert_false(extent_find(&extent, type_named("vu"), &array, 2, true));
    array = (struct ArrowArray){.length = (int64_t)1 << 40, .n_buffers = 2};
    assert_false(extent_find(&extent, wide_, &array, 1, true));
    assert_false(extent_find(&extent, type_named("x"), &array, 1, true));
    array = (struct ArrowArray){.length = INT64_MAX, .offset = 1, .n_buffers = 2};
    assert_false(extent_find(&extent, type_named("l"), &array, 1, true));
    array = (struct ArrowArray){.length = 1, .n_buffers = INT64_MAX};
    assert_false(extent_find(&extent, type_named("vu"), &array, 1, true));
}

struct reached {
    int64_t first, rows;
    unsigned n;
};

static bool note_last(const struct extent_node *node, void *context) {
    struct reached *reached = context;
    *reached = (struct reached){node->first, node->rows, reached->n + 1};
    return node->is_sane;
}

/* A struct's rows 3 to 4 are its child's rows 5 to 6, of which a fixed-size list has two each. */
static void rows_of_children_follow_their_parent(void **state) {
    struct ArrowSchema pair = {.format = "+w:2", .n_children = 1, .children = schemas};
    struct ArrowSchema *fields[] = {&pair};
    struct ArrowSchema root = {.format = "+s", .n_children = 1, .children = fields};
    const void *none[] = {NULL}, *numbers[] = {NULL, wide};
    struct ArrowArray ids = {.length = 20, .offset = 1, .n_buffers = 2, .buffers = numbers};
    struct ArrowArray *values[] = {&ids};
    struct ArrowArray list = {.length = 9,
                              .offset = 2,
                              .n_buffers = 1,
                              .buffers = none,
                              .n_children = 1,
                              .children = values};
    struct ArrowArray *columns_[] = {&list};
    struct ArrowArray array = {.length = 2,
                               .offset = 3,
                               .n_buffers = 1,
                               .buffers = none,
                               .n_children = 1,
                               .children = columns_};
    struct reached reached = {0};
    assert_true(extent_each(type_of(&root), &array, note_last, &reached));
    assert_int_equal(reached.n, 3);
    assert_int_equal(reached.first, 11);
    assert_int_equal(reached.rows, 4);
    array.offset = (int64_t)1 << 48;
    ids.offset = -1;
    assert_false(extent_each(type_of(&root), &array, note_last, &reached));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bytes_of_columns),
        cmocka_unit_test(offset_counts_as_held),
        cmocka_unit_test(trees_are_summed),
        cmocka_unit_test(dictionaries_are_summed),
        cmocka_unit_test(nested_forms_are_weighed),
        cmocka_unit_test(hostile_arrays_are_survived),
        cmocka_unit_test(rows_lie_between_begin_and_end),
        cmocka_unit_test(what_cannot_be_told_is_refused),
        cmocka_unit_test(rows_of_children_follow_their_parent),
    };
    return cmocka_run_group_tests_name("extent", tests, begin, NULL);
}
