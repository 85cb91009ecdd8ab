/* settings: the options a report is made with. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/settings.h"

#include "report/base/nearest.h"
#include "report/render/store.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum type { TYPE_flag, TYPE_number, TYPE_text, TYPE_word };

/* An option that concerns a report, and where it is kept. */
struct row {
    const char *name, *standard, *allowed;
    enum type type;
    bool is_of_report; /* the command line takes it */
    size_t place;      /* in struct settings */
};

static const struct row rows[] = {
#define ROW_shim(type, name, ...)                                                                  \
    {#name, __VA_ARGS__, TYPE_##type, false, offsetof(struct settings, shim.name)},
#define ROW_report(type, name, ...)                                                                \
    {#name, __VA_ARGS__, TYPE_##type, true, offsetof(struct settings, report.name)},
#define ROW_tracker(type, name, ...)
#define ROW_hooks(type, name, ...)
#define OPTION(stage, type, name, standard, allowed, ...) ROW_##stage(type, name, standard, allowed)
#include "report/base/options.def"
#undef OPTION
};

static const char *complaint(const struct row *row, const char *value) {
    char text[256], expected[96];
    switch (row->type) {
    case TYPE_flag:
        snprintf(expected, sizeof expected, "0 or 1");
        break;
    case TYPE_number:
        snprintf(expected, sizeof expected, "a number from %s", row->allowed);
        break;
    default:
        snprintf(expected, sizeof expected, "one of %s", row->allowed);
    }
    snprintf(text, sizeof text, "%s: expected %s, not \"%.64s\"", row->name, expected, value);
    return store_string(text);
}

static bool is_word(const char *words, const char *value) {
    size_t length = strlen(value);
    for (const char *word = words; word; word = strchr(word, '|')) {
        word += *word == '|';
        if (!strncmp(word, value, length) && (word[length] == '|' || !word[length]))
            return length > 0;
    }
    return false;
}

static bool is_between(const char *range, int64_t number) {
    long long least, most;
    return sscanf(range, "%lld..%lld", &least, &most) == 2 && number >= least && number <= most;
}

static const char *set(struct settings *settings, const struct row *row, const char *value) {
    void *place = (char *)settings + row->place;
    char *end;
    errno = 0;
    int64_t number = strtoll(value, &end, 10);
    bool is_number = *value && !*end && !errno;
    switch (row->type) {
    case TYPE_flag:
        if (!is_number || number < 0 || number > 1)
            return complaint(row, value);
        *(bool *)place = number;
        return NULL;
    case TYPE_number:
        if (!is_number || !is_between(row->allowed, number))
            return complaint(row, value);
        *(int64_t *)place = number;
        return NULL;
    case TYPE_word:
        if (!is_word(row->allowed, value))
            return complaint(row, value);
        break;
    case TYPE_text:
        break;
    }
    *(const char **)place = store_string(value);
    return NULL;
}

void settings_init(struct settings *settings) {
    for (size_t i = 0; i < LENGTH(rows); i++)
        set(settings, &rows[i], rows[i].standard);
}

void settings_read(struct settings *settings, const struct process *process) {
    for (size_t i = 0; i < LENGTH(rows); i++) {
        char storage[32];
        const char *value = process_option(process, rows[i].name, storage);
        if (value)
            set(settings, &rows[i], value);
    }
}

const char *settings_set(struct settings *settings, const char *argument) {
    const char *names[LENGTH(rows)], *equals = strchr(argument, '=');
    size_t n_names = 0, length = equals ? (size_t)(equals - argument) : strlen(argument);
    for (size_t i = 0; i < LENGTH(rows); i++) {
        if (!rows[i].is_of_report)
            continue;
        if (strlen(rows[i].name) == length && !strncmp(rows[i].name, argument, length))
            return set(settings, &rows[i], equals ? equals + 1 : "1");
        names[n_names++] = rows[i].name;
    }
    char word[64], text[256];
    snprintf(word, sizeof word, "%.*s", (int)length, argument);
    const char *nearest = nearest_of(word, names, n_names);
    snprintf(text, sizeof text, "unknown option --%s%s%s%s", word,
             nearest ? ", did you mean --" : "", nearest ? nearest : "", nearest ? "?" : "");
    return store_string(text);
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
