/* isolated: adds the processes' counts up. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/isolated.h"

#include <string.h>

#include "report/render/member.h"
#include "report/render/process.h"
#include "report/render/sheet.h"
#include "report/render/tree.h"

static const json_t *isolated_of(const struct process *process) {
    return json_object_get(json_object_get(process->end, "activity"), "isolated");
}

/* The entry of a list that has this text under this name; made where there is none. */
static json_t *entry_of(json_t *list, const char *name, const char *text) {
    json_t *entry;
    size_t i;
    json_array_foreach(list, i, entry) {
        const char *found = member_text(entry, name);
        if (found && !strcmp(found, text))
            return entry;
    }
    entry = json_pack("{s:s}", name, text);
    json_array_append_new(list, entry);
    return entry;
}

static void add_number(json_t *to, const json_t *from, const char *name) {
    json_object_set_new(to, name,
                        json_integer(member_amount(to, name, 0) + member_amount(from, name, 0)));
}

static void add_list(json_t *sums, const json_t *from, const char *list, const char *name) {
    json_t *one;
    size_t i;
    json_array_foreach(json_object_get(from, list), i, one) {
        const char *text = member_text(one, name);
        json_t *entry = entry_of(json_object_get(sums, list), name, text ? text : "?");
        add_number(entry, one, "arrays");
        if (json_object_get(one, "bytes"))
            add_number(entry, one, "bytes");
    }
}

json_t *isolated_sums(const struct tree *tree) {
    json_t *sums = NULL;
    for (size_t i = 0; i < tree->n_processes; i++) {
        const json_t *from = isolated_of(tree->processes[i]);
        if (!json_is_object(from))
            continue;
        if (!sums)
            sums = json_pack("{s:s, s:[], s:[]}", "mode", "1", "verified", "left_alone");
        if (member_text(from, "mode"))
            json_object_set(sums, "mode", json_object_get(from, "mode"));
        add_number(sums, from, "arrays");
        add_number(sums, from, "bytes");
        add_list(sums, from, "verified", "producer");
        add_list(sums, from, "left_alone", "why");
    }
    return sums;
}

static uint64_t number_of(const json_t *of, const char *name) {
    return (uint64_t)member_amount(of, name, 0);
}

const char *isolated_sentence(const struct tree *tree) {
    json_t *sums = isolated_sums(tree), *one;
    struct sheet sheet = {0};
    size_t i;
    if (!sums)
        return NULL;
    sheet_format(&sheet, "%s, ", sheet_counted(number_of(sums, "arrays"), "array"));
    sheet_add_bytes(&sheet, number_of(sums, "bytes"));
    sheet_add(&sheet, " copied");
    json_array_foreach(json_object_get(sums, "verified"), i, one) {
        sheet_add(&sheet, i ? ", " : "; verified unchanged: ");
        sheet_add_bytes(&sheet, number_of(one, "bytes"));
        sheet_format(&sheet, " of %s (%s)", member_text(one, "producer"),
                     sheet_counted(number_of(one, "arrays"), "array"));
    }
    json_array_foreach(json_object_get(sums, "left_alone"), i, one) {
        sheet_add(&sheet, i ? ", " : "; left alone: ");
        sheet_format(&sheet, "%s %s", sheet_counted(number_of(one, "arrays"), "array"),
                     member_text(one, "why"));
    }
    json_decref(sums);
    return sheet.data;
}
