/* reader: cuts the options' variable and files into names and values; knows no option. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef REPORT_BASE_READER_H
#define REPORT_BASE_READER_H

#include "report/base/base.h"

/** Where an option stands: a column of the variable, or a line of a file. */
struct reader_place {
    const char *file; /* NULL: the variable */
    unsigned number;  /* from 1 */
};

struct reader_option {
    struct reader_place place;
    const char *name;
    const char *value;  /* without its quotes */
    const char *wrong;  /* what is malformed, NULL for nothing; then value is not to be used */
    const char *detail; /* the text in question, may be NULL */
};

typedef void (*reader_take)(const struct reader_option *option, void *context);

/** `name=value` separated by space, tab, newline, or a `:` before another name. An option's strings
 * live for the call. 0, or -ENOMEM. */
int reader_variable(const char *text, reader_take take, void *context);

/**
 * One option a line, the value up to its end; a `#` at the beginning or after a blank starts a
 * comment.
 *
 * @path    lives for ever, as places point to it
 * @return  0, or -errno; -EFBIG over 64 KiB
 */
int reader_file(const char *path, reader_take take, void *context);

#endif
