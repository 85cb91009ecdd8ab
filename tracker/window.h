/* window: numbers and bits of a foreign buffer, read a stretch at a time by peek; and whether bytes
 * are UTF-8.
 *
 * Locks: none. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TRACKER_WINDOW_H
#define TRACKER_WINDOW_H

#include "report/base/peek.h"

#define WINDOW_SIZE 512

struct window {
    uintptr_t buffer; /* 0: there is none */
    uintptr_t begin;  /* of what is in bytes */
    uint32_t n;
    unsigned char bytes[WINDOW_SIZE];
};

struct window window_on(const void *buffer);
bool window_is_open(const struct window *window);

/** A number of 1, 2, 4 or 8 bytes at a byte of the buffer; false: it can't be read. */
bool window_at(struct window *window, int64_t byte, uint32_t width, bool is_signed,
               int64_t *number);

/** Number i of a buffer of such numbers. */
bool window_number(struct window *window, int64_t i, uint32_t width, bool is_signed,
                   int64_t *number);

/** Bit i, the lowest of a byte first. */
bool window_bit(struct window *window, int64_t i, bool *bit);

/** How many of the n bits from bit i on are set; false: they can't all be read. */
bool window_ones(struct window *window, int64_t i, int64_t n, int64_t *ones);

/** What a text that was read so far wants next; starts zeroed. */
struct window_text {
    unsigned n_left;           /* bytes of the character still to come */
    unsigned char least, most; /* what the next one may be */
};

/** False: no text in UTF-8 goes on with this byte. */
bool window_text_takes(struct window_text *text, unsigned char byte);

#endif
