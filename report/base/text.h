/* text: strings built in a buffer of fixed size, without stdio and without allocation. Too long is
 * cut and noted.
 *
 * Every function may be called from a signal handler. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef REPORT_BASE_TEXT_H
#define REPORT_BASE_TEXT_H

#include "report/base/base.h"

struct text {
    char *data;    /* always NUL-terminated when size > 0 */
    size_t size;   /* bytes of storage */
    size_t length; /* bytes written, NUL not counted */
    bool cut;      /* something did not fit */
};

/** Start an empty text in the caller's storage. */
struct text text_begin(char *storage, size_t size);

void text_add(struct text *text, const char *string);
void text_add_bytes(struct text *text, const char *bytes, size_t length);
void text_add_int(struct text *text, int64_t number);
void text_add_uint(struct text *text, uint64_t number);
/** Digits of a base up to 16. */
void text_add_digits(struct text *text, uint64_t number, unsigned base);
/** 0x and lower-case digits, no padding. */
void text_add_hex(struct text *text, uint64_t number);
/** What stays a line of UTF-8: other bytes become U+FFFD, control characters a question mark. */
void text_add_line(struct text *text, const char *string);
/** A JSON string with its quotes; bytes that are not UTF-8 become U+FFFD. NULL becomes null. */
void text_add_json(struct text *text, const char *string);

/** A shell's pattern in which the star alone is special, over the whole of @string. */
bool text_matches(const char *pattern, const char *string);

#endif
