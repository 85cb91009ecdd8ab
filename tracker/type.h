/* type: what a schema says, as a name for the reader ("struct<id: int64, price: float64>") and as a
 * tree that tells the sizes of buffers.
 *
 * Types are interned and never freed; equal types have equal pointers. Schemas are foreign memory:
 * read by peek, cut where they are too deep, too wide or lead in circles. Locks: LOCK_TYPE. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TRACKER_TYPE_H
#define TRACKER_TYPE_H

#include "report/base/text.h"
#include "tracker/abi/arrow.h"

/** Longer names end in "...". */
#define TYPE_NAME_SIZE 208

/** How the buffers of a column lie in memory (Arrow columnar format, "Physical Memory Layout"). */
enum type_form {
    FORM_UNKNOWN,
    FORM_NULL,         /* no buffers */
    FORM_BITS,         /* bitmap, bits */
    FORM_FIXED,        /* bitmap, width bytes a value */
    FORM_VARIABLE,     /* bitmap, offsets of width bytes, data */
    FORM_VIEW,         /* bitmap, 16 bytes a value, data buffers, their sizes */
    FORM_LIST,         /* bitmap, offsets of width bytes */
    FORM_LIST_VIEW,    /* bitmap, offsets and sizes of width bytes */
    FORM_STRUCT,       /* bitmap */
    FORM_FIXED_LIST,   /* bitmap; width is the size of a list */
    FORM_DENSE_UNION,  /* type ids, offsets */
    FORM_SPARSE_UNION, /* type ids */
    FORM_RUN_END       /* no buffers */
};

struct type {
    const char *name;
    enum type_form form;
    uint32_t width;
    uint32_t alignment; /* of values of FORM_FIXED: what the compiler would give them, at most 8 */
    uint32_t n_children;
    const struct type *dictionary;      /* of the values; form and width are the indices' */
    const struct type *const *children; /* NULL where a child could not be read */
    const char *fields;                 /* names of the children, each with its NUL */
    const char *ids;                    /* unions: type ids by child, "0,3"; "" where not known */
    bool is_utf8;                       /* text */
    bool is_unsigned;                   /* integers, and indices that are */
};

void type_init(void);

/** The type of a schema in foreign memory, NULL when it can't be read or memory is spent. */
const struct type *type_of(const struct ArrowSchema *schema);

/** The name of a child, "" for none. */
const char *type_field(const struct type *type, uint32_t child);

/** What one format string says; `before` and `after` stand around the children in <>. */
struct type_format {
    enum type_form form;
    uint32_t width;
    uint32_t alignment;
    bool is_nested;
    bool is_utf8, is_unsigned;
    char before[96]; /* "int64", "decimal128(19, 10)", "struct"; unknown ones quoted */
    char after[24];  /* "[16]" of a fixed-size list */
    const char *ids; /* unions: the type ids, in the format string */
};
void type_parse(const char *format, struct type_format *parsed);

/** How many children a schema of this format has; -1: as many as it likes, or not known. */
int64_t type_n_children(const struct type_format *parsed);

#endif
