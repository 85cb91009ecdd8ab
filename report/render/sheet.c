/* sheet: a text that grows, in plain ASCII, with the few shapes our reports are made of. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/sheet.h"

#include "report/render/store.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define AT_ONCE (64u * 1024)

static const char *const colour_codes[] = {
    [COLOUR_NONE] = "\33[0m",       [COLOUR_BOLD] = "\33[1m",    [COLOUR_RED] = "\33[1;31m",
    [COLOUR_MAGENTA] = "\33[1;35m", [COLOUR_CYAN] = "\33[1;36m",
};

static void send(struct sheet_output *output, const char *data, size_t size) {
    while (size && !output->error) {
        ssize_t n = write(output->fd, data, size);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            output->error = n ? errno : ENOSPC;
        data += n > 0 ? n : 0;
        size -= n > 0 ? (size_t)n : 0;
    }
}

static void grow(struct sheet *sheet, size_t size) {
    bool before = sheet->stays && store_keep_begin();
    if (sheet->output)
        sheet->data = realloc(sheet->data, size);
    else
        sheet->data = store_resize(sheet->data, sheet->length, size);
    if (sheet->stays)
        store_keep_end(before);
    if (!sheet->data)
        store_fail();
    sheet->size = size;
}

static void add_bytes(struct sheet *sheet, const char *bytes, size_t length) {
    if (sheet->size - sheet->length <= length)
        grow(sheet, 2 * (sheet->size + length) + 64);
    memcpy(sheet->data + sheet->length, bytes, length);
    sheet->length += length;
    sheet->data[sheet->length] = 0;
    /* Whole lines only: columns are counted. */
    if (sheet->output && sheet->length > AT_ONCE && sheet->data[sheet->length - 1] == '\n') {
        send(sheet->output, sheet->data, sheet->length);
        sheet->length = 0;
    }
}

void sheet_flush(struct sheet *sheet) {
    send(sheet->output, sheet->data, sheet->length);
    free(sheet->data);
    *sheet = (struct sheet){.has_colours = sheet->has_colours, .output = sheet->output};
}

void sheet_add(struct sheet *sheet, const char *text) {
    add_bytes(sheet, text, strlen(text));
}

/* Most of it is short, and needs no block of its own. */
void sheet_format(struct sheet *sheet, const char *format, ...) {
    char brief[256];
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int length = vsnprintf(brief, sizeof brief, format, arguments);
    va_end(arguments);
    if (length < 0)
        store_fail();
    if ((size_t)length < sizeof brief) {
        add_bytes(sheet, brief, (size_t)length);
    } else {
        char *text = malloc((size_t)length + 1);
        if (!text)
            store_fail();
        vsnprintf(text, (size_t)length + 1, format, again);
        add_bytes(sheet, text, (size_t)length);
        free(text);
    }
    va_end(again);
}

/* One character of UTF-8; what is none, or longer than it has to be, counts as one byte, *code then
 * is -1. */
static size_t decode(const char *text, int *code) {
    static const unsigned char masks[] = {0x7f, 0x1f, 0x0f, 0x07};
    static const int least[] = {0, 0x80, 0x800, 0x10000};
    unsigned char first = (unsigned char)*text;
    size_t more = first < 0x80 ? 0 : first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : first >= 0xc0 ? 1 : 4;
    *code = -1;
    if (more == 4)
        return 1;
    int value = first & masks[more];
    for (size_t i = 1; i <= more; i++) {
        if ((text[i] & 0xc0) != 0x80)
            return 1;
        value = value << 6 | (text[i] & 0x3f);
    }
    if (value < least[more] || value > 0x10ffff)
        return 1;
    *code = value;
    return more + 1;
}

/* What turns the order of writing round, takes no room, or is no character. */
static bool is_unseen(int code) {
    return (code >= 0x200b && code <= 0x200f) || (code >= 0x2028 && code <= 0x202e) ||
           (code >= 0x2060 && code <= 0x206f) || (code >= 0xd800 && code <= 0xdfff) ||
           code == 0xfeff || (code >= 0xfff9 && code <= 0xffff);
}

static void add_escaped(struct sheet *sheet, const char *text, bool keeps_utf8) {
    while (*text) {
        int code;
        size_t length = decode(text, &code);
        if (code < 0)
            sheet_format(sheet, "\\x%02x", (unsigned char)*text);
        else if (code == '\n')
            sheet_add(sheet, "\\n");
        else if (code < ' ' || code == 127)
            sheet_format(sheet, "\\x%02x", code);
        else if (code > 0x9f && keeps_utf8 && !is_unseen(code))
            add_bytes(sheet, text, length);
        else if (code > 127)
            sheet_format(sheet, code > 0xffff ? "\\U%08x" : "\\u%04x", code);
        else
            add_bytes(sheet, text, 1);
        text += length;
    }
}

void sheet_add_foreign(struct sheet *sheet, const char *text) {
    add_escaped(sheet, text, false);
}

void sheet_add_path(struct sheet *sheet, const char *path) {
    add_escaped(sheet, path, true);
}

/* The longest part of a text, no longer than that, which does not end amid an escape of ours. */
static size_t whole_escapes(const char *text, size_t most) {
    static const char letters[] = "nxuU";
    static const size_t lengths[] = {2, 4, 6, 10};
    size_t length = 0, next = 0;
    do {
        length = next;
        const char *letter = text[length] == '\\' ? strchr(letters, text[length + 1]) : NULL;
        next += letter && *letter ? lengths[letter - letters] : 1;
    } while (next <= most);
    return length;
}

void sheet_add_cut(struct sheet *sheet, const char *text, size_t width) {
    struct sheet escaped = {0};
    sheet_add(&escaped, "");
    sheet_add_foreign(&escaped, text);
    if (escaped.length > width)
        sheet_format(sheet, "%.*s..", (int)whole_escapes(escaped.data, width - 2), escaped.data);
    else
        sheet_add(sheet, escaped.data);
}

void sheet_colour(struct sheet *sheet, enum colour colour) {
    if (sheet->has_colours)
        sheet_add(sheet, colour_codes[colour]);
}

/* Any byte but the first of a character of UTF-8. */
static bool is_inside(char byte) {
    return ((unsigned char)byte & 0xc0) == 0x80;
}

const char *sheet_skip(const char *text, size_t characters) {
    while (*text && (characters > 0 || is_inside(*text)))
        characters -= !is_inside(*text++);
    return text;
}

size_t sheet_column(const struct sheet *sheet) {
    size_t start = sheet->length;
    while (start > 0 && sheet->data[start - 1] != '\n')
        start--;
    size_t column = 0;
    for (size_t i = start; i < sheet->length; i++) {
        if (sheet->data[i] == '\33')
            while (i < sheet->length && sheet->data[i] != 'm')
                i++;
        else
            column += !is_inside(sheet->data[i]);
    }
    return column;
}

void sheet_tab(struct sheet *sheet, size_t column) {
    size_t now = sheet_column(sheet);
    size_t spaces = now + 2 <= column ? column - now : now == 0 ? column : 2;
    sheet_format(sheet, "%*s", (int)spaces, "");
}

static size_t characters_in(const char *text, size_t length) {
    size_t n = 0;
    for (size_t i = 0; i < length; i++)
        n += !is_inside(text[i]);
    return n;
}

size_t sheet_width(const char *text) {
    struct sheet escaped = {0};
    sheet_add(&escaped, "");
    sheet_add_path(&escaped, text);
    return characters_in(escaped.data, escaped.length);
}

void sheet_wrap(struct sheet *sheet, const char *text, const char *hang) {
    struct sheet escaped = {0};
    sheet_add(&escaped, "");
    sheet_add_path(&escaped, text);
    size_t column = sheet_column(sheet);
    bool is_first = true;
    for (const char *word = escaped.data; *(word += strspn(word, " ")); is_first = false) {
        size_t length = strcspn(word, " "), width = characters_in(word, length);
        if (!is_first && column + 1 + width > SHEET_WIDTH) {
            sheet_format(sheet, "\n%s", hang);
            column = strlen(hang);
        } else if (!is_first) {
            add_bytes(sheet, " ", 1);
            column++;
        }
        add_bytes(sheet, word, length);
        column += width;
        word += length;
    }
}

void sheet_add_count(struct sheet *sheet, uint64_t count) {
    if (count >= 1000) {
        sheet_add_count(sheet, count / 1000);
        sheet_format(sheet, ",%03u", (unsigned)(count % 1000));
    } else {
        sheet_format(sheet, "%u", (unsigned)count);
    }
}

const char *sheet_counted(uint64_t count, const char *noun) {
    struct sheet sheet = {0};
    sheet_add_count(&sheet, count);
    const char *ending = count == 1 ? "" : noun[strlen(noun) - 1] == 's' ? "es" : "s";
    sheet_format(&sheet, " %s%s", noun, ending);
    return sheet.data;
}

void sheet_add_bytes(struct sheet *sheet, uint64_t bytes) {
    static const char *const units[] = {"KiB", "MiB", "GiB", "TiB", "PiB"};
    if (bytes == 0) {
        sheet_add(sheet, "-");
    } else if (bytes < 1024) {
        sheet_format(sheet, "%u B", (unsigned)bytes);
    } else {
        double size = (double)bytes / 1024;
        unsigned unit = 0;
        for (; size >= 1023.95 && unit + 1 < sizeof units / sizeof *units; unit++)
            size /= 1024;
        sheet_format(sheet, "%.1f %s", size, units[unit]);
    }
}
