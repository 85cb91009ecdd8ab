/* suppress: findings that are known and accepted, by lines of files:
 *
 *     SLUG [fun:PATTERN] [module:PATTERN] [py:PATTERN] [type:PATTERN] reason:"TEXT" [until:DATE]
 *
 * one a line, `#` starts a comment, `*` in a pattern stands for anything, a value with blanks in
 * quotes. All patterns given must match: `fun:` and `module:` any frame of the finding's stacks
 * (`module:` also who is to blame), `py:` the FILE or FILE:LINE of any Python frame, `type:` type
 * or kind of any of its objects. The reason is for people and must not be empty; after DATE
 * (YYYY-MM-DD) the line does not hold any more. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RENDER_SUPPRESS_H
#define RENDER_SUPPRESS_H

#include "report/render/process.h"
#include "report/render/tree.h"

enum { PATTERN_FUN, PATTERN_MODULE, PATTERN_PY, PATTERN_TYPE, N_PATTERNS };

struct suppression {
    const struct check *check;
    const char *patterns[N_PATTERNS]; /* NULL for none */
    const char *reason, *until;       /* until: NULL for ever */
    const char *text;                 /* the line, less its reason */
    const char *place;                /* "FILE:LINE" */
    bool is_known;                    /* of ours, most of which concern others */
    bool is_expired;
    unsigned n_matched;
    int64_t bytes; /* of the leaks that it matched */
};

/** The name of our own file, which is part of the program. */
#define SUPPRESS_KNOWN "known"

struct suppressions {
    size_t n;
    struct suppression *list;
};

/**
 * Read the files of an option suppressions=: a comma list of FILE and `known`, our own.
 *
 * @folder    that relative names are relative to, "" for the working directory
 * @complain  what is wrong with a file or a line of it, one sentence; the other lines hold
 * @return    false when there was something to complain of
 */
bool suppress_read(struct suppressions *suppressions, const char *files, const char *folder,
                   void (*complain)(const char *complaint));

/** Mark what is suppressed in the tree, and count it. */
void suppress_apply(struct suppressions *suppressions, const struct tree *tree);

/** Would module:PATTERN match it? */
bool suppress_is_in_module(const struct finding *finding, const char *pattern);

/** It holds and nothing was found that it is for. */
bool suppress_is_unused(const struct suppression *suppression);

#endif
