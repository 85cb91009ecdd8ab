/* catalogue: the rows of checks.def and their pages, as the program knows them. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RENDER_CATALOGUE_H
#define RENDER_CATALOGUE_H

#include <stddef.h>

enum severity { SEVERITY_OFF, SEVERITY_NOTE, SEVERITY_WARNING, SEVERITY_ERROR, N_SEVERITIES };

struct check {
    const char *slug;
    const char *group;      /* lower case, as the `checks` option takes it */
    enum severity severity; /* the default */
    const char *blame;      /* "last holder" and the like, as reports say it */
    const char *certainty;  /* the default */
    int cwe;                /* 0 for none */
    const char *document;   /* "C Data Interface", "" for policy of this tool */
    const char *address;    /* of the document, "" likewise */
    const char *section, *level, *anchor, *says, *fix;
    const char *when; /* events on which it is asked, in checks.def's words */
    const char *page; /* Markdown of report/explain/SLUG.md */
};

extern const struct check catalogue_checks[];
extern const size_t catalogue_n_checks;

/** The check of a slug, NULL when there is none. */
const struct check *catalogue_find(const char *slug);

/** The slug that a mistyped one was probably meant to be, NULL for none. */
const char *catalogue_nearest(const char *slug);

/** "error", "warning", "note", "off" */
/** The slug that was probably meant, NULL for none. */
const char *catalogue_nearest(const char *slug);

const char *catalogue_severity_name(enum severity severity);
/** SEVERITY_OFF for an unknown word. */
enum severity catalogue_severity(const char *name);

/** Where the clause stands: 'C Data Interface, "Moving an array"'. */
const char *catalogue_clause(const struct check *check);
/** Deep link, "" for policy of this tool. */
const char *catalogue_url(const struct check *check);

#endif
