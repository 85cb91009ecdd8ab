/* options: a table of rows made from options.def, and the reader that fills them in. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "shim/options.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "report/base/memory.h"
#include "report/base/text.h"

enum type { TYPE_flag, TYPE_number, TYPE_text, TYPE_word };

static const struct row {
    const char *name;
    enum type type;
    size_t place; /* in struct options */
    const char *standard;
    const char *allowed;
    const char *help;
} rows[] = {
#define OPTION(stage_, type_, name_, default_, allowed_, help_)                                    \
    {#name_, TYPE_##type_, offsetof(struct options, stage_.name_), default_, allowed_, help_},
#include "report/base/options.def"
#undef OPTION
};

/* Where an option stands: a column of the variable, or a line of a file. */
struct place {
    const char *file; /* NULL: the variable */
    unsigned number;
};

#define MAX_INCLUDES 8
#define MAX_FILE     65536

/* One reading of all sources. */
struct reading {
    struct options *options;
    options_say say;
    struct place from[LENGTH(rows)]; /* number 0: the default */
    bool only_include; /* first round: files named by the variable count less than it */
    unsigned depth;
};

static void add_place(struct text *line, const struct place *place) {
    text_add(line, place->file ? place->file : "ARROWDEV_CHECK_OPTIONS column ");
    if (place->file)
        text_add(line, ":");
    text_add_uint(line, place->number);
}

/* arrowdev_check: option 'NAME' at PLACE WRONG 'DETAIL'; RESULT */
static void complain(const struct reading *reading, const struct place *place, const char *name,
                     const char *wrong, const char *detail, const char *result) {
    char storage[512];
    struct text line = text_begin(storage, sizeof(storage));
    text_add(&line, "arrowdev_check: option '");
    text_add(&line, name);
    text_add(&line, "' at ");
    add_place(&line, place);
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

/* Letters to change, add, drop or swap; words longer than the table count as far apart. */
static unsigned distance(const char *a, const char *b) {
    enum { MOST = 48 };
    unsigned char row[3][MOST + 1];
    size_t n_a = strlen(a), n_b = strlen(b);
    if (n_a > MOST || n_b > MOST)
        return MOST;
    for (size_t j = 0; j <= n_b; j++)
        row[0][j] = (unsigned char)j;
    for (size_t i = 1; i <= n_a; i++) {
        unsigned char *now = row[i % 3], *last = row[(i + 2) % 3], *before = row[(i + 1) % 3];
        now[0] = (unsigned char)i;
        for (size_t j = 1; j <= n_b; j++) {
            unsigned best = last[j - 1] + (a[i - 1] != b[j - 1]);
            if (last[j] + 1u < best)
                best = last[j] + 1u;
            if (now[j - 1] + 1u < best)
                best = now[j - 1] + 1u;
            bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if (swapped && before[j - 2] + 1u < best)
                best = before[j - 2] + 1u;
            now[j] = (unsigned char)best;
        }
    }
    return row[n_a % 3][n_b];
}

const char *options_nearest(const char *word, const char *const *names, unsigned n) {
    size_t length = strlen(word);
    unsigned best = length / 3 < 2 ? 3 : (unsigned)length / 3 + 1;
    const char *nearest = NULL;
    for (unsigned i = 0; i < n; i++) {
        unsigned d = distance(word, names[i]);
        if (d < best && d < length) {
            best = d;
            nearest = names[i];
        }
    }
    return nearest;
}

static const struct row *find_row(const char *name) {
    for (size_t i = 0; i < LENGTH(rows); i++)
        if (strcmp(rows[i].name, name) == 0)
            return &rows[i];
    return NULL;
}

static void complain_unknown(const struct reading *reading, const struct place *place,
                             const char *name) {
    const char *names[LENGTH(rows)];
    for (size_t i = 0; i < LENGTH(rows); i++)
        names[i] = rows[i].name;
    const char *nearest = options_nearest(name, names, LENGTH(rows));
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
        if (*digit < '0' || *digit > '9' || sum > (uint64_t)INT64_MAX / 10 - 1)
            return false;
        sum = sum * 10 + (uint64_t)(*digit - '0');
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

/* The word among "one|other" as the table has it; the value itself dies with the environment. */
static const char *find_word(const char *value, const char *words) {
    size_t length = strlen(value);
    for (const char *word = words; word; word = strchr(word, '|'), word += word != NULL) {
        size_t end = strcspn(word, "|");
        if (end == length && length > 0 && strncmp(word, value, length) == 0)
            return memory_copy_string(word, length);
    }
    return NULL;
}

/* Store a value of the row's type; what is wrong with it otherwise. */
static const char *store(struct options *options, const struct row *row, const char *value) {
    char *place = (char *)options + row->place;
    int64_t number;
    const char *text;
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
        text = find_word(value, row->allowed);
        if (!text)
            return "must be one of its words, not";
        *(const char **)place = text;
        break;
    case TYPE_text:
        text = *value ? memory_copy_string(value, strlen(value)) : "";
        if (!text)
            return "found no memory for";
        *(const char **)place = text;
        break;
    }
    return NULL;
}

static void complain_value(const struct reading *reading, const struct place *place,
                           const struct row *row, const char *wrong, const char *value) {
    char storage[160];
    struct text result = text_begin(storage, sizeof(storage));
    if (row->type == TYPE_number || row->type == TYPE_word) {
        text_add(&result, "allowed is ");
        text_add(&result, row->allowed);
        text_add(&result, ", ");
    }
    text_add(&result, still_default);
    complain(reading, place, row->name, wrong, value, storage);
}

static void read_file(struct reading *reading, const char *path, const struct place *place);

static void set(struct reading *reading, const struct place *place, const char *name,
                const char *value) {
    const struct row *row = find_row(name);
    bool is_include = row && strcmp(name, "include") == 0;
    if (reading->only_include && !is_include)
        return;
    if (!row) {
        complain_unknown(reading, place, name);
        return;
    }
    if (is_include && (reading->only_include || place->file))
        read_file(reading, value, place);
    if (is_include && reading->only_include)
        return;
    const char *wrong = store(reading->options, row, value);
    if (wrong)
        complain_value(reading, place, row, wrong, value);
    else
        reading->from[row - rows] = *place;
}

/* `name=value` in the text given, which is cut up: the value's quotes are taken off. */
static void read_option(struct reading *reading, const struct place *place, char *option) {
    char *value = strchr(option, '=');
    if (!value) {
        if (!reading->only_include)
            complain(reading, place, option, "has no value", NULL, "write name=value");
        return;
    }
    *value++ = '\0';
    char quote = *value;
    if (quote == '"' || quote == '\'') {
        char *end = strchr(value + 1, quote);
        if (!end || end[1]) {
            if (!reading->only_include)
                complain(reading, place, option,
                         end ? "goes on after its quotes with" : "has no closing quote:",
                         end ? end + 1 : value, still_default);
            return;
        }
        value++;
        *end = '\0';
    }
    set(reading, place, option, value);
}

/* The end of an option in the variable: a separator outside quotes. A quote opens only right after
 * the `=`. */
static char *end_of_option(char *option) {
    char *end = option;
    for (; *end && !strchr(": \n\t", *end); end++) {
        if (end > option && end[-1] == '=' && (*end == '"' || *end == '\'')) {
            char *closing = strchr(end + 1, *end);
            if (!closing)
                return end + strlen(end);
            end = closing;
        }
    }
    return end;
}

static void read_variable(struct reading *reading, const char *text) {
    size_t length = strlen(text);
    char *copy = memory_copy_string(text, length);
    if (!copy)
        return;
    for (char *option = copy, *end; *option; option = end) {
        option += strspn(option, ": \n\t");
        end = end_of_option(option);
        if (end == option)
            break;
        struct place place = {.number = (unsigned)(option - copy) + 1};
        if (*end)
            *end++ = '\0';
        read_option(reading, &place, option);
    }
    memory_free(copy, length + 1);
}

/* Blanks around, and a comment that begins the line or follows a blank outside quotes, taken off.
 */
static char *trim(char *line) {
    line += strspn(line, " \t\r");
    char quote = '\0';
    char *end = line;
    for (; *end; end++) {
        if (quote)
            quote = *end == quote ? '\0' : quote;
        else if (end > line && end[-1] == '=' && (*end == '"' || *end == '\''))
            quote = *end;
        else if (*end == '#' && (end == line || end[-1] == ' ' || end[-1] == '\t'))
            break;
    }
    while (end > line && strchr(" \t\r", end[-1]))
        end--;
    *end = '\0';
    return line;
}

static void read_lines(struct reading *reading, const char *path, char *lines) {
    struct place place = {.file = path};
    for (char *line = lines, *next; line; line = next) {
        next = strchr(line, '\n');
        if (next)
            *next++ = '\0';
        place.number++;
        line = trim(line);
        if (*line)
            read_option(reading, &place, line);
    }
}

static ssize_t read_all(const char *path, char *into, size_t size) {
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0)
        return -errno;
    size_t got = 0;
    ssize_t n = 0;
    while (got < size && ((n = read(fd, into + got, size - got)) > 0 || (n < 0 && errno == EINTR)))
        got += n > 0 ? (size_t)n : 0;
    ssize_t result = n < 0 ? -errno : (ssize_t)got;
    close(fd);
    return result;
}

/* A file counts like the rest of what named it, so its own lines are read in full. */
static void read_file(struct reading *reading, const char *path, const struct place *place) {
    if (!*path)
        return;
    if (reading->depth >= MAX_INCLUDES) {
        complain(reading, place, "include", "is nested too deep at", path, "that file is not read");
        return;
    }
    char *name = memory_copy_string(path, strlen(path));
    char *lines = memory_alloc(MAX_FILE);
    ssize_t size = name && lines ? read_all(path, lines, MAX_FILE) : -ENOMEM;
    if (size < 0 || size == MAX_FILE) {
        complain(reading, place, "include",
                 size < 0 ? "names a file that cannot be read:" : "names a file over 64 KiB:", path,
                 "that file is not read");
    } else {
        bool only_include = reading->only_include;
        reading->only_include = false;
        reading->depth++;
        read_lines(reading, name, lines);
        reading->depth--;
        reading->only_include = only_include;
    }
    memory_free(lines, MAX_FILE);
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
        text_add_json(json, *(const char *const *)place);
        break;
    }
}

static void add_from(struct text *json, const struct place *from) {
    char storage[4200];
    struct text place = text_begin(storage, sizeof(storage));
    if (from->file)
        add_place(&place, from);
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
        read_variable(&reading, text);
        reading.only_include = false;
        read_variable(&reading, text);
    }
    options->values_json = make_json(&reading, true);
    options->from_json = make_json(&reading, false);
}

void options_help(options_say say) {
    say("arrowdev_check: options, as ARROWDEV_CHECK_OPTIONS=name=value:name=value");
    for (size_t i = 0; i < LENGTH(rows); i++) {
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
