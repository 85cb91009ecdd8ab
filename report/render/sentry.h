/* sentry: tells a signal sent to our process group from one sent to us alone.
 *
 * The command runs in our group, as the terminal's foreground group is one: what is sent to the
 * group has reached it already and must not be passed on. Nothing in a signal says which it was, so
 * a process of ours stays in the group and says what reached it too. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RENDER_SENTRY_H
#define RENDER_SENTRY_H

#include <signal.h>
#include <stdbool.h>

/** Start it, for these signals; without it all signals of other processes pass for sent to us. */
void sentry_begin(const sigset_t *signals);

/** Did this signal, received a moment ago, reach the group? */
bool sentry_has_seen(const siginfo_t *signal);

void sentry_end(void);

#endif
