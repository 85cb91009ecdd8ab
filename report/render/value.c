/* value: JSON values that may be null. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/value.h"

#include "report/render/sheet.h"

#include <stdio.h>

json_t *value_text(const char *string) {
    if (!string)
        return json_null();
    json_t *json = json_string(string);
    if (json)
        return json;
    struct sheet escaped = {0}; /* it is no UTF-8 */
    sheet_add_foreign(&escaped, string);
    return json_string(escaped.data);
}

json_t *value_unless(int64_t number, int64_t none) {
    return number == none ? json_null() : json_integer(number);
}

json_t *value_of(const json_t *from, const char *name, json_t *otherwise) {
    json_t *value = json_object_get(from, name);
    if (!value)
        return otherwise;
    json_decref(otherwise);
    return json_incref(value);
}

json_t *value_hex(uint64_t number) {
    char digits[24];
    snprintf(digits, sizeof digits, "0x%llx", (unsigned long long)number);
    return json_string(digits);
}
