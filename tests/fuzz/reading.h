/* reading: records as the renderer's targets have them read. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_FUZZ_READING_H
#define TESTS_FUZZ_READING_H

#include <stddef.h>
#include <stdint.h>

#include "report/render/tree.h"

void reading_init(void);

/** The bytes are one record, or two with the word "\n---\n" between them. */
void reading_begin(struct tree *tree, const uint8_t *data, size_t size);

/** All that came of it is gone. */
void reading_end(void);

#endif
