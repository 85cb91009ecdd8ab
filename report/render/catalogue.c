/* catalogue: the rows of checks.def and their pages, as the program knows them. A row without its
 * page does not build. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/catalogue.h"

#include "report/base/nearest.h"
#include "report/render/store.h"

#include <stdio.h>
#include <string.h>

/* Each page goes into the program as it stands in report/explain; the fuzzers, who learn nothing
 * from it, have its first bytes. */
#ifndef PAGE_PART
#define PAGE_PART ""
#endif
#define CHECK(ID, slug, ...)                                                                       \
    extern const char catalogue_page_##ID[];                                                       \
    __asm__(                                                                                       \
        ".pushsection .rodata\n"                                                                   \
        ".hidden catalogue_page_" #ID                                                              \
        "\n"                                                                                       \
        ".globl catalogue_page_" #ID                                                               \
        "\n"                                                                                       \
        "catalogue_page_" #ID                                                                      \
        ":\n"                                                                                      \
        ".incbin \"report/explain/" slug ".md\"" PAGE_PART                                         \
        "\n"                                                                                       \
        ".byte 0\n"                                                                                \
        ".popsection");
#include "report/checks.def"
#undef CHECK

#define GROUP_LIFETIME "lifetime"
#define GROUP_BUFFERS  "buffers"
#define GROUP_CONTENT  "content"
#define GROUP_SYNC     "sync"
#define GROUP_FORM     "form"
#define GROUP_STREAMS  "streams"
#define GROUP_COPIES   "copies"
#define GROUP_TOOL     "tool"

#define BLAME_PRODUCER    "producer"
#define BLAME_CONSUMER    "consumer"
#define BLAME_BOTH        "both"
#define BLAME_CALLER      "caller"
#define BLAME_LAST_HOLDER "last holder"
#define BLAME_NONE        "none"

#define CERTAINTY_OBSERVED "observed"
#define CERTAINTY_INFERRED "inferred"
#define CERTAINTY_LATENT   "latent"

#define FORMAT       "https://arrow.apache.org/docs/format/"
#define NAME_CDI     "C Data Interface"
#define NAME_CSI     "C Stream Interface"
#define NAME_CDDI    "C Device Data Interface"
#define NAME_TOOL    ""
#define ADDRESS_CDI  FORMAT "CDataInterface.html"
#define ADDRESS_CSI  FORMAT "CStreamInterface.html"
#define ADDRESS_CDDI FORMAT "CDeviceDataInterface.html"
#define ADDRESS_TOOL ""

const struct check catalogue_checks[] = {
#define CHECK(ID, slug_, group_, severity_, blame_, certainty_, cwe_, document_, section_, level_, \
              anchor_, says_, fix_, ...)                                                           \
    {.slug = slug_,                                                                                \
     .group = GROUP_##group_,                                                                      \
     .severity = SEVERITY_##severity_,                                                             \
     .blame = BLAME_##blame_,                                                                      \
     .certainty = CERTAINTY_##certainty_,                                                          \
     .cwe = cwe_,                                                                                  \
     .document = NAME_##document_,                                                                 \
     .address = ADDRESS_##document_,                                                               \
     .section = section_,                                                                          \
     .level = level_,                                                                              \
     .anchor = anchor_,                                                                            \
     .says = says_,                                                                                \
     .fix = fix_,                                                                                  \
     .when = #__VA_ARGS__,                                                                         \
     .page = catalogue_page_##ID},
#include "report/checks.def"
#undef CHECK
};

const size_t catalogue_n_checks = sizeof catalogue_checks / sizeof *catalogue_checks;

static const char *const severity_names[] = {"off", "note", "warning", "error"};

const struct check *catalogue_find(const char *slug) {
    for (size_t i = 0; i < catalogue_n_checks; i++)
        if (!strcmp(catalogue_checks[i].slug, slug))
            return &catalogue_checks[i];
    return NULL;
}

const char *catalogue_nearest(const char *slug) {
    const char **slugs = store_new(catalogue_n_checks * sizeof *slugs);
    for (size_t i = 0; i < catalogue_n_checks; i++)
        slugs[i] = catalogue_checks[i].slug;
    return nearest_of(slug, slugs, catalogue_n_checks);
}

const char *catalogue_severity_name(enum severity severity) {
    return severity_names[severity];
}

enum severity catalogue_severity(const char *name) {
    for (enum severity severity = SEVERITY_NOTE; severity < N_SEVERITIES; severity++)
        if (!strcmp(severity_names[severity], name))
            return severity;
    return SEVERITY_OFF;
}

const char *catalogue_clause(const struct check *check) {
    if (!*check->document)
        return "policy of this tool, not of the specification";
    char clause[256];
    snprintf(clause, sizeof clause, "%s, \"%s\"", check->document, check->section);
    return store_string(clause);
}

const char *catalogue_url(const struct check *check) {
    if (!*check->address)
        return "";
    char url[256];
    snprintf(url, sizeof url, "%s#%s", check->address, check->anchor);
    return store_string(url);
}
