/* nearest: the known word that a mistyped one was probably meant to be. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef REPORT_BASE_NEAREST_H
#define REPORT_BASE_NEAREST_H

#include "report/base/base.h"

/** The nearest of n words by edit distance; NULL when none is near. */
const char *nearest_of(const char *word, const char *const *words, size_t n);

#endif
