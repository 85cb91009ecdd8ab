/* nearest: the known word that a mistyped one was probably meant to be. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RENDER_NEAREST_H
#define RENDER_NEAREST_H

#include <stddef.h>

/** The nearest of n words by edit distance; NULL when none is near. */
const char *nearest_of(const char *word, const char *const *words, size_t n);

#endif
