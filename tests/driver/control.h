/* control: what a test may ask of the software driver; weak, so a program runs on a real one too.
 *
 * The same by environment variable, for programs that know nothing of it:
 *   ARROWDEV_DRIVER_DELAY=MICROSECONDS   each piece of work takes that long
 *   ARROWDEV_DRIVER_FAIL=NAME:CODE[:N]   the Nth call (1) of a function, or of any ("*"), fails
 *   ARROWDEV_DRIVER_PAGEABLE=staged      asynchronous copies from and to pageable memory are done
 *                                        when they return, as drivers often do and none promises
 *   ARROWDEV_DRIVER_WORK=none            nothing is done, as fast as can be: to time calls
 *   ARROWDEV_DRIVER_COUNTS=FILE          at the end: "NAME CALLS" and "bytes DIRECTION N" lines
 */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_DRIVER_CONTROL_H
#define TESTS_DRIVER_CONTROL_H

#include <stddef.h>
#include <stdint.h>

struct CUstream_st;
#define CONTROL __attribute__((visibility("default"), weak))

/** From now on nothing of this stream runs (NULL: of the legacy stream of the current context). */
CONTROL void driver_hold(struct CUstream_st *stream);
CONTROL void driver_let_go(struct CUstream_st *stream);
/** Let one piece of a held stream's work run, and wait for it. */
CONTROL void driver_step(struct CUstream_st *stream);
/** Pieces of work that the stream has not done. */
CONTROL size_t driver_pending(struct CUstream_st *stream);
/** What is left of the next synchronous copy from pageable memory after its call stays undone. */
CONTROL void driver_hold_next_tail(void);
CONTROL void driver_open_tail(void);
/** Every piece of work takes so long. */
CONTROL void driver_delay(unsigned microseconds);
/** The nth call from now of a function ("*": of any) fails; a code that means a lost device stays.
 */
CONTROL void driver_fail(const char *name, int code, unsigned nth);
/** cuMemFree waits for the context, as drivers often do and none promises. */
CONTROL void driver_free_waits(int waits);
/** Copies to and from pageable memory are staged in the call, as drivers often do. */
CONTROL void driver_stage_pageable(int stages);

/** Directions of driver_bytes(). */
enum driver_direction {
    DRIVER_H2D,
    DRIVER_D2H,
    DRIVER_D2D,
    DRIVER_H2H,
    DRIVER_PREFETCH,
    DRIVER_DIRECTIONS
};
/** Bytes that copies were asked to move. */
CONTROL uint64_t driver_bytes(enum driver_direction direction);
/** Calls of a function, by its exported name. */
CONTROL uint64_t driver_calls(const char *name);

/** The body of a kernel: runs once a launch; params as given to the launch. */
typedef void (*driver_kernel_fn)(void **params, const unsigned *grid, const unsigned *block);
/** A kernel is found by a part of the name that a module is asked for.
 * @sizes  of its parameters, n of them */
CONTROL void driver_kernel(const char *part, driver_kernel_fn run, const size_t *sizes, size_t n);

#endif
