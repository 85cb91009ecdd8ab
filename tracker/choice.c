/* choice: reads the list of the option `checks`. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tracker/choice.h"

#include "report/base/nearest.h"

#define MOST 48 /* of a name */

static const struct {
    const char *prefix;
    enum severity severity;
} forms[] = {{"error:", SEVERITY_ERROR},
             {"warning:", SEVERITY_WARNING},
             {"note:", SEVERITY_NOTE},
             {"-", SEVERITY_OFF}};

/* A group stands in upper case in checks.def, in lower case in the option. */
static bool is_group(const char *group, const char *word) {
    for (; *group && *word; group++, word++)
        if ((*group | 0x20) != *word)
            return false;
    return *group == *word;
}

static void complain(const char *word, const struct reader_place *place, struct text *complaints) {
    const char *words[N_CHECKS + 1] = {"all"};
    for (unsigned i = 0; i < N_CHECKS; i++)
        words[i + 1] = finding_checks[i].slug;
    const char *nearest = nearest_of(word, words, LENGTH(words));
    text_add(complaints, "arrowdev_check: option 'checks' at ");
    options_add_place(complaints, place);
    text_add(complaints, " names no check: '");
    text_add(complaints, word);
    text_add(complaints, nearest ? "', nearest is '" : "");
    text_add(complaints, nearest ? nearest : "");
    text_add(complaints, "'; the other words hold\n");
}

/* NULL, or the name that is no check's. */
static const char *choose(const char *word, enum severity severities[N_CHECKS]) {
    bool has_severity = false, is_known = false;
    enum severity severity = SEVERITY_OFF;
    for (unsigned i = 0; i < LENGTH(forms) && !has_severity; i++) {
        size_t length = strlen(forms[i].prefix);
        if (strncmp(word, forms[i].prefix, length) == 0) {
            has_severity = true;
            severity = forms[i].severity;
            word += length;
        }
    }
    for (unsigned i = 0; i < N_CHECKS; i++)
        if (strcmp(word, "all") == 0 || strcmp(word, finding_checks[i].slug) == 0 ||
            is_group(finding_checks[i].group, word)) {
            severities[i] = has_severity ? severity : finding_checks[i].severity;
            is_known = true;
        }
    return is_known ? NULL : word;
}

void choice_read(const struct tracker_options *options, enum severity severities[N_CHECKS],
                 struct text *complaints) {
    const char *list = options->checks;
    while (*list) {
        char storage[MOST];
        size_t length = strcspn(list, ", ");
        struct text word = text_begin(storage, sizeof(storage));
        struct reader_place place = options->checks_at;
        if (!place.file)
            place.number += (unsigned)(list - options->checks);
        text_add_bytes(&word, list, length);
        const char *unknown = length > 0 ? choose(storage, severities) : NULL;
        if (unknown)
            complain(unknown, &place, complaints);
        list += length;
        list += *list != '\0';
    }
}
