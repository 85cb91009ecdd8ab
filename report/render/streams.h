/* streams: the steps of a finding about a device, host and streams side by side. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RENDER_STREAMS_H
#define RENDER_STREAMS_H

#include "report/render/facts.h"
#include "report/render/sheet.h"

/** A step of a finding about a device; all of it lives as long as its events. */
struct streams_step {
    const struct event *event;
    const char *thread, *host; /* by whom the call was made, and as what */
    const char *stream, *deed; /* on which stream, and what it is there; NULL for the host alone */
};

/** A finding's steps, the last one broke the rule; none where no step was on a stream. */
const struct streams_step *streams_steps(const struct finding *finding, size_t *n);

/** False, or the two steps that nothing orders. */
bool streams_gap(const struct finding *finding, const struct streams_step *steps, size_t n,
                 size_t *from, size_t *to);

/** The paragraph `lanes`, with what no path leads along below it. False, and nothing is written,
 * where no step was on a stream. */
bool streams_table(const struct finding *finding, struct sheet *sheet);

#endif
