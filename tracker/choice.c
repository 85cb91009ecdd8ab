/* choice: reads the lists of the options `checks` and `halt_on`. */
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

static void complain(const char *option, const char *word, const struct reader_place *place,
                     struct text *complaints) {
    const char *words[N_CHECKS + 1] = {"all"};
    for (unsigned i = 0; i < N_CHECKS; i++)
        words[i + 1] = finding_checks[i].slug;
    const char *nearest = nearest_of(word, words, LENGTH(words));
    text_add(complaints, "arrowdev_check: option '");
    text_add(complaints, option);
    text_add(complaints, "' at ");
    options_add_place(complaints, place);
    text_add(complaints, " names no check: '");
    text_add(complaints, word);
    text_add(complaints, nearest ? "', nearest is '" : "");
    text_add(complaints, nearest ? nearest : "");
    text_add(complaints, "'; the other words hold\n");
}

/* The word names this check: itself, its group, or all. */
static bool names(const char *word, unsigned check) {
    return strcmp(word, "all") == 0 || strcmp(word, finding_checks[check].slug) == 0 ||
           is_group(finding_checks[check].group, word);
}

/* Takes one word; NULL, or the name in it that is no check's. */
typedef const char *(*take_word)(const char *word, struct finding_policy *policy);

static const char *choose(const char *word, struct finding_policy *policy) {
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
        if (names(word, i)) {
            policy->severities[i] = has_severity ? severity : finding_checks[i].severity;
            is_known = true;
        }
    return is_known ? NULL : word;
}

static const char *halt(const char *word, struct finding_policy *policy) {
    check_set before = policy->halts, these = 0;
    for (unsigned i = 0; i < N_CHECKS; i++)
        these |= names(word, i) ? CHECK_BIT(i) : 0;
    policy->halts = before | these;
    return these ? NULL : word;
}

/* @at  where the list begins */
static void read_list(const char *option, const char *list, const struct reader_place *at,
                      take_word take, struct finding_policy *policy, struct text *complaints) {
    const char *begin = list;
    if (*list && !list[strspn(list, ", ")])
        complain(option, list, at, complaints);
    while (*list) {
        char storage[MOST];
        size_t length = strcspn(list, ", ");
        struct text word = text_begin(storage, sizeof(storage));
        struct reader_place place = *at;
        if (!place.file)
            place.number += (unsigned)(list - begin);
        text_add_bytes(&word, list, length);
        const char *unknown = length > 0 ? take(storage, policy) : NULL;
        if (unknown)
            complain(option, unknown, &place, complaints);
        list += length;
        list += *list != '\0';
    }
}

void choice_read(const struct tracker_options *options, struct finding_policy *policy,
                 struct text *complaints) {
    *policy = (struct finding_policy){.lowers_latent = strcmp(options->latent, "warn") == 0};
    for (unsigned i = 0; i < N_CHECKS; i++)
        policy->severities[i] = finding_checks[i].severity;
    read_list("checks", options->checks, &options->places.checks, choose, policy, complaints);
    read_list("halt_on", options->halt_on, &options->places.halt_on, halt, policy, complaints);
    if (!options->leaks)
        policy->severities[CHECK_NEVER_RELEASED] =
            policy->severities[CHECK_LIVE_STRUCT_OVERWRITTEN] = SEVERITY_OFF;
}
