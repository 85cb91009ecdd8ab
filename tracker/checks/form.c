/* form: whether the members of a struct go together, among themselves and with its type. One
 * predicate a row of the group FORM: broken_ID. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/base/peek.h"
#include "tracker/checks/deed.h"
#include "tracker/device.h"
#include "tracker/extent.h"
#include "tracker/look.h"

/* More children and buffers are not looked at one by one. */
#define MOST_CHILDREN 65536
#define MOST_BUFFERS  64
#define BATCH         64

static bool is_device(const struct object *object) {
    return object->kind == KIND_DEVICE_ARRAY || object->kind == KIND_DEVICE_STREAM;
}

/* NULL for other kinds. */
static const struct ArrowArray *array_of(const struct judged *judged) {
    enum object_kind kind = judged->object->kind;
    bool is_array = kind == KIND_ARRAY || kind == KIND_DEVICE_ARRAY;
    return is_array ? &judged->copy->array : NULL;
}

/* An array whose type was read whole; NULL for others. */
static const struct ArrowArray *typed_array_of(const struct judged *judged) {
    const struct type *type = judged->object->type;
    return type && type->form != FORM_UNKNOWN ? array_of(judged) : NULL;
}

/* NULL for other kinds. */
static const struct ArrowDeviceArray *device_array_of(const struct judged *judged) {
    return judged->object->kind == KIND_DEVICE_ARRAY ? &judged->copy->device_array : NULL;
}

static bool broken_DEVICE_TYPE_UNKNOWN(const struct judged *judged, struct finding *finding) {
    const struct object *object = judged->object;
    char type[24];
    if (!is_device(object) || device_of(object->device_type))
        return false;
    JUDGE_MESSAGE(finding, judge_own_name(judged), " has device type ",
                  judge_int(type, object->device_type), ", which is none of the specification's");
    return true;
}

/* Where its runtime has said which device the memory is on, it was compared at the hand-over. */
static bool lies_elsewhere(const struct judged *judged, struct finding *finding) {
    if (!deed_act(judged, CHECK_DEVICE_ID_MISMATCH, finding))
        return false;
    JUDGE_MESSAGE(finding, "buffers of ", judge_own_name(judged),
                  " lie on another device than device_id says");
    return true;
}

static bool broken_DEVICE_ID_MISMATCH(const struct judged *judged, struct finding *finding) {
    if (judged->event->kind == EVENT_DEVICE)
        return lies_elsewhere(judged, finding);
    const struct ArrowDeviceArray *array = device_array_of(judged);
    char id[24];
    if (!array || array->device_type != DEVICE_CPU || array->device_id == -1 ||
        array->device_id == 0)
        return false;
    JUDGE_MESSAGE(finding, judge_own_name(judged), " lies on the CPU and has device id ",
                  judge_int(id, array->device_id));
    return true;
}

static bool broken_HOST_POINTER_ON_DEVICE(const struct judged *judged, struct finding *finding) {
    const struct act *act = deed_act(judged, CHECK_HOST_POINTER_ON_DEVICE, finding);
    if (!act)
        return false;
    JUDGE_MESSAGE(finding, "buffers of ", judge_own_name(judged), " lie in ", act->why,
                  judged->object->kind == KIND_DEVICE_ARRAY ? ", which its device_type does not say"
                                                            : ", which an ArrowArray cannot say");
    return true;
}

static bool broken_RESERVED_NOT_ZERO(const struct judged *judged, struct finding *finding) {
    const struct ArrowDeviceArray *array = device_array_of(judged);
    char words[3][24];
    if (!array || !(array->reserved[0] | array->reserved[1] | array->reserved[2]))
        return false;
    for (unsigned i = 0; i < LENGTH(words); i++)
        judge_hex(words[i], (uintptr_t)array->reserved[i]);
    JUDGE_MESSAGE(finding, "the reserved bytes of ", judge_own_name(judged), " are not zero");
    JUDGE_NOTE(finding, "they are ", words[0], ", ", words[1], ", ", words[2]);
    return true;
}

static bool broken_NEGATIVE_LENGTH(const struct judged *judged, struct finding *finding) {
    const struct ArrowArray *array = array_of(judged);
    char number[24];
    if (!array)
        return false;
    const struct {
        const char *name;
        int64_t value;
    } members[] = {{"length", array->length},
                   {"offset", array->offset},
                   {"n_buffers", array->n_buffers},
                   {"n_children", array->n_children}};
    for (unsigned i = 0; i < LENGTH(members); i++) {
        if (members[i].value >= 0)
            continue;
        JUDGE_MESSAGE(finding, judge_own_name(judged), " has ", members[i].name, " ",
                      judge_int(number, members[i].value));
        return true;
    }
    return false;
}

static bool broken_NULL_COUNT_RANGE(const struct judged *judged, struct finding *finding) {
    const struct ArrowArray *array = array_of(judged);
    char nulls[24], length[24];
    if (!array || array->length < 0 ||
        (array->null_count >= -1 && array->null_count <= array->length))
        return false;
    JUDGE_MESSAGE(finding, judge_own_name(judged), " has null_count ",
                  judge_int(nulls, array->null_count), " and length ",
                  judge_int(length, array->length));
    return true;
}

/* The first buffer that is NULL although it holds something; -1 for none. A missing bitmap is no
 * fault. */
static int64_t find_null_buffer(const struct object *object, const struct ArrowArray *array) {
    const struct type *type = object->type;
    int64_t n = extent_n_buffers(type->form);
    if (type->form == FORM_VIEW || n > array->n_buffers)
        n = array->n_buffers < MOST_BUFFERS ? array->n_buffers : MOST_BUFFERS;
    for (int64_t i = extent_has_bitmap(type->form); i < n; i++) {
        const void *buffer;
        if (peek(&buffer, &array->buffers[i], sizeof(buffer)) != 0)
            return -1;
        if (!buffer && extent_of_buffer(type, array, i, device_is_host(object->device_type)) > 0)
            return i;
    }
    return -1;
}

static bool broken_NULL_BUFFER(const struct judged *judged, struct finding *finding) {
    const struct ArrowArray *array = array_of(judged);
    char number[24];
    if (!array || array->length <= 0 || array->n_buffers <= 0)
        return false;
    if (!array->buffers) {
        JUDGE_MESSAGE(finding, judge_own_name(judged), " has ", judge_int(number, array->n_buffers),
                      " buffers, the list of them is NULL");
        return true;
    }
    int64_t i = typed_array_of(judged) ? find_null_buffer(judged->object, array) : -1;
    if (i < 0)
        return false;
    JUDGE_MESSAGE(finding, "buffer ", judge_int(number, i), " of ", judge_own_name(judged),
                  " is NULL");
    return true;
}

/* What cannot be read is not judged. */
static bool broken_FORMAT_UNKNOWN(const struct judged *judged, struct finding *finding) {
    char format[64];
    struct type_format parsed;
    if (judged->object->kind != KIND_SCHEMA)
        return false;
    if (!judged->copy->schema.format) {
        JUDGE_MESSAGE(finding, "format of ", judge_own_name(judged), " is NULL");
        return true;
    }
    int length = peek_string(format, sizeof(format), judged->copy->schema.format);
    if (length < 0)
        return false;
    type_parse(format, &parsed);
    if (parsed.form != FORM_UNKNOWN)
        return false;
    JUDGE_MESSAGE(finding, "format of ", judge_own_name(judged), " is ", parsed.before,
                  ", which is none of the specification's");
    return true;
}

/* Of dictionary-encoded columns format is that of the indices. */
static bool has_no_indices(const struct ArrowSchema *schema, const char *format) {
    return schema->dictionary && (!*format || format[1] || !strchr("cCsSiIlL", format[0]));
}

/* Children that do not go with the format. What cannot be read is not judged. */
static bool has_other_children(const struct judged *judged, struct finding *finding) {
    const struct ArrowSchema *schema = &judged->copy->schema;
    char format[64], has[24], wants[24];
    struct type_format parsed;
    if (!schema->format || peek_string(format, sizeof(format), schema->format) < 0)
        return false;
    type_parse(format, &parsed);
    int64_t due = strlen(format) < sizeof(format) - 1 ? type_n_children(&parsed) : -1;
    if (has_no_indices(schema, format)) {
        JUDGE_MESSAGE(finding, judge_own_name(judged), " has a dictionary and format \"", format,
                      "\", which is none of an integer");
        return true;
    }
    if (schema->n_children >= 0 && (due < 0 || schema->n_children == due))
        return false;
    JUDGE_MESSAGE(finding, judge_own_name(judged), " has format \"", format, "\" and n_children ",
                  judge_int(has, schema->n_children));
    if (due >= 0)
        JUDGE_NOTE(finding, judge_int(wants, due),
                   due == 1 ? " child is due" : " children are due");
    return true;
}

static bool read_child(const struct ArrowSchema *schema, struct ArrowSchema *child) {
    const void *place;
    return schema->n_children > 0 && schema->children &&
           peek(&place, schema->children, sizeof(place)) == 0 &&
           peek(child, place, sizeof(*child)) == 0;
}

static bool is_format(const struct ArrowSchema *schema, const char *wanted) {
    char format[64];
    return schema->format && peek_string(format, sizeof(format), schema->format) >= 0 &&
           strcmp(format, wanted) == 0;
}

/* A map is a list of structs of two, and its keys are never null (Arrow's Schema.fbs, "Map"). */
static bool has_other_entries(const struct judged *judged, struct finding *finding) {
    const struct ArrowSchema *schema = &judged->copy->schema;
    struct ArrowSchema entries, key;
    char number[24];
    if (!is_format(schema, "+m") || !read_child(schema, &entries))
        return false;
    if (!is_format(&entries, "+s") || entries.n_children != 2) {
        JUDGE_MESSAGE(finding, "the child of the map ", judge_own_name(judged),
                      " is no struct of two: n_children ", judge_int(number, entries.n_children));
        JUDGE_NOTE(finding, "a struct of a key and a value is due");
        return true;
    }
    if (!read_child(&entries, &key) || !(key.flags & ARROW_FLAG_NULLABLE))
        return false;
    if (finding->severity > SEVERITY_WARNING)
        finding->severity = SEVERITY_WARNING;
    JUDGE_MESSAGE(finding, "the key of the map ", judge_own_name(judged), " is nullable");
    return true;
}

/* @i  of the key or value that has this size, -1: it is the number of pairs */
static bool is_bad_number(int64_t number, int64_t i, const struct judged *judged,
                          struct finding *finding) {
    char digits[24], place[24];
    bool is_read = number != LOOK_UNREADABLE;
    if (number >= 0)
        return false;
    JUDGE_MESSAGE(finding, "metadata of ", judge_own_name(judged),
                  is_read ? " has a negative number: " : " leads to memory that cannot be read",
                  is_read ? judge_int(digits, number) : "");
    if (i >= 0)
        JUDGE_NOTE(finding, i % 2 ? "of the value " : "of the key ", judge_int(place, i / 2));
    else
        JUDGE_NOTE(finding, "of the number of its pairs");
    return true;
}

static bool has_bad_metadata(const struct judged *judged, struct finding *finding) {
    uintptr_t at = (uintptr_t)judged->copy->schema.metadata;
    if (!at)
        return false;
    int64_t n = look_number(&at);
    if (is_bad_number(n, -1, judged, finding))
        return true;
    for (int64_t i = 0; i < 2 * n && i < 2 * LOOK_METADATA_MOST; i++) {
        int64_t size = look_number(&at);
        if (is_bad_number(size, i, judged, finding))
            return true;
        at += (uintptr_t)size;
    }
    return false;
}

static bool broken_SCHEMA_MALFORMED(const struct judged *judged, struct finding *finding) {
    return judged->object->kind == KIND_SCHEMA &&
           (has_other_children(judged, finding) || has_other_entries(judged, finding) ||
            has_bad_metadata(judged, finding));
}

/* The first child that is NULL; -1 for none, and where the list can't be read. */
static int64_t find_null_child(const void *children, int64_t n) {
    const void *batch[BATCH], *const *list = children;
    for (int64_t i = 0; i < n && i < MOST_CHILDREN; i++) {
        int64_t left = n - i < BATCH ? n - i : BATCH;
        if (i % BATCH == 0 && peek(batch, &list[i], (size_t)left * sizeof(*batch)) != 0)
            return -1;
        if (!batch[i % BATCH])
            return i;
    }
    return -1;
}

static bool broken_CHILDREN_NULL(const struct judged *judged, struct finding *finding) {
    const struct ArrowArray *array = array_of(judged);
    const struct ArrowSchema *schema =
        judged->object->kind == KIND_SCHEMA ? &judged->copy->schema : NULL;
    char number[24];
    if (!array && !schema)
        return false;
    int64_t n = array ? array->n_children : schema->n_children;
    const void *children = array ? (void *)array->children : (void *)schema->children;
    int64_t missing = n > 0 && children ? find_null_child(children, n) : -1;
    if (n > 0 && !children)
        JUDGE_MESSAGE(finding, judge_own_name(judged), " has ", judge_int(number, n),
                      " children, the list of them is NULL");
    else if (missing >= 0)
        JUDGE_MESSAGE(finding, "child ", judge_int(number, missing), " of ", judge_own_name(judged),
                      " is NULL");
    return (n > 0 && !children) || missing >= 0;
}

static bool are_null(const struct ArrowArray *array, int64_t first) {
    if (array->buffers && array->n_buffers - first > MOST_BUFFERS)
        return false;
    for (int64_t i = first; array->buffers && i < array->n_buffers; i++) {
        const void *buffer;
        if (peek(&buffer, &array->buffers[i], sizeof(buffer)) != 0 || buffer)
            return false;
    }
    return true;
}

/* True: not as many buffers as its type has, or for views as it has at least. */
static bool has_other_buffers(const struct type *type, const struct ArrowArray *array) {
    int64_t due = extent_n_buffers(type->form);
    return array->n_buffers >= 0 && array->n_buffers != due &&
           !(type->form == FORM_VIEW && array->n_buffers > due);
}

/* What does not go with another's schema is one fault: that they were handed over together. */
static const struct ArrowArray *own_array_of(const struct judged *judged) {
    return judged->event->stranger ? NULL : typed_array_of(judged);
}

static bool broken_N_BUFFERS_MISMATCH(const struct judged *judged, struct finding *finding) {
    const struct ArrowArray *array = own_array_of(judged);
    char has[24], wants[24];
    if (!array || !has_other_buffers(judged->object->type, array))
        return false;
    bool is_view = judged->object->type->form == FORM_VIEW;
    int64_t due = extent_n_buffers(judged->object->type->form);
    if (array->n_buffers > due && finding->severity > SEVERITY_WARNING && are_null(array, due))
        finding->severity = SEVERITY_WARNING;
    JUDGE_MESSAGE(finding, judge_own_name(judged), " has ", judge_int(has, array->n_buffers),
                  array->n_buffers == 1 ? " buffer, its type has " : " buffers, its type has ",
                  judge_int(wants, due), is_view ? " at least" : "");
    return true;
}

static bool broken_DICTIONARY_MISMATCH(const struct judged *judged, struct finding *finding) {
    const struct ArrowArray *array = own_array_of(judged);
    if (!array || !array->dictionary == !judged->object->type->dictionary)
        return false;
    JUDGE_MESSAGE(finding, judge_own_name(judged),
                  array->dictionary ? " has a dictionary, its schema has none"
                                    : " has no dictionary, its schema has one");
    return true;
}

/* Where buffers are empty their addresses mean nothing. */
static bool broken_MISALIGNED_BUFFER(const struct judged *judged, struct finding *finding) {
    const struct object *object = judged->object;
    const struct ArrowArray *array = typed_array_of(judged);
    char number[24], wanted[24], found[24];
    if (!array || array->length <= 0 || !array->buffers || !device_is_host(object->device_type))
        return false;
    for (int64_t i = 0; i < array->n_buffers && i < MOST_BUFFERS; i++) {
        uintptr_t address;
        uint32_t alignment = extent_alignment(object->type, array, i);
        if (alignment == 1)
            continue;
        if (peek(&address, &array->buffers[i], sizeof(address)) != 0)
            return false;
        if (address % alignment == 0)
            continue;
        JUDGE_MESSAGE(finding, "buffer ", judge_int(number, i), " of ", judge_own_name(judged),
                      " is not aligned to ", judge_int(wanted, alignment), " bytes");
        JUDGE_NOTE(finding, "it is at ", judge_hex(found, address));
        return true;
    }
    return false;
}

/* Rows that each child must have; 0 where nothing is said. */
static int64_t rows_due(const struct type *type, const struct ArrowArray *array) {
    int64_t rows, values;
    if (array->length <= 0 || array->offset < 0 ||
        __builtin_add_overflow(array->offset, array->length, &rows))
        return 0;
    if (type->form == FORM_FIXED_LIST)
        return __builtin_mul_overflow(rows, type->width, &values) ? 0 : values;
    return type->form == FORM_STRUCT ? rows : 0;
}

static bool broken_CHILD_TOO_SHORT(const struct judged *judged, struct finding *finding) {
    const struct object *object = judged->object, *child;
    const struct ArrowArray *array = typed_array_of(judged);
    int64_t due = array ? rows_due(object->type, array) : 0;
    char name[24], has[24], wants[24];
    for (child = object->children; child && due > 0; child = child->sibling)
        if (child->place != (uintptr_t)array->dictionary && child->state == STATE_LIVE &&
            !child->moved_out && child->length >= 0 && child->length < due)
            break;
    if (!child || due == 0)
        return false;
    judge_name(finding, child);
    JUDGE_MESSAGE(finding, "child ", object_name(child, name), " of ", judge_own_name(judged),
                  " has ", judge_int(has, child->length), " rows, ", judge_int(wants, due),
                  " are due");
    return true;
}

/* The schema is not the array's own and does not describe it. */
static bool is_strange(const struct judged *judged, const struct ArrowArray *array,
                       struct finding *finding) {
    const struct type *type = judged->object->type;
    char schema[24], has[24], wants[24];
    const char *what = NULL;
    int64_t found = !!array->dictionary, due = !!type->dictionary;
    if (found != due)
        what = found ? " dictionary, not " : " dictionaries, not ";
    if (has_other_buffers(type, array) && !(type->form == FORM_NULL && are_null(array, 0))) {
        found = array->n_buffers;
        due = extent_n_buffers(type->form);
        what = found == 1 ? " buffer, not " : " buffers, not ";
    }
    if (array->n_children >= 0 && array->n_children != (int64_t)type->n_children) {
        found = array->n_children;
        due = type->n_children;
        what = found == 1 ? " child, not " : " children, not ";
    }
    if (!what)
        return false;
    judge_name(finding, judged->event->stranger);
    JUDGE_MESSAGE(finding, judge_own_name(judged), " is handed over with another's schema, ",
                  object_name(judged->event->stranger, schema), ": it has ", judge_int(has, found),
                  what, judge_int(wants, due));
    return true;
}

static bool broken_SCHEMA_ARRAY_MISMATCH(const struct judged *judged, struct finding *finding) {
    const struct ArrowArray *array = typed_array_of(judged);
    char has[24], wants[24];
    if (array && judged->event->stranger)
        return is_strange(judged, array, finding);
    if (!array || array->n_children < 0 ||
        array->n_children == (int64_t)judged->object->type->n_children)
        return false;
    JUDGE_MESSAGE(finding, judge_own_name(judged), " has ", judge_int(has, array->n_children),
                  array->n_children == 1 ? " child, its schema has " : " children, its schema has ",
                  judge_int(wants, judged->object->type->n_children));
    return true;
}

static bool broken_CONTEXT_DESTROYED_WHILE_HELD(const struct judged *judged,
                                                struct finding *finding) {
    if (!deed_act(judged, CHECK_CONTEXT_DESTROYED_WHILE_HELD, finding))
        return false;
    JUDGE_MESSAGE(finding, "the context that holds memory or the event of ", judge_own_name(judged),
                  " destroyed while it is held");
    return true;
}

static bool broken_DEVICE_LOST(const struct judged *judged, struct finding *finding) {
    const struct act *act = deed_act(judged, CHECK_DEVICE_LOST, finding);
    char device[24];
    if (!act)
        return false;
    JUDGE_MESSAGE(finding, "device ", judge_int(device, act->device),
                  " is lost: ", act->call ? act->call : "a call", " returned ",
                  act->why ? act->why : "an error");
    return true;
}

const struct judge_row form_rows[] = {
#define IN_FORM(ID, when) {CHECK_##ID, when, broken_##ID},
#include "tracker/checks/rows.h"
    {0}};
