/* crew: named threads that do one thing at a time when they are told. They are told by pipes, in
 * which nobody but the kernel sees them meet. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_ORDER_CREW_H
#define TESTS_ORDER_CREW_H

#include <pthread.h>

/** Run it on the thread at hand, at first that of main(); back when it is done. */
void crew_do(void (*run)(void));

/** From inside such a run: all that follows is done by this thread. False: it has been there. */
_Bool crew_go_on_as(const char *name);

/** From inside: wait for its end, which is now. Its pthread_t, for who needs the name. */
pthread_t crew_join(const char *name);

/** They end, and all names are forgotten; the thread at hand is main()'s. */
void crew_forget(void);

#endif
