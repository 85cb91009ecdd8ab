/* settings: the options a report is made with. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/settings.h"

#include "report/render/catalogue.h"
#include "report/render/store.h"

#include <string.h>

void settings_read(struct options *settings, const struct process *process) {
    json_t *given = json_object_get(process->header, "options"), *value;
    const char *name;
    json_object_foreach(given, name, value) {
        char storage[32];
        const char *text = process_option(process, name, storage);
        if (text)
            options_set(settings, name, text);
    }
}

const char *settings_set(struct options *settings, const char *argument) {
    char storage[512];
    struct text wrong = text_begin(storage, sizeof storage);
    /* Of the others it is the one that a comparison goes by. */
    bool is_bar = !strncmp(argument, "exitcode_on=", strlen("exitcode_on="));
    const char *stages = is_bar ? "shim" : "report";
    return options_argument(settings, argument, stages, &wrong) ? NULL : store_string(storage);
}

/* Without what sets a severity before it. */
static const char *name_in(const char *word) {
    const char *colon = strchr(word, ':');
    return colon ? colon + 1 : word + (*word == '-');
}

static bool names(const char *word, const struct check *check) {
    return !strcmp(word, "all") || !strcmp(word, check->slug) || !strcmp(word, check->group);
}

/* The first word of a list that names no check; the list, when it has separators and no word. */
static const char *wrong_word(const char *list) {
    if (*list && !list[strspn(list, ", ")])
        return list;
    char *rest = store_string(list), *word;
    while ((word = strsep(&rest, ", "))) {
        size_t i = 0;
        while (i < catalogue_n_checks && !names(name_in(word), &catalogue_checks[i]))
            i++;
        if (*word && i == catalogue_n_checks)
            return name_in(word);
    }
    return NULL;
}

const char *settings_wrong_checks(const struct tracker_options *options) {
    const char *option = "checks", *word = wrong_word(options->checks);
    if (!word) {
        option = "halt_on";
        word = wrong_word(options->halt_on);
    }
    const char *nearest = word ? catalogue_nearest(word) : NULL;
    return word ? store_format("%s: no check is called \"%s\"%s%s%s", option, word,
                               nearest ? ", did you mean " : "", nearest ? nearest : "",
                               nearest ? "?" : "")
                : NULL;
}

enum severity settings_severity(const struct options *options, const struct check *check) {
    char *rest = store_string(options->tracker.checks), *word;
    enum severity severity = check->severity;
    while ((word = strsep(&rest, ", "))) {
        const char *name = name_in(word);
        if (!names(name, check))
            continue;
        severity = name == word ? check->severity
                   : *word == '-'
                       ? SEVERITY_OFF
                       : catalogue_severity(store_format("%.*s", (int)(name - word - 1), word));
    }
    return severity;
}

bool settings_stops(const struct options *options, const struct check *check) {
    char *rest = store_string(options->tracker.halt_on), *word;
    bool is_named = false;
    while ((word = strsep(&rest, ", ")))
        is_named = is_named || names(word, check);
    return is_named && !strcmp(options->shim.stop, "wait");
}

bool settings_has(const char *list, const char *word) {
    size_t length = strlen(word);
    for (const char *item = list; item; item = strchr(item, ',')) {
        item += *item == ',';
        item += strspn(item, " ");
        if (!strncmp(item, word, length) && strchr(", ", item[length]))
            return true;
    }
    return false;
}
