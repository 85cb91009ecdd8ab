/* member: the members of a JSON object. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/member.h"

#include "report/render/store.h"

const char *member_text(const json_t *json, const char *name) {
    return json_string_value(json_object_get(json, name));
}

const char *member_copy(const json_t *json, const char *name, const char *otherwise) {
    const char *text = member_text(json, name);
    return text ? store_string(text) : otherwise;
}

int64_t member_number(const json_t *json, const char *name, int64_t otherwise) {
    const json_t *value = json_object_get(json, name);
    return json_is_integer(value) ? json_integer_value(value) : otherwise;
}

int64_t member_amount(const json_t *json, const char *name, int64_t otherwise) {
    const int64_t most = (int64_t)1 << 53;
    int64_t number = member_number(json, name, otherwise);
    return number < -most ? -most : number > most ? most : number;
}
