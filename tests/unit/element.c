/* element: rows and values behind a byte of a buffer. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tracker/element.h"

#include <string.h>

#include "report/base/memory.h"
#include "tests/unit/typed.h"
#include "tests/unit/unit.h"

static int begin(void **state) {
    memory_init((size_t)16 << 20);
    type_init();
    return 0;
}

static void bytes_belong_to_rows(void **state) {
    static const int32_t offsets[] = {0, 2, 2, 5, 9};
    static const struct {
        const char *format;
        uint32_t i;
        uint64_t byte;
        int64_t row;
    } rows[] = {{"l", 1, 8, 0},   {"l", 1, 23, 1}, {"l", 1, 0, -1},    {"l", 0, 0, 0},
                {"l", 0, 1, -1},  {"b", 1, 0, 0},  {"u", 1, 4, 0},     {"u", 2, 2, 1},
                {"u", 2, 4, 1},   {"u", 2, 8, 2},  {"+ud:0", 0, 2, 1}, {"+ud:0", 1, 8, 1},
                {"vu", 1, 47, 1}, {"vu", 2, 7, -1}};
    const void *buffers[] = {NULL, offsets, "xxxxxxxxx"};
    for (unsigned i = 0; i < LENGTH(rows); i++) {
        struct element_array array = {.type = type_named(rows[i].format),
                                      .length = 3,
                                      .offset = 1,
                                      .buffers = buffers,
                                      .n_buffers = 3};
        assert_int_equal(element_row(&array, rows[i].i, rows[i].byte), rows[i].row);
    }
}

static void values_are_told_by_type(void **state) {
    static const double real[] = {2.5, -0.125, 1e300};
    static const float single[] = {-3};
    static const int16_t narrow[] = {-7};
    static const uint8_t bits[] = {0x02}, bytes[] = {1, 2, 0xab};
    static const uint64_t wide[] = {UINT64_MAX};
    static const struct {
        const char *format;
        uint32_t i;
        const void *at;
        int64_t row;
        const char *said;
    } values[] = {{"g", 1, real, 0, "2.5"},
                  {"g", 1, real, 1, "-0.125"},
                  {"g", 1, real, 2, "above 1e15"},
                  {"f", 1, single, 0, "-3.0"},
                  {"s", 1, narrow, 0, "-7"},
                  {"S", 1, narrow, 0, "65529"},
                  {"L", 1, wide, 0, "18446744073709551615"},
                  {"b", 1, bits, 0, "false"},
                  {"b", 1, bits, 1, "true"},
                  {"l", 0, bits, 0, "null"},
                  {"l", 0, bits, 1, "valid"},
                  {"w:3", 1, bytes, 0, "0xab0201"},
                  {"tdD", 1, bytes, -1, ""},
                  {"l", 1, (void *)16, 0, ""}};
    char said[40];
    for (unsigned i = 0; i < LENGTH(values); i++) {
        element_value(type_named(values[i].format), values[i].i, values[i].at, values[i].row, said,
                      sizeof(said));
        assert_string_equal(said, values[i].said);
    }
}

static void columns_have_their_names(void **state) {
    struct ArrowSchema item = {.format = "l", .name = "item"};
    struct ArrowSchema *items[] = {&item};
    struct ArrowSchema list = {
        .format = "+l", .name = "scores", .n_children = 1, .children = items};
    struct ArrowSchema nameless = {.format = "l"};
    struct ArrowSchema *fields[] = {&nameless, &list};
    struct ArrowSchema root = {.format = "+s", .n_children = 2, .children = fields};
    struct object top = {.type = type_of(&root)}, first = {.parent = &top, .place = 1};
    struct object second = {.parent = &top, .elder = &first, .place = 2};
    struct object inner = {.parent = &second, .place = 3};
    second.type = top.type->children[1];
    char name[40];
    element_column(&top, name, sizeof(name));
    assert_string_equal(name, "");
    element_column(&first, name, sizeof(name));
    assert_string_equal(name, "child 0");
    element_column(&inner, name, sizeof(name));
    assert_string_equal(name, "scores.item");
    second.members.dictionary = (void *)3;
    element_column(&inner, name, sizeof(name));
    assert_string_equal(name, "scores (dictionary)");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bytes_belong_to_rows),
        cmocka_unit_test(values_are_told_by_type),
        cmocka_unit_test(columns_have_their_names),
    };
    return cmocka_run_group_tests_name("element", tests, begin, NULL);
}
