/* member: the members of a JSON object, with what to take where one is missing or of another type.
 */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RENDER_MEMBER_H
#define RENDER_MEMBER_H

#include <jansson.h>
#include <stdint.h>

/** A string that lives as long as the JSON; NULL for none. */
const char *member_text(const json_t *json, const char *name);

/** A copy of it, in the store. @otherwise itself where there is none. */
const char *member_copy(const json_t *json, const char *name, const char *otherwise);

int64_t member_number(const json_t *json, const char *name, int64_t otherwise);

/** A number that is reckoned with, brought within 2^53 either way (RFC 8259, section 6: what all
 * readers agree on): a thousand of them can be summed, or one multiplied by a thousand. */
int64_t member_amount(const json_t *json, const char *name, int64_t otherwise);

#endif
