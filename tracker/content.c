/* content: walks a tree and reads each array by its form. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tracker/content.h"

#include "report/base/text.h"
#include "tracker/window.h"

#define MOST_DEPTH 16
/* Type ids are int8 and not negative. */
#define MOST_CHILDREN 128

/* What is read of one array, and what was found so far in all. */
struct reading {
    const struct extent_node *node;
    struct window validity, first, second; /* by form: offsets and sizes, ids and offsets */
    struct content_fault *faults;
    unsigned n_faults;
};

static void add_path(struct text *text, const struct extent_node *node) {
    const struct extent_node *steps[MOST_DEPTH] = {NULL};
    unsigned n = 0;
    for (; node->parent && n < MOST_DEPTH; node = node->parent)
        steps[n++] = node;
    while (n-- > 0) {
        const struct extent_node *step = steps[n];
        const char *name = step->index == EXTENT_DICTIONARY
                               ? "dictionary"
                               : type_field(step->parent->type, step->index);
        text_add(text, text->length ? "." : "");
        text_add(text, *name ? name : "child ");
        if (!*name)
            text_add_uint(text, step->index);
    }
}

/* The text that says what; NULL when such a fault was told already. */
static struct text *begin_fault(struct reading *reading, enum check_id check, int64_t row,
                                struct text *text) {
    for (unsigned i = 0; i < reading->n_faults; i++)
        if (reading->faults[i].check == check)
            return NULL;
    if (reading->n_faults == CONTENT_MOST)
        return NULL;
    struct content_fault *fault = &reading->faults[reading->n_faults++];
    *fault = (struct content_fault){.check = check, .row = row, .rows = reading->node->copy.length};
    struct text column = text_begin(fault->column, sizeof(fault->column));
    add_path(&column, reading->node);
    *text = text_begin(fault->what, sizeof(fault->what));
    return text;
}

/* "offset 7 follows offset 9" from words and numbers in turn. */
static void fault(struct reading *reading, enum check_id check, int64_t row, const char *one,
                  int64_t first, const char *two, int64_t second) {
    struct text storage, *text = begin_fault(reading, check, row, &storage);
    if (!text)
        return;
    text_add(text, one);
    text_add_int(text, first);
    text_add(text, two);
    if (second >= 0 || *two)
        text_add_int(text, second);
}

static bool is_valid(struct reading *reading, int64_t row) {
    bool bit = true;
    return !window_is_open(&reading->validity) ||
           !window_bit(&reading->validity, reading->node->copy.offset + row, &bit) || bit;
}

static int64_t length_of_child(const struct extent_node *node, int64_t i) {
    struct ArrowArray *child, copy;
    if (i < 0 || i >= node->copy.n_children || !node->copy.children ||
        peek(&child, &node->copy.children[i], sizeof(child)) != 0 || !child ||
        peek(&copy, child, sizeof(copy)) != 0)
        return -1;
    return copy.length;
}

static void judge_null_count(struct reading *reading) {
    const struct ArrowArray *array = &reading->node->copy;
    int64_t n_valid;
    if (array->null_count < 0 || !window_is_open(&reading->validity) ||
        !window_ones(&reading->validity, array->offset, array->length, &n_valid))
        return;
    if (array->length - n_valid != array->null_count)
        fault(reading, CHECK_NULL_COUNT_MISMATCH, -1, "null_count is ", array->null_count,
              ", the bitmap's is ", array->length - n_valid);
}

/* Lists and variable-size values: offsets rise, from 0 on, to the end of the child at most. */
static void judge_offsets(struct reading *reading, int64_t limit) {
    const struct extent_node *node = reading->node;
    int64_t before = 0, offset;
    uint32_t width = node->type->width;
    for (int64_t row = 0; row <= node->copy.length; row++) {
        if (!window_number(&reading->first, node->copy.offset + row, width, true, &offset))
            return;
        if (offset < before) {
            fault(reading, CHECK_OFFSETS_NOT_MONOTONIC, row ? row - 1 : 0, "offset ", offset,
                  row ? " follows offset " : " is below ", before);
            return;
        }
        before = offset;
    }
    if (limit >= 0 && before > limit)
        fault(reading, CHECK_OFFSETS_NOT_MONOTONIC, node->copy.length - 1, "offset ", before,
              " lies beyond the child's rows, of which there are ", limit);
}

static void judge_list_view(struct reading *reading) {
    const struct extent_node *node = reading->node;
    int64_t limit = length_of_child(node, 0), offset, size;
    for (int64_t row = 0; row < node->copy.length; row++) {
        if (!window_number(&reading->first, node->copy.offset + row, node->type->width, true,
                           &offset) ||
            !window_number(&reading->second, node->copy.offset + row, node->type->width, true,
                           &size))
            return;
        if (offset >= 0 && size >= 0 && (limit < 0 || offset <= limit - size))
            continue;
        fault(reading, CHECK_OFFSETS_NOT_MONOTONIC, row, "offset ", offset, " with size ", size);
        return;
    }
}

static void judge_indices(struct reading *reading) {
    const struct extent_node *node = reading->node;
    struct ArrowArray dictionary;
    int64_t index;
    if (!node->copy.dictionary || peek(&dictionary, node->copy.dictionary, sizeof(dictionary)) != 0)
        return;
    for (int64_t row = 0; row < node->copy.length; row++) {
        if (!window_number(&reading->first, node->copy.offset + row, node->type->width,
                           !node->type->is_unsigned, &index))
            return;
        if ((index >= 0 && index < dictionary.length) || !is_valid(reading, row))
            continue;
        fault(reading, CHECK_DICTIONARY_INDEX_RANGE, row, "index ", index,
              " into a dictionary with rows: ", dictionary.length);
        return;
    }
}

/* Which child a type id stands for; -1: none. */
static int64_t child_of_id(const struct type *type, int64_t id) {
    const char *at = type->ids;
    for (int64_t child = 0; *at; child++) {
        int64_t number = 0;
        for (; *at >= '0' && *at <= '9'; at++)
            if (number <= INT8_MAX) /* an id is one byte: what is greater is nobody's */
                number = number * 10 + (*at - '0');
        if (number == id)
            return child;
        at += *at == ',';
        if (*at && (*at < '0' || *at > '9'))
            break;
    }
    return -1;
}

/* A dense union's row in a child: inside it, and not before the row that came last from there. */
static bool judge_dense(struct reading *reading, int64_t row, int64_t child,
                        int32_t last[MOST_CHILDREN]) {
    int64_t offset, length = length_of_child(reading->node, child);
    if (!window_number(&reading->second, reading->node->copy.offset + row, sizeof(int32_t), true,
                       &offset))
        return false;
    if (offset < 0 || (length >= 0 && offset >= length)) {
        fault(reading, CHECK_TYPE_IDS_UNKNOWN, row, "offset ", offset,
              " into a child with rows: ", length);
        return false;
    }
    if (child < MOST_CHILDREN && offset < last[child]) {
        fault(reading, CHECK_OFFSETS_NOT_MONOTONIC, row, "offset ", offset,
              " into a child follows offset ", last[child]);
        return false;
    }
    if (child < MOST_CHILDREN)
        last[child] = (int32_t)offset;
    return true;
}

static void judge_union(struct reading *reading) {
    const struct extent_node *node = reading->node;
    int32_t last[MOST_CHILDREN] = {0};
    int64_t id;
    if (!*node->type->ids)
        return;
    for (int64_t row = 0; row < node->copy.length; row++) {
        if (!window_number(&reading->first, node->copy.offset + row, 1, true, &id))
            return;
        int64_t child = child_of_id(node->type, id);
        if (child < 0) {
            fault(reading, CHECK_TYPE_IDS_UNKNOWN, row, "type id ", id, "", -1);
            return;
        }
        if (node->type->form == FORM_DENSE_UNION && !judge_dense(reading, row, child, last))
            return;
    }
}

/* The run ends are the first child's values: they rise, and reach the last row. */
static void judge_run_ends(struct reading *reading) {
    const struct extent_node *parent = reading->node->parent;
    const struct ArrowArray *ends = &reading->node->copy;
    int64_t before = 0, end = 0;
    for (int64_t row = 0; row < ends->length; row++) {
        if (!window_number(&reading->first, ends->offset + row, reading->node->type->width, true,
                           &end))
            return;
        if (end <= before) {
            fault(reading, CHECK_OFFSETS_NOT_MONOTONIC, row, "run end ", end,
                  row ? " follows run end " : " is not above ", before);
            return;
        }
        before = end;
    }
    if (parent->is_sane && before < parent->copy.offset + parent->copy.length)
        fault(reading, CHECK_OFFSETS_NOT_MONOTONIC, ends->length - 1, "run end ", before,
              " is the last one, for rows: ", parent->copy.offset + parent->copy.length);
}

static bool text_is_good(struct window *data, int64_t from, int64_t size, bool *is_read) {
    struct window_text state = {0};
    for (int64_t i = 0; i < size; i++) {
        int64_t byte;
        if (!(*is_read = window_number(data, from + i, 1, false, &byte)))
            return true;
        if (!window_text_takes(&state, (unsigned char)byte))
            return false;
    }
    return state.n_left == 0;
}

static void judge_text(struct reading *reading) {
    const struct extent_node *node = reading->node;
    struct window data = window_on(extent_buffer(node, 2));
    int64_t begin, end;
    bool is_read = true;
    if (!node->type->is_utf8 || !window_is_open(&data))
        return;
    for (int64_t row = 0; row < node->copy.length && is_read; row++) {
        if (!window_number(&reading->first, node->copy.offset + row, node->type->width, true,
                           &begin) ||
            !window_number(&reading->first, node->copy.offset + row + 1, node->type->width, true,
                           &end) ||
            begin < 0 || end < begin)
            return;
        if (!is_valid(reading, row) || text_is_good(&data, begin, end - begin, &is_read))
            continue;
        fault(reading, CHECK_INVALID_UTF8, row, "bytes ", begin, " to ", end);
        return;
    }
}

/* A view: int32 length; up to 12 bytes in place, else a prefix, the buffer and the offset there. */
enum { VIEW_INLINE = 12, VIEW_PREFIX = 4, VIEW_BUFFER = 8, VIEW_OFFSET = 12, VIEW_SIZE = 16 };

/* What the view says of bytes elsewhere. */
static void judge_viewed(struct reading *reading, int64_t row, struct window *data, int64_t offset,
                         int64_t length) {
    const struct extent_node *node = reading->node;
    int64_t at = (node->copy.offset + row) * VIEW_SIZE, prefix, begins;
    bool is_read = true;
    if (!window_is_open(data))
        return;
    if (window_at(&reading->first, at + VIEW_PREFIX, 4, false, &prefix) &&
        window_at(data, offset, 4, false, &begins) && prefix != begins)
        fault(reading, CHECK_OFFSETS_NOT_MONOTONIC, row, "a view's prefix is ", prefix,
              ", the bytes it leads to are ", begins);
    if (node->type->is_utf8 && !text_is_good(data, offset, length, &is_read))
        fault(reading, CHECK_INVALID_UTF8, row, "bytes from ", offset, ", so many: ", length);
}

static bool judge_view(struct reading *reading, int64_t row, struct window *data,
                       int64_t *n_of_data) {
    const struct extent_node *node = reading->node;
    int64_t at = (node->copy.offset + row) * VIEW_SIZE, length, buffer, offset, size;
    bool is_read = true;
    if (!window_at(&reading->first, at, 4, true, &length) ||
        !window_at(&reading->first, at + VIEW_BUFFER, 4, true, &buffer) ||
        !window_at(&reading->first, at + VIEW_OFFSET, 4, true, &offset))
        return false;
    if (length < 0) {
        fault(reading, CHECK_OFFSETS_NOT_MONOTONIC, row, "a view of length ", length, "", -1);
        return false;
    }
    if (length <= VIEW_INLINE) {
        struct window own = reading->first;
        if (node->type->is_utf8 && !text_is_good(&own, at + 4, length, &is_read))
            fault(reading, CHECK_INVALID_UTF8, row, "bytes in the view: ", length, "", -1);
        return true;
    }
    int64_t n = node->copy.n_buffers - 3;
    if (buffer < 0 || buffer >= n ||
        !window_number(&reading->second, buffer, sizeof(int64_t), true, &size) || offset < 0 ||
        offset > size - length) {
        fault(reading, CHECK_OFFSETS_NOT_MONOTONIC, row, "a view to byte ", offset,
              " of data buffer ", buffer);
        return false;
    }
    if (*n_of_data != buffer) {
        *n_of_data = buffer;
        *data = window_on(extent_buffer(node, buffer + 2));
    }
    judge_viewed(reading, row, data, offset, length);
    return true;
}

static void judge_views(struct reading *reading) {
    struct window data = window_on(NULL);
    int64_t n_of_data = -1;
    reading->second = window_on(extent_buffer(reading->node, reading->node->copy.n_buffers - 1));
    for (int64_t row = 0; row < reading->node->copy.length; row++)
        if (is_valid(reading, row) && !judge_view(reading, row, &data, &n_of_data))
            return;
}

static void judge_by_form(struct reading *reading) {
    const struct extent_node *node = reading->node;
    bool is_ends = node->parent && node->parent->type->form == FORM_RUN_END && node->index == 0;
    switch (node->type->form) {
    case FORM_FIXED:
        if (node->type->dictionary)
            judge_indices(reading);
        if (is_ends)
            judge_run_ends(reading);
        break;
    case FORM_VARIABLE:
        judge_offsets(reading, -1);
        judge_text(reading);
        break;
    case FORM_VIEW:
        judge_views(reading);
        break;
    case FORM_LIST:
        judge_offsets(reading, length_of_child(node, 0));
        break;
    case FORM_LIST_VIEW:
        judge_list_view(reading);
        break;
    case FORM_DENSE_UNION:
    case FORM_SPARSE_UNION:
        judge_union(reading);
        break;
    default:
        break;
    }
}

/* A length that leads nowhere would have all that can be read looked at in vain. */
static bool has_whole_bitmap(struct reading *reading) {
    const struct ArrowArray *array = &reading->node->copy;
    bool bit;
    return !window_is_open(&reading->validity) ||
           window_bit(&reading->validity, array->offset + array->length - 1, &bit);
}

/* Bytes between rows of the buffer that tells of them. */
static int64_t row_width(const struct extent_node *node) {
    switch (node->type->form) {
    case FORM_VIEW:
        return VIEW_SIZE;
    case FORM_DENSE_UNION:
    case FORM_SPARSE_UNION:
        return 1;
    default:
        return node->type->width;
    }
}

/* All that lies before its first row is there as well: an offset that leads into other memory, as
 * damaged ones do, would have all of that looked at in vain. Asked for are bytes 0, 1, 3, 7 and so
 * on, as between two pieces of memory there is room for more than either. */
static bool reaches_rows(struct reading *reading) {
    uint64_t begin = (uint64_t)(reading->node->copy.offset * row_width(reading->node));
    int64_t byte;
    for (uint64_t at = 0; at < begin; at = 2 * at + 1)
        if (!window_at(&reading->first, (int64_t)at, 1, false, &byte))
            return false;
    return true;
}

static bool judge_node(const struct extent_node *node, void *context) {
    struct reading *reading = context;
    bool has_bitmap = extent_has_bitmap(node->type->form);
    if (!node->is_sane || node->copy.length == 0)
        return node->is_sane;
    reading->node = node;
    reading->validity = window_on(has_bitmap ? extent_buffer(node, 0) : NULL);
    reading->first = window_on(extent_buffer(node, has_bitmap ? 1 : 0));
    reading->second = window_on(extent_buffer(node, has_bitmap ? 2 : 1));
    if (has_whole_bitmap(reading)) {
        judge_null_count(reading);
        if (reaches_rows(reading))
            judge_by_form(reading);
    }
    return true;
}

unsigned content_judge(const struct type *type, const struct ArrowArray *array,
                       struct content_fault faults[CONTENT_MOST]) {
    struct reading reading = {.faults = faults};
    extent_each(type, array, judge_node, &reading);
    return reading.n_faults;
}
