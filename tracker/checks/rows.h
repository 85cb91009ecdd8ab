/* rows: the rows of one group of checks.def with their predicates, broken_ID: the inside of an
 * array of struct judge_row.
 *
 * Before: #define IN_GROUP(ID, when) for the group that is wanted. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef IN_LIFETIME
#define IN_LIFETIME(ID, when)
#endif
#ifndef IN_BUFFERS
#define IN_BUFFERS(ID, when)
#endif
#ifndef IN_CONTENT
#define IN_CONTENT(ID, when)
#endif
#ifndef IN_SYNC
#define IN_SYNC(ID, when)
#endif
#ifndef IN_FORM
#define IN_FORM(ID, when)
#endif
#ifndef IN_STREAMS
#define IN_STREAMS(ID, when)
#endif
#ifndef IN_COPIES
#define IN_COPIES(ID, when)
#endif
#ifndef IN_TOOL
#define IN_TOOL(ID, when)
#endif
#define CHECK(ID, slug, group, severity, blame, certainty, cwe, document, section, level, anchor,  \
              says, fix, when)                                                                     \
    IN_##group(ID, when)
#include "report/checks.def"
#undef CHECK
