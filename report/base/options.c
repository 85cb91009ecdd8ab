/* options: a table of rows made from options.def, and the reader that fills them in. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/base/options.h"

#include <errno.h>

#include "report/base/memory.h"
#include "report/base/nearest.h"
#include "report/base/reader.h"

enum type { TYPE_flag, TYPE_number, TYPE_text, TYPE_word, TYPE_list };

static const struct row {
    const char *name;
    const char *stage;
    enum type type;
    size_t place; /* in struct options */
    const char *standard;
    const char *allowed;
    const char *help;
} rows[] = {
#define OPTION(stage_, type_, name_, default_, allowed_, help_)                                    \
    {#name_,   #stage_,  TYPE_##type_, offsetof(struct options, stage_.name_),                     \
     default_, allowed_, help_},
#include "report/base/options.def"
#undef OPTION
};

#define MAX_INCLUDES    8
#define LIST_SEPARATORS ", "
#define WORD_MOST       48 /* of a list */
#define WORDS_MOST      96 /* all that a row allows */

/* One reading of all sources. */
struct reading {
    struct options *options;
    options_say say;
    struct reader_place from[LENGTH(rows)]; /* number 0: the default */
    bool only_include; /* first round: what files say counts less than what the variable does */
    unsigned depth;
};

void options_add_place(struct text *line, const struct reader_place *place) {
    text_add(line, place->file ? place->file : "ARROWDEV_CHECK_OPTIONS column ");
    if (place->file)
        text_add(line, ":");
    text_add_uint(line, place->number);
}

/* arrowdev_check: option 'NAME' at PLACE WRONG 'DETAIL'; RESULT */
static void complain(const struct reading *reading, const struct reader_place *place,
                     const char *name, const char *wrong, const char *detail, const char *result) {
    char storage[512];
    struct text line = text_begin(storage, sizeof(storage));
    text_add(&line, "arrowdev_check: option '");
    text_add(&line, name);
    text_add(&line, "' at ");
    options_add_place(&line, place);
    text_add(&line, " ");
    text_add(&line, wrong);
    if (detail) {
        text_add(&line, " '");
        text_add(&line, detail);
        text_add(&line, "'");
    }
    text_add(&line, "; ");
    text_add(&line, result);
    reading->say(storage);
}

static const char still_default[] = "it is left as it was";

static const struct row *find_row(const char *name) {
    for (size_t i = 0; i < LENGTH(rows); i++)
        if (strcmp(rows[i].name, name) == 0)
            return &rows[i];
    return NULL;
}

static void complain_unknown(const struct reading *reading, const struct reader_place *place,
                             const char *name) {
    const char *names[LENGTH(rows)];
    for (size_t i = 0; i < LENGTH(rows); i++)
        names[i] = rows[i].name;
    const char *nearest = nearest_of(name, names, LENGTH(rows));
    complain(reading, place, name, nearest ? "is unknown, nearest is" : "is unknown", nearest,
             "help=1 lists all");
}

static bool read_number(const char *value, int64_t *number) {
    bool is_negative = *value == '-';
    const char *digit = value + is_negative;
    uint64_t sum = 0;
    if (!*digit)
        return false;
    for (; *digit; digit++) {
        uint64_t one = (uint64_t)(*digit - '0');
        if (*digit < '0' || *digit > '9' || sum > ((uint64_t)INT64_MAX - one) / 10)
            return false;
        sum = sum * 10 + one;
    }
    *number = is_negative ? -(int64_t)sum : (int64_t)sum;
    return true;
}

/* "least..most" */
static bool is_in_range(int64_t number, const char *range) {
    char least[24] = "";
    const char *dots = strstr(range, "..");
    int64_t low, high;
    memcpy(least, range, (size_t)(dots - range));
    return read_number(least, &low) && read_number(dots + 2, &high) && number >= low &&
           number <= high;
}

/* Is it one of "one|other"? */
static bool has_word(const char *words, const char *word) {
    size_t length = strlen(word);
    for (; words; words = strchr(words, '|'), words += words != NULL)
        if (strcspn(words, "|") == length && length > 0 && strncmp(words, word, length) == 0)
            return true;
    return false;
}

/* Of "one|other", copied to storage; NULL for none. */
static const char *nearest_word(const char *words, const char *word, char storage[WORDS_MOST]) {
    const char *list[8];
    size_t n = 0;
    struct text text = text_begin(storage, WORDS_MOST);
    text_add(&text, words);
    list[n++] = storage;
    for (char *end = storage; *end && n < LENGTH(list); end++)
        if (*end == '|') {
            *end = '\0';
            list[n++] = end + 1;
        }
    return nearest_of(word, list, n);
}

/* The first word of a list that the row does not have; false when it has all. A list that may not
 * be empty has a word by default; separators alone are none that may be. */
static bool bad_word(const struct row *row, const char *list, char word[WORD_MOST]) {
    bool has_words = !*list && !*row->standard;
    while (*list) {
        size_t length = strcspn(list, LIST_SEPARATORS);
        struct text text = text_begin(word, WORD_MOST);
        text_add_bytes(&text, list, length);
        if (length && (text.cut || !has_word(row->allowed, word)))
            return true;
        has_words = has_words || length;
        list += length + (list[length] != '\0');
    }
    word[0] = '\0';
    return !has_words;
}

/* The value itself dies with the environment; the default does not, and needs no memory. */
static const char *keep_value(const struct row *row, char *place, const char *value) {
    const char *text = value == row->standard ? value
                       : *value               ? memory_copy_string(value, strlen(value))
                                              : "";
    if (!text)
        return "found no memory for";
    *(const char **)place = text;
    return NULL;
}

/* Store a value of the row's type; what is wrong with it otherwise. */
static const char *store(struct options *options, const struct row *row, const char *value) {
    char *place = (char *)options + row->place;
    int64_t number;
    char word[WORD_MOST];
    switch (row->type) {
    case TYPE_flag:
        if ((value[0] != '0' && value[0] != '1') || value[1])
            return "must be 0 or 1, not";
        *(bool *)place = value[0] == '1';
        break;
    case TYPE_number:
        if (!read_number(value, &number))
            return "must be a whole number, not";
        if (!is_in_range(number, row->allowed))
            return "is out of range:";
        *(int64_t *)place = number;
        break;
    case TYPE_word:
        /* None only where none is the default, as in a list. */
        if (*value ? !has_word(row->allowed, value) : *row->standard)
            return "must be one of its words, not";
        return keep_value(row, place, value);
    case TYPE_list:
        if (bad_word(row, value, word))
            return "must be a list of its words, not";
        return keep_value(row, place, value);
    case TYPE_text:
        return keep_value(row, place, value);
    }
    return NULL;
}

static void complain_value(const struct reading *reading, const struct reader_place *place,
                           const struct row *row, const char *wrong, const char *value) {
    char storage[160], words[WORDS_MOST], word[WORD_MOST];
    struct text result = text_begin(storage, sizeof(storage));
    if (row->type == TYPE_list && bad_word(row, value, word))
        value = word;
    if (row->type == TYPE_word || row->type == TYPE_list) {
        const char *nearest = nearest_word(row->allowed, value, words);
        text_add(&result, nearest ? "nearest is '" : "");
        text_add(&result, nearest ? nearest : "");
        text_add(&result, nearest ? "', " : "");
    }
    if (*row->allowed) {
        text_add(&result, "allowed is ");
        text_add(&result, row->allowed);
        text_add(&result, ", ");
    }
    text_add(&result, still_default);
    complain(reading, place, row->name, wrong, value, storage);
}

static void take_option(const struct reader_option *option, void *context);

static const char *what_is_wrong(int error) {
    if (error == -EFBIG)
        return "names a file over 64 KiB:";
    return error == -ELOOP ? "is nested too deep at" : "names a file that cannot be read:";
}

/* Whatever round it is, the lines of a file are read in full. */
static bool include(struct reading *reading, const struct reader_option *option) {
    bool only_include = reading->only_include;
    const char *path = memory_copy_string(option->value, strlen(option->value));
    int error = path ? -ELOOP : -ENOMEM;
    if (path && reading->depth < MAX_INCLUDES) {
        reading->only_include = false;
        reading->depth++;
        error = reader_file(path, take_option, reading);
        reading->depth--;
        reading->only_include = only_include;
    }
    if (error)
        complain(reading, &option->place, "include", what_is_wrong(error), option->value,
                 "that file is not read");
    return !error;
}

static void note_place(struct reading *reading, const struct row *row,
                       const struct reader_option *option) {
    struct tracker_options *tracker = &reading->options->tracker;
    struct reader_place *words = strcmp(row->name, "checks") == 0    ? &tracker->places.checks
                                 : strcmp(row->name, "halt_on") == 0 ? &tracker->places.halt_on
                                                                     : NULL;
    reading->from[row - rows] = option->place;
    if (!words)
        return;
    *words = option->place;
    if (!words->file)
        words->number += (unsigned)(option->value - option->name);
}

static void set(struct reading *reading, const struct reader_option *option) {
    const struct row *row = find_row(option->name);
    if (!row) {
        complain_unknown(reading, &option->place, option->name);
        return;
    }
    const char *wrong = option->wrong;
    if (wrong)
        complain(reading, &option->place, option->name, wrong, option->detail, still_default);
    else if ((wrong = store(reading->options, row, option->value)) != NULL)
        complain_value(reading, &option->place, row, wrong, option->value);
    else
        note_place(reading, row, option);
}

static void take_option(const struct reader_option *option, void *context) {
    struct reading *reading = context;
    bool is_include = strcmp(option->name, "include") == 0 && !option->wrong && *option->value;
    if (is_include && (reading->only_include || option->place.file))
        include(reading, option);
    if (!reading->only_include)
        set(reading, option);
}

static void add_value(struct text *json, const struct options *options, const struct row *row) {
    const char *place = (const char *)options + row->place;
    switch (row->type) {
    case TYPE_flag:
        text_add_int(json, *(const bool *)place);
        break;
    case TYPE_number:
        text_add_int(json, *(const int64_t *)place);
        break;
    case TYPE_text:
    case TYPE_word:
    case TYPE_list:
        text_add_json(json, *(const char *const *)place);
        break;
    }
}

static void add_from(struct text *json, const struct reader_place *from) {
    char storage[4200];
    struct text place = text_begin(storage, sizeof(storage));
    if (from->file)
        options_add_place(&place, from);
    else
        text_add(&place, from->number ? "env" : "default");
    text_add_json(json, storage);
}

/* {"exitcode":97,...}, or {"exitcode":"env",...} */
static struct text write_json(const struct reading *reading, bool values, char *storage,
                              size_t size) {
    struct text json = text_begin(storage, size);
    for (size_t i = 0; i < LENGTH(rows); i++) {
        text_add(&json, i ? "," : "{");
        text_add_json(&json, rows[i].name);
        text_add(&json, ":");
        if (values)
            add_value(&json, reading->options, &rows[i]);
        else
            add_from(&json, &reading->from[i]);
    }
    text_add(&json, "}");
    return json;
}

static const char *make_json(const struct reading *reading, bool values) {
    for (size_t size = 2048; size <= 1u << 20; size *= 4) {
        char *storage = memory_alloc(size);
        if (!storage)
            break;
        if (!write_json(reading, values, storage, size).cut)
            return storage;
        memory_free(storage, size);
    }
    return "{}";
}

void options_parse(struct options *options, const char *text, options_say say) {
    struct reading reading = {.options = options, .say = say};
    for (size_t i = 0; i < LENGTH(rows); i++)
        store(options, &rows[i], rows[i].standard);
    if (text) {
        reading.only_include = true;
        int error = reader_variable(text, take_option, &reading);
        reading.only_include = false;
        if (error || reader_variable(text, take_option, &reading))
            say("arrowdev_check: no memory to read ARROWDEV_CHECK_OPTIONS: the defaults hold");
    }
    options->values_json = make_json(&reading, true);
    options->from_json = make_json(&reading, false);
}

bool options_set(struct options *options, const char *name, const char *value) {
    const struct row *row = find_row(name);
    return row && !store(options, row, value);
}

bool options_include(struct options *options, const char *path, options_say say) {
    struct reading reading = {.options = options, .say = say};
    const struct reader_option option = {
        .name = "include", .value = path, .place = {.file = "command line", .number = 1}};
    return include(&reading, &option);
}

static bool is_of(const struct row *row, const char *stages) {
    return !stages || strstr(stages, row->stage);
}

static void add_unknown(struct text *wrong, const char *name, const char *stages) {
    const char *names[LENGTH(rows)];
    size_t n = 0;
    for (size_t i = 0; i < LENGTH(rows); i++)
        if (is_of(&rows[i], stages))
            names[n++] = rows[i].name;
    const char *nearest = nearest_of(name, names, n);
    text_add(wrong, "unknown option --");
    text_add(wrong, name);
    text_add(wrong, nearest ? ", did you mean --" : "");
    text_add(wrong, nearest ? nearest : "");
    text_add(wrong, nearest ? "?" : "");
}

static void add_expected(struct text *wrong, const struct row *row, const char *value) {
    static const char *const expected[] = {[TYPE_flag] = "0 or 1",
                                           [TYPE_number] = "a number from ",
                                           [TYPE_text] = "a text",
                                           [TYPE_word] = "one of ",
                                           [TYPE_list] = "a list of "};
    char words[WORDS_MOST], word[WORD_MOST];
    const char *nearest = NULL;
    if (row->type == TYPE_list && bad_word(row, value, word))
        value = word;
    if (row->type == TYPE_word || row->type == TYPE_list)
        nearest = nearest_word(row->allowed, value, words);
    text_add(wrong, row->name);
    text_add(wrong, ": expected ");
    text_add(wrong, expected[row->type]);
    text_add(wrong, row->allowed);
    text_add(wrong, ", not \"");
    text_add(wrong, value);
    text_add(wrong, nearest ? "\", did you mean " : "\"");
    text_add(wrong, nearest ? nearest : "");
    text_add(wrong, nearest ? "?" : "");
}

bool options_argument(struct options *options, const char *argument, const char *stages,
                      struct text *wrong) {
    char name[64];
    size_t length = strcspn(argument, "=");
    struct text text = text_begin(name, sizeof(name));
    text_add_bytes(&text, argument, length);
    const char *value = argument[length] ? argument + length + 1 : "1";
    const struct row *row = find_row(name);
    if (!row || !is_of(row, stages))
        add_unknown(wrong, name, stages);
    else if (store(options, row, value))
        add_expected(wrong, row, value);
    else
        return true;
    return false;
}

static struct text value_of(const struct options *options, const struct row *row, char *storage,
                            size_t size) {
    const char *place = (const char *)options + row->place;
    struct text text = text_begin(storage, size);
    if (row->type == TYPE_flag)
        text_add_int(&text, *(const bool *)place);
    else if (row->type == TYPE_number)
        text_add_int(&text, *(const int64_t *)place);
    else
        text_add(&text, *(const char *const *)place);
    return text;
}

bool options_write(const struct options *options, struct text *variable) {
    static const char *const left_out[] = {"include", "record_dir", "help"};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        char storage[8192];
        struct text value = value_of(options, &rows[i], storage, sizeof(storage));
        const char *quote = strchr(storage, '\'') ? "\"" : "'";
        bool is_wanted = strcmp(storage, rows[i].standard) != 0;
        for (size_t k = 0; k < LENGTH(left_out); k++)
            is_wanted = is_wanted && strcmp(left_out[k], rows[i].name) != 0;
        if (!is_wanted)
            continue;
        if (value.cut || strstr(storage, quote))
            return false;
        text_add(variable, variable->length ? ":" : "");
        text_add(variable, rows[i].name);
        text_add(variable, "=");
        text_add(variable, quote);
        text_add(variable, storage);
        text_add(variable, quote);
    }
    return !variable->cut;
}

void options_help(const char *stages, options_say say) {
    say("arrowdev_check: options, as ARROWDEV_CHECK_OPTIONS=name=value:name=value, or "
        "--name=value");
    for (size_t i = 0; i < LENGTH(rows); i++) {
        if (!is_of(&rows[i], stages))
            continue;
        char storage[256];
        struct text line = text_begin(storage, sizeof(storage));
        text_add(&line, "  ");
        text_add(&line, rows[i].name);
        text_add(&line, "=");
        text_add(&line, rows[i].standard);
        do
            text_add(&line, " ");
        while (line.length < 32);
        text_add(&line, rows[i].help);
        if (*rows[i].allowed) {
            text_add(&line, " (");
            text_add(&line, rows[i].allowed);
            text_add(&line, ")");
        }
        say(storage);
    }
}
