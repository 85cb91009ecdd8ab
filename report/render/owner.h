/* owner: the table of who owned an object when, up to the step that broke the rule. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RENDER_OWNER_H
#define RENDER_OWNER_H

#include "report/render/facts.h"
#include "report/render/sheet.h"

enum { OWNER_MS, OWNER_THREAD, OWNER_EVENT, OWNER_BY, OWNER_AFTER, OWNER_COLUMNS };

extern const char *const owner_heads[OWNER_COLUMNS];

struct owner_row {
    const char *cells[OWNER_COLUMNS];
};

/** A finding's events, as the table has them; the last one is the step that broke the rule. */
const struct owner_row *owner_rows(const struct finding *finding, size_t *n);

/** The rows of a finding's events with their heading, the last one marked; nothing for none. */
void owner_table(const struct finding *finding, struct sheet *sheet);

/** "Batch::~Batch batch.cc:33", else the module that did it. */
const char *owner_by_whom(const struct process *process, const struct event *event);

/** 0x7f31aabb8e10 -> 0x7f31..8e10 in a text; the result stays. */
const char *owner_shorten(const char *text);

#endif
