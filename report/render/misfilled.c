/* misfilled: an array and its schema cross, and one value in a buffer is none. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/misfilled.h"

#include "report/render/specimen.h"

static struct ArrowArray array, codes;
static struct ArrowSchema schema, names;

static void begin(const char *format, int64_t rows, int64_t n_children) {
    specimen_struct(&array, rows, n_children);
    specimen_schema(&schema, format, n_children);
}

static void cross(const void **buffers, int64_t n_buffers) {
    array.buffers = buffers;
    array.n_buffers = n_buffers;
    specimen_gives(SPECIMEN_ARRAY, &array);
    specimen_gives(SPECIMEN_SCHEMA, &schema);
    specimen_pair(&array, &schema);
    array.release(&array);
    schema.release(&schema);
}

static void null_count_mismatch(void) {
    static const uint8_t bits[] = {0x0f};
    static const int64_t numbers[4];
    static const void *buffers[] = {bits, numbers};
    begin("l", 4, 0);
    array.null_count = 2;
    cross(buffers, 2);
}

static void offsets_not_monotonic(void) {
    static const int32_t offsets[] = {0, 3, 2, 4};
    static const void *buffers[] = {NULL, offsets, "abcd"};
    begin("u", 3, 0);
    cross(buffers, 3);
}

static void dictionary_index_range(void) {
    static const int8_t indices[] = {0, 1, 2};
    static const void *buffers[] = {NULL, indices};
    begin("c", 3, 0);
    specimen_array(&codes, 2);
    specimen_schema(&names, "l", 0);
    array.dictionary = &codes;
    schema.dictionary = &names;
    cross(buffers, 2);
}

static void type_ids_unknown(void) {
    static const int8_t ids[] = {0, 1, 1};
    static const void *buffers[] = {ids};
    begin("+us:5,7", 3, 2);
    cross(buffers, 1);
}

static void invalid_utf8(void) {
    static const int32_t offsets[] = {0, 3, 7};
    static const void *buffers[] = {NULL, offsets, "teacaf\xe9"};
    begin("u", 2, 0);
    cross(buffers, 3);
}

const struct plant *misfilled_plants(size_t *n) {
    static const struct plant plants[] = {
        {"null-count-mismatch", null_count_mismatch, "validate=1", NULL},
        {"offsets-not-monotonic", offsets_not_monotonic, "validate=1", NULL},
        {"dictionary-index-range", dictionary_index_range, "validate=1", NULL},
        {"type-ids-unknown", type_ids_unknown, "validate=1", NULL},
        {"invalid-utf8", invalid_utf8, "validate=1", NULL},
    };
    *n = sizeof plants / sizeof *plants;
    return plants;
}
