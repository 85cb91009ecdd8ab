/* pyline: the three forms of line tables, by tables written by hand. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/pyline.h"

#include "tests/unit/unit.h"

static const unsigned char *rest, *rest_end;

/** One byte at a time. */
static bool refill(struct pyline_table *table) {
    if (rest == rest_end)
        return false;
    table->at = rest++;
    table->end = rest;
    return true;
}

/** Whole and in pieces it must be the same line. */
static uint32_t find(enum pylayout_lines form, const unsigned char *bytes, size_t n, long offset) {
    struct pyline_table whole = {bytes, bytes + n, NULL}, pieces = {NULL, NULL, refill};
    rest = bytes;
    rest_end = bytes + n;
    uint32_t line = pyline_find(form, &whole, 10, offset);
    assert_int_equal(pyline_find(form, &pieces, 10, offset), line);
    return line;
}

#define FIND(form, bytes, offset) find(form, bytes, sizeof(bytes), offset)

static void lnotab_adds_up_pairs(void **state) {
    /* 6 bytes at line 10, 50 at line 11, then back to 9. */
    static const unsigned char table[] = {6, 1, 50, 0xfe, 4, 20};
    assert_int_equal(FIND(PYLAYOUT_LNOTAB, table, 0), 10);
    assert_int_equal(FIND(PYLAYOUT_LNOTAB, table, 5), 10);
    assert_int_equal(FIND(PYLAYOUT_LNOTAB, table, 6), 11);
    assert_int_equal(FIND(PYLAYOUT_LNOTAB, table, 55), 11);
    assert_int_equal(FIND(PYLAYOUT_LNOTAB, table, 56), 9);
    assert_int_equal(FIND(PYLAYOUT_LNOTAB, table, 1000), 29);
    assert_int_equal(FIND(PYLAYOUT_LNOTAB, table, -1), 10);
}

static void linetable_has_ranges(void **state) {
    /* 4 bytes at line 10, 6 without a line, 8 at line 12, 2 at line 11. */
    static const unsigned char table[] = {4, 0, 6, 0x80, 8, 2, 2, 0xff};
    assert_int_equal(FIND(PYLAYOUT_LINETABLE, table, 3), 10);
    assert_int_equal(FIND(PYLAYOUT_LINETABLE, table, 4), 10); /* the first line stands for none */
    assert_int_equal(FIND(PYLAYOUT_LINETABLE, table, 10), 12);
    assert_int_equal(FIND(PYLAYOUT_LINETABLE, table, 18), 11);
    assert_int_equal(FIND(PYLAYOUT_LINETABLE, table, 20), 10); /* beyond its end */
}

#define ENTRY(kind, units) (unsigned char)(0x80 | (kind) << 3 | ((units)-1))

static void locations_have_all_kinds(void **state) {
    static const unsigned char table[] = {
        ENTRY(0, 2),  0x21,                   /* same line, short: bytes 0 to 3 */
        ENTRY(11, 1), 0x04, 0x10,             /* one line on: 4, 5 */
        ENTRY(15, 1),                         /* no line: 6, 7 */
        ENTRY(13, 8), 0x06,                   /* +3: 8 to 23 */
        ENTRY(14, 1), 0x07, 0x00, 0x01, 0x02, /* -3: 24, 25 */
        ENTRY(13, 1), 0x48, 0x06,             /* +196: 26, 27 */
        ENTRY(12, 1), 0x00, 0x00,             /* +2: 28, 29 */
    };
    static const struct {
        long offset;
        uint32_t line;
    } expected[] = {{0, 10},  {3, 10},  {4, 11},   {5, 11},   {6, 10},  {8, 14},
                    {23, 14}, {24, 11}, {26, 207}, {28, 209}, {30, 10}, {-2, 10}};
    for (unsigned i = 0; i < LENGTH(expected); i++)
        assert_int_equal(FIND(PYLAYOUT_LOCATIONS, table, expected[i].offset), expected[i].line);
}

static void a_broken_table_ends(void **state) {
    static const unsigned char endless[] = {0xf0, 0x7f, 0x7f, 0x7f, 0x7f, 0x7f, 0x7f, 0x7f, 0x7f};
    for (enum pylayout_lines form = PYLAYOUT_LNOTAB; form <= PYLAYOUT_LOCATIONS; form++)
        for (size_t n = 0; n <= sizeof endless; n++)
            for (long offset = 0; offset < 40; offset++)
                find(form, endless, n, offset);
    assert_int_equal(find(PYLAYOUT_LOCATIONS, endless, 0, 5), 10);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lnotab_adds_up_pairs),
        cmocka_unit_test(linetable_has_ranges),
        cmocka_unit_test(locations_have_all_kinds),
        cmocka_unit_test(a_broken_table_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
