/* supervise: starts a command in our place: it has our terminal, our process group and our signals,
 * and ends when it ends. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RENDER_SUPERVISE_H
#define RENDER_SUPERVISE_H

#include "report/render/ran.h"

#include <stdbool.h>

/** Called ten times a second while the command runs, and once after. */
typedef void (*supervise_tick)(void *context);

/**
 * Start ran->argv as the file ran->path and wait for its end. What is sent to us alone is passed
 * on; when it stops we stop, too.
 *
 * @ran     pid, started, duration_us and status are filled in
 * @return  0, or the errno of why it could not be started
 */
int supervise(struct ran *ran, char *const *environment, supervise_tick tick, void *context);

/** Wait until there is nothing left to wait for. False when a signal that ends programs came, or
 * the time was over. */
bool supervise_wait(bool (*is_over)(void *context), supervise_tick tick, void *context,
                    int64_t seconds);

#endif
