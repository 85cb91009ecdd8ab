/* owner: the table of who owned an object when, up to the step that broke the rule. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RENDER_OWNER_H
#define RENDER_OWNER_H

#include "report/render/process.h"
#include "report/render/sheet.h"

/** The rows of a finding's events with their heading, the last one marked; nothing for none. */
void owner_table(const struct finding *finding, struct sheet *sheet);

/** 0x7f31aabb8e10 -> 0x7f31..8e10 in a text; the result stays. */
const char *owner_shorten(const char *text);

#endif
