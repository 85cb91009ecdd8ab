/* each: what the words of a row's arguments are turned into, one after another: EACH(WHAT, a, b) is
 * WHAT(a), WHAT(b), */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HOOKS_EACH_H
#define HOOKS_EACH_H

#define EACH(W, ...)  EACH_N(EACH_COUNT(0, ##__VA_ARGS__))(W, ##__VA_ARGS__)
#define EACH_N(n)     EACH_PASTE(n)
#define EACH_PASTE(n) EACH_##n
#define EACH_COUNT(...)                                                                            \
    EACH_LAST(__VA_ARGS__, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0)

#define EACH_LAST(z, a, b, c, d, e, f, g, h, i, j, k, l, m, o, p, q, n, ...) n

#define EACH_0(W)
#define EACH_1(W, a)       W(a)
#define EACH_2(W, a, ...)  W(a), EACH_1(W, __VA_ARGS__)
#define EACH_3(W, a, ...)  W(a), EACH_2(W, __VA_ARGS__)
#define EACH_4(W, a, ...)  W(a), EACH_3(W, __VA_ARGS__)
#define EACH_5(W, a, ...)  W(a), EACH_4(W, __VA_ARGS__)
#define EACH_6(W, a, ...)  W(a), EACH_5(W, __VA_ARGS__)
#define EACH_7(W, a, ...)  W(a), EACH_6(W, __VA_ARGS__)
#define EACH_8(W, a, ...)  W(a), EACH_7(W, __VA_ARGS__)
#define EACH_9(W, a, ...)  W(a), EACH_8(W, __VA_ARGS__)
#define EACH_10(W, a, ...) W(a), EACH_9(W, __VA_ARGS__)
#define EACH_11(W, a, ...) W(a), EACH_10(W, __VA_ARGS__)
#define EACH_12(W, a, ...) W(a), EACH_11(W, __VA_ARGS__)
#define EACH_13(W, a, ...) W(a), EACH_12(W, __VA_ARGS__)
#define EACH_14(W, a, ...) W(a), EACH_13(W, __VA_ARGS__)
#define EACH_15(W, a, ...) W(a), EACH_14(W, __VA_ARGS__)
#define EACH_16(W, a, ...) W(a), EACH_15(W, __VA_ARGS__)

#endif
