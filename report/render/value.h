/* value: JSON values that may be null, and members of one JSON object that go into another. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RENDER_VALUE_H
#define RENDER_VALUE_H

#include <jansson.h>
#include <stdint.h>

/** null for NULL; what is no UTF-8 is escaped. */
json_t *value_text(const char *string);

/** null for the number that means none */
json_t *value_unless(int64_t number, int64_t none);

/** "0x7f12" */
json_t *value_hex(uint64_t number);

/** The member of another object; @otherwise, which is taken, where it has none. */
json_t *value_of(const json_t *from, const char *name, json_t *otherwise);

#endif
