/* goods: arrays to trade with for as long as one likes: their release gives all memory back. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_HOLD_GOODS_H
#define TESTS_HOLD_GOODS_H

#include "tests/cases/lib/arrow_fake.h"

/** Four int64 without children, and a struct of two such; for export_array(). */
extern const struct source goods_flat, goods_struct;

/** Hand one over by the bridge. */
void goods_export(const struct source *source, struct ArrowArray *out);

#endif
