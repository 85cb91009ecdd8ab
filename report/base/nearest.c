/* nearest: the known word that a mistyped one was probably meant to be. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/base/nearest.h"

#define MOST 64

static unsigned least(unsigned a, unsigned b, unsigned c) {
    unsigned ab = a < b ? a : b;
    return ab < c ? ab : c;
}

/* Levenshtein's distance, one row of the table at a time. */
static unsigned distance(const char *a, const char *b) {
    size_t n = strlen(b);
    unsigned row[MOST + 1];
    if (n > MOST)
        return UINT32_MAX;
    for (size_t j = 0; j <= n; j++)
        row[j] = (unsigned)j;
    for (size_t i = 1; a[i - 1]; i++) {
        unsigned diagonal = row[0];
        row[0] = (unsigned)i;
        for (size_t j = 1; j <= n; j++) {
            unsigned above = row[j];
            row[j] = least(above + 1, row[j - 1] + 1, diagonal + (a[i - 1] != b[j - 1]));
            diagonal = above;
        }
    }
    return row[n];
}

const char *nearest_of(const char *word, const char *const *words, size_t n) {
    const char *best = NULL;
    size_t length = strlen(word);
    unsigned best_distance = 1 + (unsigned)length / 3; /* more is another word */
    for (size_t i = 0; i < n; i++) {
        size_t other = strlen(words[i]);
        if ((length > other ? length - other : other - length) > best_distance)
            continue; /* each letter too many is a step */
        unsigned now = distance(word, words[i]);
        if (now <= best_distance) {
            best = words[i];
            best_distance = now - (now > 0);
        }
    }
    return best;
}
