/* lane: what a stream of a device is called: by the program's own name for it, else by where the
 * program made it. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RENDER_LANE_H
#define RENDER_LANE_H

#include "report/render/facts.h"

/** For a heading, of an event on a stream: `stream#2 "join"`, `stream#2 of join.cu:14`. */
const char *lane_heading(const struct process *process, const struct event *event);

/** For a sentence, the word being "stream" (idiom_stream()): `stream "join"`, `the stream made at
 * src/join.cu:14`, `the legacy default stream`, `the stream` where nothing is known or the event is
 * NULL. */
const char *lane_in_words(const struct process *process, const struct event *event,
                          const char *word);

/** For an argument: the program's own name where it could be one of C's, else the word. */
const char *lane_in_code(const struct event *event, const char *word);

/** The step of a finding that broke the rule, and the one that it was not ordered after, as far as
 * they were on a stream; NULL else. */
const struct event *lane_now(const struct finding *finding);
const struct event *lane_before(const struct finding *finding);

#endif
