/* copies: what crossed between host and devices, and where the host waited, by place. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RENDER_COPIES_H
#define RENDER_COPIES_H

#include <jansson.h>

#include "report/render/format.h"

/** Sums over all processes; bytes and microseconds. */
struct copies {
    unsigned n_places, n_waits;
    int64_t d2h, h2d, peer; /* bytes */
    int64_t blocked_us, waited_us;
    int64_t first_uses, first_use_us, first_use_longest_us;
    int64_t budget_d2h, budget_h2d; /* -1: none */
};

struct copies copies_of(const struct tree *tree);

/** Each line of the record; `direction` is NULL for a wait. */
void copies_each(const struct tree *tree,
                 void (*take)(const struct process *process, const json_t *line, void *context),
                 void *context);

/** The table and what was waited for; nothing when there was neither. */
void copies_table(const struct report *report, struct sheet *sheet);

#endif
