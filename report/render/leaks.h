/* leaks: the structures never released, as a table of groups. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RENDER_LEAKS_H
#define RENDER_LEAKS_H

#include "report/render/format.h"

struct leaks {
    unsigned n_groups;
    int64_t structs, bytes_host, bytes_device;
};

/** Sums over all groups, printed or not. */
struct leaks leaks_of(const struct tree *tree);

/** The table of the printed groups; nothing when there is none. */
void leaks_table(const struct report *report, struct sheet *sheet);

/** How long the oldest structure of a group lived, in microseconds; -1 when not known. */
int64_t leaks_oldest_us(const struct finding *group);

/** Device bytes of the objects that a group names. */
int64_t leaks_bytes_device(const struct finding *group);

#endif
