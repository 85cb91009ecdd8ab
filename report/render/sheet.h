/* sheet: a text that grows, in plain ASCII, with the few shapes our reports are made of. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RENDER_SHEET_H
#define RENDER_SHEET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SHEET_WIDTH 120 /* no line of ours is wider, but a place that an editor must find */

/** Where a sheet goes while it is written. */
struct sheet_output {
    int fd;
    int error; /* errno of what could not be written, 0 for none */
};

/** Without an output it is of the store, and must not grow between a later store_begin() and its
 * store_end(), unless it stays. */
struct sheet {
    char *data;                  /* NUL-terminated once something was added, else NULL */
    size_t length;               /* bytes, NUL not counted */
    size_t size;                 /* bytes of storage */
    bool has_colours;            /* sheet_colour() does something */
    bool stays;                  /* data does, to the end; for what is written amid store_begin() */
    struct sheet_output *output; /* NULL: it is all in data */
};

enum colour { COLOUR_NONE, COLOUR_BOLD, COLOUR_RED, COLOUR_MAGENTA, COLOUR_CYAN };

/** Send what is still to be sent to the output. */
void sheet_flush(struct sheet *sheet);

/** Add text of ours as it is. */
void sheet_add(struct sheet *sheet, const char *text);
void sheet_format(struct sheet *sheet, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/** Add text from the record: control characters and what is not ASCII are escaped (\n, \u00f6). */
void sheet_add_foreign(struct sheet *sheet, const char *text);

/** Text with names that a reader or an editor must find again: what is not ASCII stays, control
 * characters, and what would not be seen, do not. */
void sheet_add_path(struct sheet *sheet, const char *path);

/** The same as sheet_add_foreign(), in at most `width` characters; what is cut ends in "..". */
void sheet_add_cut(struct sheet *sheet, const char *text, size_t width);

/** Turn a colour on until COLOUR_NONE; nothing where the sheet has none. */
void sheet_colour(struct sheet *sheet, enum colour colour);

/** Spaces up to a column of the current line; two at least when it is already past it. */
void sheet_tab(struct sheet *sheet, size_t column);

/** Column of the current line, counted from 0 in characters; colours take no room. */
size_t sheet_column(const struct sheet *sheet);

/** The text behind so many characters. */
const char *sheet_skip(const char *text, size_t characters);

/** Characters that a text takes as sheet_add_path() adds it. */
size_t sheet_width(const char *text);

/** Words of a text, escaped as by sheet_add_path(), from the current column on; lines that follow
 * begin with `hang`. */
void sheet_wrap(struct sheet *sheet, const char *text, const char *hang);

/** 1,234,567 */
void sheet_add_count(struct sheet *sheet, uint64_t count);
/** "1 row", "2 rows"; the result stays. */
const char *sheet_counted(uint64_t count, const char *noun);
/** 208 B, 7.6 MiB; "-" for none. */
void sheet_add_bytes(struct sheet *sheet, uint64_t bytes);

#endif
