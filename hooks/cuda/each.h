/* each: the roles of a row, one after another: CUDA_EACH(WHAT, a, b) is WHAT(a), WHAT(b), */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HOOKS_CUDA_EACH_H
#define HOOKS_CUDA_EACH_H

#define CUDA_EACH(W, ...) CUDA_EACH_N(CUDA_COUNT(0, ##__VA_ARGS__))(W, ##__VA_ARGS__)
#define CUDA_EACH_N(n)    CUDA_PASTE(n)
#define CUDA_PASTE(n)     CUDA_EACH_##n
#define CUDA_COUNT(...)   CUDA_LAST(__VA_ARGS__, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0)

#define CUDA_LAST(z, a, b, c, d, e, f, g, h, i, j, k, n, ...) n

#define CUDA_EACH_0(W)
#define CUDA_EACH_1(W, a)       W(a)
#define CUDA_EACH_2(W, a, ...)  W(a), CUDA_EACH_1(W, __VA_ARGS__)
#define CUDA_EACH_3(W, a, ...)  W(a), CUDA_EACH_2(W, __VA_ARGS__)
#define CUDA_EACH_4(W, a, ...)  W(a), CUDA_EACH_3(W, __VA_ARGS__)
#define CUDA_EACH_5(W, a, ...)  W(a), CUDA_EACH_4(W, __VA_ARGS__)
#define CUDA_EACH_6(W, a, ...)  W(a), CUDA_EACH_5(W, __VA_ARGS__)
#define CUDA_EACH_7(W, a, ...)  W(a), CUDA_EACH_6(W, __VA_ARGS__)
#define CUDA_EACH_8(W, a, ...)  W(a), CUDA_EACH_7(W, __VA_ARGS__)
#define CUDA_EACH_9(W, a, ...)  W(a), CUDA_EACH_8(W, __VA_ARGS__)
#define CUDA_EACH_10(W, a, ...) W(a), CUDA_EACH_9(W, __VA_ARGS__)
#define CUDA_EACH_11(W, a, ...) W(a), CUDA_EACH_10(W, __VA_ARGS__)

#endif
