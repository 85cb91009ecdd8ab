/* frames: a stack as text prints it: few lines, the user's among them, a library's folded. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RENDER_FRAMES_H
#define RENDER_FRAMES_H

#include "report/render/sheet.h"
#include "report/render/trace.h"

#define FRAMES_MOST 6

struct entry {
    const struct spot *spot;
    unsigned number;   /* among the frames that are not hidden */
    unsigned n_folded; /* library frames after it that have no line of their own */
};

struct frames {
    size_t n;
    struct entry entries[FRAMES_MOST];
};

/** Hidden frames are left out; runs of library and system frames become one entry, if there is a
 * user's. */
struct frames frames_of(const struct trace *trace);

/** The column in which the places of several stacks stand below each other. */
size_t frames_column(const struct frames *stacks, size_t n, size_t begin);

/** Do they print the same? */
bool frames_are_equal(const struct frames *a, const struct frames *b);

/** "#0 Sink::close   src/sink.cc:141  (inlined)" and the newline. */
void frames_print(const struct entry *entry, size_t column, struct sheet *sheet);

#endif
