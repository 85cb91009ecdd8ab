/* place: where a stack touches code that is the user's own, told without names. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef REPORT_PLACE_H
#define REPORT_PLACE_H

#include "report/base/text.h"
#include "report/stack.h"

/** `MODULE+0xOFFSET`, or FILE:LINE of a Python frame: of the innermost frame outside the system and
 * known Arrow software, of the innermost of all when there is no such. */
void place_add(struct text *text, stack_id stack);

/** The same of one frame. */
void place_add_frame(struct text *text, const struct stack_frame *frame);

#endif
