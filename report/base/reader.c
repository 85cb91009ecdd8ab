/* reader: separators, quotes and comments. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/base/reader.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "report/base/memory.h"

#define SEPARATORS   ": \n\t"
#define BLANKS       " \t\r"
#define NAME_LETTERS "abcdefghijklmnopqrstuvwxyz_0123456789"
#define MAX_FILE     65536

static bool is_quote(char c) {
    return c == '"' || c == '\'';
}

/* A quote opens only right after the `=`. */
static bool opens(const char *begin, const char *at) {
    return is_quote(*at) && at > begin && at[-1] == '=';
}

/* `name=value`, which is cut up in place. */
static void give(char *text, const struct reader_place *place, reader_take take, void *context) {
    struct reader_option option = {.place = *place, .name = text};
    char *value = strchr(text, '=');
    if (!value) {
        option.wrong = "has no value";
        take(&option, context);
        return;
    }
    *value++ = '\0';
    if (is_quote(*value)) {
        char *end = strchr(value + 1, *value);
        if (!end) {
            option.wrong = "has no closing quote:";
            option.detail = value;
        } else if (end[1]) {
            option.wrong = "goes on after its quotes with";
            option.detail = end + 1;
        } else {
            value++;
            *end = '\0';
        }
    }
    option.value = value;
    take(&option, context);
}

/* A colon does so only before another `name=`, as values have colons too: error:double-release. */
static bool separates(const char *at) {
    if (*at != ':')
        return strchr(SEPARATORS, *at) != NULL;
    const char *next = at + strspn(at, SEPARATORS);
    return !*next || next[strspn(next, NAME_LETTERS)] == '=';
}

static char *end_of_option(char *option) {
    char *end = option;
    for (; *end && !separates(end); end++) {
        char *closing = opens(option, end) ? strchr(end + 1, *end) : end;
        if (!closing)
            return end + strlen(end);
        end = closing;
    }
    return end;
}

int reader_variable(const char *text, reader_take take, void *context) {
    size_t length = strlen(text);
    char *copy = memory_copy_string(text, length);
    if (!copy)
        return -ENOMEM;
    char *option = copy + strspn(copy, SEPARATORS);
    while (*option) {
        char *end = end_of_option(option);
        struct reader_place place = {.number = (unsigned)(option - copy) + 1};
        if (*end)
            *end++ = '\0';
        give(option, &place, take, context);
        option = end + strspn(end, SEPARATORS);
    }
    memory_free(copy, length + 1);
    return 0;
}

/* A line without the blanks around it and without its comment. */
static char *trim(char *line) {
    line += strspn(line, BLANKS);
    char quote = '\0';
    char *end = line;
    for (; *end; end++) {
        if (quote)
            quote = *end == quote ? '\0' : quote;
        else if (opens(line, end))
            quote = *end;
        else if (*end == '#' && (end == line || strchr(BLANKS, end[-1])))
            break;
    }
    while (end > line && strchr(BLANKS, end[-1]))
        end--;
    *end = '\0';
    return line;
}

static ssize_t read_all(const char *path, char *into, size_t size) {
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0)
        return -errno;
    size_t got = 0;
    ssize_t n = 1;
    while (got < size && n != 0) {
        n = read(fd, into + got, size - got);
        if (n < 0 && errno != EINTR)
            break;
        got += n > 0 ? (size_t)n : 0;
    }
    ssize_t result = n < 0 ? -errno : (ssize_t)got;
    close(fd);
    return result;
}

int reader_file(const char *path, reader_take take, void *context) {
    char *lines = memory_alloc(MAX_FILE);
    ssize_t size = lines ? read_all(path, lines, MAX_FILE) : -ENOMEM;
    if (size == MAX_FILE)
        size = -EFBIG;
    struct reader_place place = {.file = path};
    for (char *line = lines, *next; size > 0 && line; line = next) {
        next = strchr(line, '\n');
        if (next)
            *next++ = '\0';
        place.number++;
        line = trim(line);
        if (*line)
            give(line, &place, take, context);
    }
    memory_free(lines, MAX_FILE);
    return size < 0 ? (int)size : 0;
}
