/* filter: which findings a report is to speak of. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/filter.h"

#include "report/base/nearest.h"
#include "report/render/facts.h"
#include "report/render/store.h"
#include "report/render/suppress.h"

#include <string.h>

static const char *value_of(const char *argument, const char *name) {
    size_t length = strlen(name);
    return !strncmp(argument, name, length) && argument[length] == '=' ? argument + length + 1
                                                                       : NULL;
}

static const char *wrong_checks(const char *list) {
    char *words = store_string(list);
    for (char *word; (word = strsep(&words, ","));) {
        if (catalogue_find(word))
            continue;
        const char *nearest = catalogue_nearest(word);
        return store_format(
            "check: expected checks, not \"%s\"%s%s%s", word, nearest ? ", did you mean " : "",
            nearest ? nearest : "; arrowdev-check explain lists them", nearest ? "?" : "");
    }
    return NULL;
}

bool filter_take(struct filter *filter, const char *argument, const char **wrong) {
    const char *value;
    if ((value = value_of(argument, "--check"))) {
        filter->checks = value;
        if (wrong_checks(value))
            *wrong = wrong_checks(value);
    } else if ((value = value_of(argument, "--object"))) {
        filter->object = value;
    } else if ((value = value_of(argument, "--module"))) {
        filter->module = value;
    }
    if (value && !*value)
        *wrong = store_format("%s needs a value", argument);
    return value != NULL;
}

static bool has_word(const char *list, const char *word) {
    size_t length = strlen(word);
    for (const char *at = list; at; at = strchr(at, ',')) {
        at += *at == ',';
        if (!strncmp(at, word, length) && (at[length] == ',' || !at[length]))
            return true;
    }
    return false;
}

bool filter_is_object(const struct process *process, const char *object, const char *name) {
    const char *colon = strchr(name, ':');
    if (!colon)
        return !strcmp(object, name);
    size_t length = strlen(process->name);
    return (size_t)(colon - name) == length && !strncmp(process->name, name, length) &&
           !strcmp(object, colon + 1);
}

static bool is_about(const struct finding *finding, const char *name) {
    for (size_t i = 0; i < finding->n_objects; i++)
        if (filter_is_object(finding->process, finding->objects[i], name))
            return true;
    return false;
}

static bool is_wanted(const struct filter *filter, const struct finding *finding) {
    if (filter->checks && !has_word(filter->checks, finding->check->slug))
        return false;
    if (filter->object && !is_about(finding, filter->object))
        return false;
    if (!filter->module)
        return true;
    facts_begin();
    bool is_in = suppress_is_in_module(finding, filter->module);
    facts_end();
    return is_in;
}

void filter_apply(const struct filter *filter, struct tree *tree) {
    size_t n = 0;
    for (size_t i = 0; i < tree->n_findings; i++)
        if (is_wanted(filter, tree->findings[i]))
            tree->findings[n++] = tree->findings[i];
    tree->n_findings = n;
}
