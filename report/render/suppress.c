/* suppress: findings that are known and accepted. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/suppress.h"

#include "report/base/text.h"
#include "report/render/facts.h"
#include "report/render/store.h"
#include "report/render/trace.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* What is known of released libraries is part of the program. */
extern const char suppress_known[];
__asm__(
    ".pushsection .rodata\n"
    "suppress_known:\n"
    ".incbin \"report/share/known.supp\"\n"
    ".byte 0\n"
    ".popsection");

static const char *const keys[N_PATTERNS] = {[PATTERN_FUN] = "fun",
                                             [PATTERN_MODULE] = "module",
                                             [PATTERN_PY] = "py",
                                             [PATTERN_TYPE] = "type"};

/* The reading of a file. */
struct reading {
    struct suppressions *suppressions;
    const char *file;
    unsigned line;
    bool is_known, is_good;
    void (*complain)(const char *complaint);
};

static void complain_of(struct reading *reading, const char *what) {
    reading->is_good = false;
    reading->complain(store_format("%s:%u: %s", reading->file, reading->line, what));
}

/* The next word of a line, without the quotes of its value; NULL at the end. *wrong is set when
 * they do not close. */
static char *next_word(char **line, const char **wrong) {
    char *word = *line + strspn(*line, " \t\r"), *to = word, *from = word;
    bool is_quoted = false;
    if (!*word || *word == '#')
        return NULL;
    for (; *from && (is_quoted || !strchr(" \t\r", *from)); from++) {
        bool is_escaped = is_quoted && *from == '\\' && (from[1] == '"' || from[1] == '\\');
        if (*from == '"') {
            is_quoted = !is_quoted;
            continue;
        }
        *to++ = is_escaped ? *++from : *from;
    }
    if (is_quoted)
        *wrong = "quotes that are not closed";
    *line = *from ? from + 1 : from;
    *to = '\0';
    return word;
}

static const struct check *find_check(const char *slug, const char **wrong) {
    const struct check *check = catalogue_find(slug);
    const char *nearest = check ? NULL : catalogue_nearest(slug);
    if (!check)
        *wrong = store_format("expected a check, not \"%s\"%s%s%s", slug,
                              nearest ? ", did you mean " : "", nearest ? nearest : "",
                              nearest ? "?" : "");
    return check;
}

static bool is_date(const char *text) {
    static const char shape[] = "0000-00-00";
    for (size_t i = 0; i < sizeof shape - 1; i++)
        if (shape[i] == '0' ? !isdigit((unsigned char)text[i]) : text[i] != shape[i])
            return false;
    int month = atoi(text + 5), day = atoi(text + 8);
    return !text[sizeof shape - 1] && month >= 1 && month <= 12 && day >= 1 && day <= 31;
}

static bool is_past(const char *date) {
    char today[16];
    time_t now = time(NULL);
    struct tm utc;
    strftime(today, sizeof today, "%Y-%m-%d", gmtime_r(&now, &utc));
    return strcmp(date, today) < 0;
}

/* "fun:PATTERN" and its kin. NULL, or what is wrong with it. */
static const char *take_word(struct suppression *suppression, char *word) {
    char *value = strchr(word, ':');
    if (!value || !value[1])
        return !value ? store_format("expected NAME:VALUE, not \"%s\"", word)
               : strcmp(word, "reason:")
                   ? store_format("\"%s\" has no value", word)
                   : "the reason is empty, expected a sentence that tells why this is accepted";
    *value++ = '\0';
    for (int i = 0; i < N_PATTERNS; i++)
        if (!strcmp(keys[i], word)) {
            suppression->patterns[i] = store_string(value);
            return NULL;
        }
    if (!strcmp(word, "reason"))
        suppression->reason = store_string(value);
    else if (strcmp(word, "until"))
        return store_format("expected fun, module, py, type, reason or until, not \"%s\"", word);
    else if (!is_date(value))
        return store_format("until: expected a date as 2030-12-31, not \"%s\"", value);
    else
        suppression->until = store_string(value);
    return NULL;
}

/* As it stands, for those who are told of it. */
static const char *text_of(const struct suppression *suppression) {
    const char *text = suppression->check->slug;
    for (int i = 0; i < N_PATTERNS; i++)
        if (suppression->patterns[i])
            text = store_format("%s %s:%s", text, keys[i], suppression->patterns[i]);
    return text;
}

static void read_line(struct reading *reading, char *line) {
    struct suppression new = {.is_known = reading->is_known};
    const char *wrong = NULL;
    char *word = next_word(&line, &wrong);
    if (!word)
        return;
    if (!wrong)
        new.check = find_check(word, &wrong);
    while (!wrong && (word = next_word(&line, &wrong)) && !wrong)
        wrong = take_word(&new, word);
    if (!wrong && !new.reason)
        wrong = "expected reason:\"TEXT\", why this is accepted";
    if (wrong) {
        complain_of(reading, wrong);
        return;
    }
    new.is_expired = new.until &&is_past(new.until);
    new.text = text_of(&new);
    new.place = store_format("%s:%u", reading->file, reading->line);
    STORE_ADD(reading->suppressions->list, reading->suppressions->n) = new;
}

static void read_text(struct reading *reading, char *text) {
    for (char *line; (line = strsep(&text, "\n"));) {
        reading->line++;
        read_line(reading, line);
    }
}

static void read_file(struct reading *reading, const char *path) {
    char *line = NULL;
    size_t size = 0;
    FILE *file = fopen(path, "re");
    errno = file ? 0 : errno;
    for (ssize_t length; file && (length = getline(&line, &size, file)) >= 0;) {
        reading->line++;
        if (memchr(line, '\0', (size_t)length)) {
            complain_of(reading, "expected text, not a zero byte");
            continue;
        }
        line[strcspn(line, "\n")] = '\0';
        read_line(reading, line);
    }
    if (errno) {
        reading->is_good = false;
        reading->complain(store_format("%s: %s", reading->file, strerror(errno)));
    }
    free(line);
    if (file)
        fclose(file);
}

bool suppress_read(struct suppressions *suppressions, const char *files, const char *folder,
                   void (*complain)(const char *complaint)) {
    bool is_good = true;
    char *list = store_string(files);
    for (char *name; (name = strsep(&list, ","));) {
        struct reading reading = {.suppressions = suppressions,
                                  .file = name,
                                  .is_known = !strcmp(name, SUPPRESS_KNOWN),
                                  .is_good = true,
                                  .complain = complain};
        bool is_relative = *name != '/' && *folder;
        if (reading.is_known)
            read_text(&reading, store_string(suppress_known));
        else if (*name)
            read_file(&reading, is_relative ? store_format("%s/%s", folder, name) : name);
        is_good = is_good && reading.is_good;
    }
    return is_good;
}

/* The whole of it, or what comes after its last slash. */
static bool matches_path(const char *pattern, const char *path) {
    const char *slash = strrchr(path, '/');
    return text_matches(pattern, path) || (slash && text_matches(pattern, slash + 1));
}

static bool matches_spot(const struct spot *spot, int key, const char *pattern) {
    switch (key) {
    case PATTERN_FUN:
        return spot->function && text_matches(pattern, spot->function);
    case PATTERN_MODULE:
        return spot->module && matches_path(pattern, spot->module->path);
    case PATTERN_PY:
        return spot->is_python &&
               (matches_path(pattern, spot->file) || matches_path(pattern, trace_location(spot)));
    default:
        return false;
    }
}

/* Whose path is known where it is a module that the record names. */
static bool matches_who(const struct finding *finding, const char *pattern) {
    const struct module *module = finding->process->modules;
    while (module && strcmp(module->name, finding->who))
        module = module->hh.next;
    return matches_path(pattern, module ? module->path : finding->who);
}

static bool matches_stacks(const struct finding *finding, int key, const char *pattern) {
    for (int s = 0; s < FINDING_STACKS; s++) {
        const struct trace *trace = trace_of(finding->process, finding->stacks[s]);
        for (size_t i = 0; i < trace->n; i++)
            if (matches_spot(&trace->spots[i], key, pattern))
                return true;
    }
    return key == PATTERN_MODULE && matches_who(finding, pattern);
}

static bool matches_objects(const struct finding *finding, const char *pattern) {
    for (size_t i = 0; i < finding->n_objects; i++) {
        const struct object *object = facts_object(finding->process, finding->objects[i]);
        if (object && (text_matches(pattern, object->kind) ||
                       (object->type && text_matches(pattern, object->type))))
            return true;
    }
    return false;
}

static bool is_for(const struct suppression *suppression, const struct finding *finding) {
    if (suppression->check != finding->check || suppression->is_expired)
        return false;
    for (int i = 0; i < N_PATTERNS; i++) {
        const char *pattern = suppression->patterns[i];
        bool is_match = !pattern || (i == PATTERN_TYPE ? matches_objects(finding, pattern)
                                                       : matches_stacks(finding, i, pattern));
        if (!is_match)
            return false;
    }
    return true;
}

void suppress_apply(struct suppressions *suppressions, const struct tree *tree) {
    for (size_t i = 0; i < tree->n_findings && suppressions->n; i++) {
        struct finding *finding = tree->findings[i];
        size_t k = 0;
        facts_begin();
        while (k < suppressions->n && !is_for(&suppressions->list[k], finding))
            k++;
        facts_end();
        if (k == suppressions->n)
            continue;
        finding->suppressed_by = &suppressions->list[k];
        suppressions->list[k].n_matched++;
        suppressions->list[k].bytes += finding->bytes;
    }
}

bool suppress_is_in_module(const struct finding *finding, const char *pattern) {
    return matches_stacks(finding, PATTERN_MODULE, pattern);
}

bool suppress_is_unused(const struct suppression *suppression) {
    return !suppression->n_matched && !suppression->is_known && !suppression->is_expired;
}
