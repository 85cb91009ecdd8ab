/* misshapen: an array and its schema cross, well made but for one member. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/misshapen.h"

#include "report/render/specimen.h"

#define A_TYPE_OF_DLPACK 5 /* that Arrow does not have */

static struct ArrowArray array;
static struct ArrowSchema schema;
static struct ArrowDeviceArray on_device;
static _Alignas(16) char bytes[80];

static void cross(void) {
    specimen_gives(SPECIMEN_ARRAY, &array);
    specimen_gives(SPECIMEN_SCHEMA, &schema);
    specimen_pair(&array, &schema);
    array.release(&array);
    schema.release(&schema);
}

static void begin(const char *format) {
    specimen_array(&array, 4);
    specimen_schema(&schema, format, 0);
}

static void begin_struct(int64_t n_children) {
    specimen_struct(&array, 4, 2);
    specimen_schema(&schema, "+s", n_children);
}

static void format_unknown(void) {
    begin("j");
    cross();
}

static void schema_malformed(void) {
    begin("+l");
    cross();
}

static void negative_length(void) {
    begin("l");
    array.length = -4;
    cross();
}

static void null_count_range(void) {
    begin("l");
    array.null_count = 5;
    cross();
}

static void null_buffer(void) {
    begin("l");
    array.buffers[1] = NULL;
    cross();
}

static void children_null(void) {
    begin_struct(2);
    array.children = NULL;
    specimen_gives(SPECIMEN_ARRAY, &array);
}

static void n_buffers_mismatch(void) {
    begin("l");
    array.n_buffers = 1;
    cross();
}

static void dictionary_mismatch(void) {
    static struct ArrowSchema values;
    begin("l");
    specimen_schema(&values, "u", 0);
    schema.dictionary = &values;
    cross();
}

static void child_too_short(void) {
    begin_struct(2);
    array.children[1]->length = 3;
    cross();
}

static void schema_array_mismatch(void) {
    begin_struct(3);
    cross();
}

static void misaligned_buffer(void) {
    begin("l");
    array.buffers[1] = bytes + 1;
    cross();
}

static void cross_on_device(void) {
    specimen_gives(SPECIMEN_DEVICE_ARRAY, &on_device);
    on_device.array.release(&on_device.array);
}

static void event_unsupported(void) {
    static int event;
    specimen_device_array(&on_device);
    on_device.sync_event = &event;
    cross_on_device();
}

static void device_type_unknown(void) {
    specimen_device_array(&on_device);
    on_device.device_type = A_TYPE_OF_DLPACK;
    cross_on_device();
}

static void device_id_mismatch(void) {
    specimen_device_array(&on_device);
    on_device.device_id = 7;
    cross_on_device();
}

static void reserved_not_zero(void) {
    specimen_device_array(&on_device);
    on_device.reserved[0] = 1;
    cross_on_device();
}

const struct plant *misshapen_plants(size_t *n) {
    static const struct plant plants[] = {
        {"format-unknown", format_unknown, NULL, NULL},
        {"schema-malformed", schema_malformed, NULL, NULL},
        {"negative-length", negative_length, NULL, NULL},
        {"null-count-range", null_count_range, NULL, NULL},
        {"null-buffer", null_buffer, NULL, NULL},
        {"children-null", children_null, NULL, NULL},
        {"n-buffers-mismatch", n_buffers_mismatch, NULL, NULL},
        {"dictionary-mismatch", dictionary_mismatch, NULL, NULL},
        {"child-too-short", child_too_short, NULL, NULL},
        {"schema-array-mismatch", schema_array_mismatch, NULL, NULL},
        {"misaligned-buffer", misaligned_buffer, NULL, NULL},
        {"event-unsupported", event_unsupported, NULL, NULL},
        {"device-type-unknown", device_type_unknown, NULL, NULL},
        {"device-id-mismatch", device_id_mismatch, NULL, NULL},
        {"reserved-not-zero", reserved_not_zero, NULL, NULL},
    };
    *n = sizeof plants / sizeof *plants;
    return plants;
}
