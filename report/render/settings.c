/* settings: the options a report is made with. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/settings.h"

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
