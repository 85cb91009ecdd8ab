/* element: from bytes to rows by the form of a column. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tracker/element.h"

#include "report/base/peek.h"
#include "report/base/text.h"
#include "tracker/extent.h"

/* Deeper paths are cut at the outer end. */
#define MOST_DEPTH 16
/* Of a value in hexadecimal. */
#define MOST_BYTES 16u

static uint32_t index_in(const struct object *object) {
    uint32_t index = 0;
    for (const struct object *elder = object->elder; elder; elder = elder->elder)
        index++;
    return index;
}

static void add_step(struct text *text, const struct object *object) {
    const struct object *parent = object->parent;
    const struct type *type = parent->type;
    uint32_t index = index_in(object);
    if (object->place == (uintptr_t)parent->members.dictionary) {
        text_add(text, text->length ? " (dictionary)" : "dictionary");
        return;
    }
    text_add(text, text->length ? "." : "");
    if (type && index < type->n_children && type_field(type, index)[0]) {
        text_add(text, type_field(type, index));
        return;
    }
    text_add(text, "child ");
    text_add_uint(text, index);
}

void element_column(const struct object *object, char *to, size_t size) {
    const struct object *steps[MOST_DEPTH];
    unsigned n = 0;
    struct text text = text_begin(to, size);
    for (; object && object->parent && n < MOST_DEPTH; object = object->parent)
        steps[n++] = object;
    while (n > 0)
        add_step(&text, steps[--n]);
}

uint32_t element_width(const struct type *type, uint32_t i) {
    switch (type->form) {
    case FORM_FIXED:
    case FORM_VIEW:
    case FORM_VARIABLE:
    case FORM_LIST:
        return i == 1 ? type->width : 0;
    case FORM_LIST_VIEW:
        return i > 0 ? type->width : 0;
    case FORM_DENSE_UNION:
        return i == 0 ? 1 : sizeof(int32_t);
    case FORM_SPARSE_UNION:
        return 1;
    default:
        return 0;
    }
}

static bool is_bits(const struct type *type, uint32_t i) {
    return (i == 0 && extent_has_bitmap(type->form)) || (i == 1 && type->form == FORM_BITS);
}

static bool read_offset(const struct element_array *array, int64_t i, int64_t *offset) {
    union {
        int32_t narrow;
        int64_t wide;
    } read = {.wide = 0};
    uint32_t width = array->type->width;
    if ((width != 4 && width != 8) || array->n_buffers < 2 ||
        peek(&read, (const char *)array->buffers[1] + i * width, width) != 0)
        return false;
    *offset = width == 4 ? read.narrow : read.wide;
    return true;
}

/* The string or binary value that a byte of the data lies in: the last one that begins at it or
 * before, as offsets rise. */
static int64_t row_of_data(const struct element_array *array, uint64_t byte) {
    int64_t low = 0, high = array->length;
    while (low + 1 < high) {
        int64_t middle = low + (high - low) / 2, begins;
        if (!read_offset(array, array->offset + middle, &begins))
            return -1;
        if (begins <= (int64_t)byte)
            low = middle;
        else
            high = middle;
    }
    return array->length > 0 ? low : -1;
}

int64_t element_row(const struct element_array *array, uint32_t i, uint64_t byte) {
    const struct type *type = array->type;
    uint32_t width = element_width(type, i);
    int64_t row = -1;
    if (is_bits(type, i))
        row = (int64_t)byte * 8 - array->offset;
    else if (width > 0)
        row = (int64_t)(byte / width) - array->offset;
    else if (type->form == FORM_VARIABLE && i == 2)
        return row_of_data(array, byte);
    else
        return -1;
    if (row < 0 && is_bits(type, i) && row > -8)
        row = 0;
    return row >= 0 && row < array->length ? row : -1;
}

const char *element_buffer(const struct type *type, uint32_t i) {
    if (i == 0 && extent_has_bitmap(type->form))
        return "validity";
    switch (type->form) {
    case FORM_VARIABLE:
        return i == 1 ? "offsets" : "data";
    case FORM_VIEW:
        return i == 1 ? "views" : "data";
    case FORM_LIST:
        return "offsets";
    case FORM_LIST_VIEW:
        return i == 1 ? "offsets" : "sizes";
    case FORM_DENSE_UNION:
        return i == 0 ? "type ids" : "offsets";
    case FORM_SPARSE_UNION:
        return "type ids";
    default:
        return type->dictionary ? "indices" : "values";
    }
}

static void add_real(struct text *text, double real) {
    double whole = __builtin_fabs(real);
    if (!(whole < 1e15)) {
        text_add(text, real != real ? "nan" : real < 0 ? "below -1e15" : "above 1e15");
        return;
    }
    uint64_t before = (uint64_t)whole, after = (uint64_t)((whole - (double)before) * 1e6 + 0.5);
    if (after == 1000000) {
        before++;
        after = 0;
    }
    text_add(text, real < 0 ? "-" : "");
    text_add_uint(text, before);
    text_add(text, ".");
    char digits[6];
    for (unsigned i = sizeof(digits); i-- > 0; after /= 10)
        digits[i] = (char)('0' + after % 10);
    size_t n = sizeof(digits);
    while (n > 1 && digits[n - 1] == '0')
        n--;
    text_add_bytes(text, digits, n);
}

static void add_bytes(struct text *text, const unsigned char *bytes, uint32_t n) {
    text_add(text, "0x");
    for (uint32_t i = n < MOST_BYTES ? n : MOST_BYTES; i-- > 0;) {
        text_add_digits(text, bytes[i] / 16, 16);
        text_add_digits(text, bytes[i] % 16, 16);
    }
    if (n > MOST_BYTES)
        text_add(text, "...");
}

union number {
    unsigned char bytes[MOST_BYTES];
    int8_t i8;
    int16_t i16;
    int32_t i32;
    int64_t i64;
    uint64_t u64;
    float f32;
    double f64;
};

static int64_t widen(const union number *number, uint32_t width) {
    return width == 1   ? number->i8
           : width == 2 ? number->i16
           : width == 4 ? number->i32
                        : number->i64;
}

/* Offsets, sizes, type ids and what is an integer by its name are numbers. */
static bool is_integer(const struct type *type, uint32_t i) {
    return i != 1 || type->form != FORM_FIXED || strncmp(type->name, "int", 3) == 0 ||
           type->dictionary || strncmp(type->name, "date", 4) == 0 ||
           strncmp(type->name, "time", 4) == 0 || strncmp(type->name, "duration", 8) == 0;
}

static void add_number(struct text *text, const struct type *type, uint32_t i, uint32_t width,
                       const union number *number) {
    bool is_value = i == 1 && type->form == FORM_FIXED;
    if (is_value && strcmp(type->name, "float64") == 0)
        add_real(text, number->f64);
    else if (is_value && strcmp(type->name, "float32") == 0)
        add_real(text, number->f32);
    else if (is_value && strncmp(type->name, "uint", 4) == 0)
        text_add_uint(text, width == 8 ? number->u64 : number->u64 & ((1ull << (width * 8)) - 1));
    else if (width <= 8 && (width & (width - 1)) == 0 && is_integer(type, i))
        text_add_int(text, widen(number, width));
    else
        add_bytes(text, number->bytes, width);
}

void element_value(const struct type *type, uint32_t i, const void *bytes, int64_t row, char *to,
                   size_t size) {
    struct text text = text_begin(to, size);
    union number number = {.u64 = 0};
    uint32_t width = element_width(type, i);
    if (row < 0)
        return;
    if (is_bits(type, i)) {
        if (peek(&number.i8, (const char *)bytes + row / 8, 1) == 0) {
            bool is_set = number.bytes[0] >> (row % 8) & 1;
            text_add(&text, i == 1 ? (is_set ? "true" : "false") : is_set ? "valid" : "null");
        }
        return;
    }
    uint32_t most = width < sizeof(number) ? width : (uint32_t)sizeof(number);
    if (width > 0 && peek(&number, (const char *)bytes + row * (int64_t)width, most) == 0)
        add_number(&text, type, i, width, &number);
}
