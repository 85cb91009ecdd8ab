/* checked: whether a process could show a fault of a check at all. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/checked.h"

#include "report/render/member.h"
#include "report/render/store.h"
#include "report/render/verdict.h"

#include <string.h>

#define NO_DEVICE "no call of a device's driver was seen"

static bool is_word(const char *word, size_t length, const char *name) {
    return strlen(name) == length && !strncmp(word, name, length);
}

/* The last word that means the check decides (tracker/choice.c). */
static bool is_off(const char *words, const struct check *check) {
    bool is_off = false;
    for (size_t length; *words; words += length + (words[length] != '\0')) {
        length = strcspn(words, ", ");
        const char *colon = memchr(words, ':', length);
        const char *name = colon ? colon + 1 : words + (*words == '-');
        size_t rest = length - (size_t)(name - words);
        if (is_word(name, rest, check->slug) || is_word(name, rest, check->group) ||
            is_word(name, rest, "all"))
            is_off = *words == '-';
    }
    return is_off;
}

static const char *option_of(const struct process *process, const char *name) {
    char storage[32];
    const char *value = process_option(process, name, storage);
    return value ? store_string(value) : "";
}

/* A check of what is alive when the process ends. */
static bool is_of_end(const struct check *check) {
    return !strcmp(check->slug, "never-released") || !strcmp(check->slug, "held-at-abrupt-end") ||
           !strcmp(check->slug, "released-after-main");
}

static const char *why_no_end(const struct process *process, const struct check *check) {
    const char *how = member_text(json_object_get(process->end, "exit"), "how");
    if (!is_of_end(check))
        return NULL;
    if (!how)
        return "the end of the process was not seen";
    if (!strcmp(check->slug, "never-released") && strcmp(how, "exit") != 0)
        return store_format("the process did not run to its end: %s", verdict_ending(process));
    return NULL;
}

/* What has to be on, or to happen, for a check to see anything. */
static const struct {
    const char *check;          /* or group */
    const char *option, *value; /* value: "" for any but 0 */
    const char *count, *why;    /* count: of activity */
} needs[] = {
    {"buffer-overread", "isolate", "guard", NULL, "isolate=guard was not on"},
    {"buffer-underread", "isolate", "front", NULL, "isolate=front was not on"},
    {"buffer-used-after-release", "isolate", "", NULL, "isolate was not on"},
    {"buffer-freed-while-held", "isolate", "", NULL, "isolate was not on"},
    {"buffer-written-while-held", "isolate", "", NULL, "isolate was not on"},
    {"content", "validate", "", NULL, "validate was not on"},
    {"streams", NULL, NULL, "streams_seen", "no stream was seen"},
    {"sync", NULL, NULL, "device_calls", NO_DEVICE},
    {"copies", NULL, NULL, "device_calls", NO_DEVICE},
    {"free-on-unordered-stream", NULL, NULL, "device_calls", NO_DEVICE},
    {"released-with-work-in-flight", NULL, NULL, "device_calls", NO_DEVICE},
    {"reuse-before-work-done", NULL, NULL, "device_calls", NO_DEVICE},
    {"context-destroyed-while-held", NULL, NULL, "device_calls", NO_DEVICE},
    {"device-lost", NULL, NULL, "device_calls", NO_DEVICE},
};

static bool is_on(const struct process *process, const char *option, const char *wanted) {
    const char *value = option_of(process, option);
    return *wanted ? !strcmp(value, wanted) : *value && strcmp(value, "0") != 0;
}

static const char *why_nothing_seen(const struct process *process, const struct check *check) {
    if (process_activity(process, "structs_seen") == 0)
        return "no structure was seen";
    for (size_t i = 0; i < sizeof needs / sizeof *needs; i++) {
        if (strcmp(needs[i].check, check->slug) && strcmp(needs[i].check, check->group))
            continue;
        bool is_met = needs[i].option ? is_on(process, needs[i].option, needs[i].value)
                                      : process_activity(process, needs[i].count) != 0;
        if (!is_met)
            return needs[i].why;
    }
    return NULL;
}

const char *checked_why_not(const struct process *process, const struct check *check) {
    if (is_off(option_of(process, "checks"), check))
        return "turned off (checks)";
    if (!strcmp(check->slug, "never-released") && !strcmp(option_of(process, "leaks"), "0"))
        return "turned off (leaks)";
    if (!strcmp(check->slug, "hooks-bypassed"))
        return *option_of(process, "declare") ? NULL : "no function was declared (declare)";
    if (!strcmp(check->slug, "incomplete"))
        return process->end ? NULL : "the end of the process was not seen";
    const char *why = why_nothing_seen(process, check);
    return why ? why : why_no_end(process, check);
}
