/* words: any function of integers and pointers, and of small structs by value, as one of sixteen
 * words: six register arguments and ten words of the stack, so that it is forwarded whole.
 *
 * Words beyond what the caller passed are copied and mean nothing. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HOOKS_WORDS_H
#define HOOKS_WORDS_H

#include <stdint.h>

#define WORDS_PARAMETERS                                                                           \
    uintptr_t a, uintptr_t b, uintptr_t c, uintptr_t d, uintptr_t e, uintptr_t f, uintptr_t g,     \
        uintptr_t h, uintptr_t i, uintptr_t j, uintptr_t k, uintptr_t l, uintptr_t m, uintptr_t n, \
        uintptr_t o, uintptr_t p
#define WORDS_ARGUMENTS                                                                            \
    { a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p }

/** A function that stands in a row's place: calls the adapter's run(), with the frame where the
 * caller's frame pointer is saved and the return address behind it. A row has several, each with a
 * real function of its own. */
#define WORDS_FUNCTION(symbol, instance)                                                           \
    static uintptr_t hook_##symbol##_##instance(WORDS_PARAMETERS) {                                \
        uintptr_t arguments[] = WORDS_ARGUMENTS;                                                   \
        return run(ROW_##symbol, instance, arguments,                                              \
                   (const uintptr_t *)__builtin_frame_address(0));                                 \
    }

/** Two of them for a row, and the list of both. */
#define WORDS_PAIR(symbol)                                                                         \
    WORDS_FUNCTION(symbol, 0)                                                                      \
    WORDS_FUNCTION(symbol, 1)                                                                      \
    static void *const functions_##symbol[] = {(void *)hook_##symbol##_0,                          \
                                               (void *)hook_##symbol##_1};

typedef uintptr_t (*words_fn)(WORDS_PARAMETERS);

/** Call the real function with all of them. */
static inline uintptr_t words_forward(uintptr_t real, const uintptr_t *a) {
    return ((words_fn)real)(a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9], a[10],
                            a[11], a[12], a[13], a[14], a[15]);
}

#endif
