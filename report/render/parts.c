/* parts: a large JSON document, written part by part. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/parts.h"

#include "report/render/store.h"

#include <stdlib.h>

/* 15 digits are what any double has: no 5.0010000000000003. */
#define FLAGS (JSON_ENSURE_ASCII | JSON_ENCODE_ANY | JSON_REAL_PRECISION(15))

char *parts_dump(json_t *json) {
    char *dump = json ? json_dumps(json, FLAGS) : NULL;
    if (!dump)
        store_fail();
    json_decref(json);
    return dump;
}

static void separate(struct parts *parts) {
    sheet_add(parts->sheet, parts->has_some ? ",\n" : "\n");
    parts->has_some = true;
}

void parts_member(struct parts *parts, const char *name, json_t *json) {
    separate(parts);
    sheet_format(parts->sheet, "\"%s\": ", name);
    char *text = parts_dump(json);
    sheet_add(parts->sheet, text);
    free(text);
}

void parts_add(struct parts *parts, const char *text) {
    separate(parts);
    sheet_add(parts->sheet, text);
}

void parts_item(struct parts *parts, json_t *json) {
    char *text = parts_dump(json);
    parts_add(parts, text);
    free(text);
}

void parts_begin(struct parts *parts, const char *name, char opens) {
    if (parts->depth++)
        separate(parts);
    if (name)
        sheet_format(parts->sheet, "\"%s\": ", name);
    sheet_format(parts->sheet, "%c", opens);
    parts->has_some = false;
}

void parts_end(struct parts *parts, char closes) {
    sheet_format(parts->sheet, --parts->depth ? "\n%c" : "\n%c\n", closes);
    parts->has_some = true;
}
