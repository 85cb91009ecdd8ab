/* window: keeps the stretch that was read last. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tracker/window.h"

struct window window_on(const void *buffer) {
    return (struct window){.buffer = (uintptr_t)buffer};
}

bool window_is_open(const struct window *window) {
    return window->buffer != 0;
}

/* No further than the page's end: what comes behind may not be there. */
static bool fill(struct window *window, uintptr_t from, uint32_t least) {
    uintptr_t page_end = (from | 4095) + 1;
    uint32_t n = page_end - from < WINDOW_SIZE ? (uint32_t)(page_end - from) : WINDOW_SIZE;
    if (n < least)
        n = least;
    window->n = 0;
    if (peek(window->bytes, (const void *)from, n) != 0)
        return false;
    window->begin = from;
    window->n = n;
    return true;
}

bool window_at(struct window *window, int64_t byte, uint32_t width, bool is_signed,
               int64_t *number) {
    uintptr_t from = window->buffer + (uintptr_t)byte;
    uint64_t read = 0;
    if (!window->buffer || width == 0 || width > 8)
        return false;
    /* Sums would overflow: a buffer may be MAP_FAILED. */
    bool is_in =
        from >= window->begin && window->n >= width && from - window->begin <= window->n - width;
    if (!is_in && !fill(window, from, width))
        return false;
    memcpy(&read, window->bytes + (from - window->begin), width);
    unsigned spare = 64 - width * 8;
    *number = is_signed ? (int64_t)(read << spare) >> spare : (int64_t)read;
    return true;
}

bool window_number(struct window *window, int64_t i, uint32_t width, bool is_signed,
                   int64_t *number) {
    return window_at(window, i * (int64_t)width, width, is_signed, number);
}

bool window_bit(struct window *window, int64_t i, bool *bit) {
    int64_t byte;
    if (!window_at(window, i / 8, 1, false, &byte))
        return false;
    *bit = byte >> (i % 8) & 1;
    return true;
}

bool window_ones(struct window *window, int64_t i, int64_t n, int64_t *ones) {
    *ones = 0;
    for (int64_t end = i + n; i < end;) {
        bool is_word = i % 64 == 0 && end - i >= 64, bit = false;
        int64_t word = 0;
        if (is_word ? !window_number(window, i / 64, sizeof(word), true, &word)
                    : !window_bit(window, i, &bit))
            return false;
        *ones += is_word ? __builtin_popcountll((uint64_t)word) : bit;
        i += is_word ? 64 : 1;
    }
    return true;
}

/* Unicode Standard, "Well-Formed UTF-8 Byte Sequences". */
static const struct {
    unsigned char first, last, n_left, least, most;
} leads[] = {{0xc2, 0xdf, 1, 0x80, 0xbf}, {0xe0, 0xe0, 2, 0xa0, 0xbf}, {0xe1, 0xec, 2, 0x80, 0xbf},
             {0xed, 0xed, 2, 0x80, 0x9f}, {0xee, 0xef, 2, 0x80, 0xbf}, {0xf0, 0xf0, 3, 0x90, 0xbf},
             {0xf1, 0xf3, 3, 0x80, 0xbf}, {0xf4, 0xf4, 3, 0x80, 0x8f}};

bool window_text_takes(struct window_text *text, unsigned char byte) {
    if (text->n_left > 0) {
        bool fits = byte >= text->least && byte <= text->most;
        *text = (struct window_text){text->n_left - 1, 0x80, 0xbf};
        return fits;
    }
    if (byte < 0x80)
        return true;
    for (unsigned i = 0; i < LENGTH(leads); i++)
        if (byte >= leads[i].first && byte <= leads[i].last) {
            *text = (struct window_text){leads[i].n_left, leads[i].least, leads[i].most};
            return true;
        }
    return false;
}
