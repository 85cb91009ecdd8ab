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

static bool is_check_or_group(const char *name) {
    bool is_group = !strcmp(name, "all");
    for (size_t i = 0; i < catalogue_n_checks && !is_group; i++)
        is_group = !strcmp(catalogue_checks[i].group, name);
    return is_group || catalogue_find(name);
}

const char *settings_wrong_checks(const struct tracker_options *options) {
    char *rest = store_string(options->checks), *word;
    while ((word = strsep(&rest, ", "))) {
        const char *name = name_in(word);
        if (!*word || is_check_or_group(name))
            continue;
        const char *nearest = catalogue_nearest(name);
        return store_format("checks: no check is called \"%s\"%s%s%s", name,
                            nearest ? ", did you mean " : "", nearest ? nearest : "",
                            nearest ? "?" : "");
    }
    return NULL;
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
