/* parts: a large JSON document, written member by member and item by item, so that it is never in
 * memory as a whole. What stands in it is plain ASCII. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RENDER_PARTS_H
#define RENDER_PARTS_H

#include "report/render/sheet.h"

#include <jansson.h>

struct parts {
    struct sheet *sheet;
    bool has_some;  /* of the object or list that is being written */
    unsigned depth; /* objects and lists that were begun */
};

/** A value as text, which the caller frees; the value is taken, as by the others. */
char *parts_dump(json_t *json);

/** The next member of the object that is being written. */
void parts_member(struct parts *parts, const char *name, json_t *json);

/** The next item of the list that is being written, as a value or as text that was dumped. */
void parts_item(struct parts *parts, json_t *json);
void parts_add(struct parts *parts, const char *text);

/**
 * Begin an object or a list.
 *
 * @name   of the member that it is; NULL for an item of a list, or the whole
 * @opens  '{' or '['
 */
void parts_begin(struct parts *parts, const char *name, char opens);

/** End what was begun: '}' or ']' */
void parts_end(struct parts *parts, char closes);

#endif
