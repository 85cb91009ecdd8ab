/* locus: places as SARIF has them. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RENDER_LOCUS_H
#define RENDER_LOCUS_H

#include "report/render/trace.h"

#include <jansson.h>

/** The base that relative paths stand on. */
#define LOCUS_BASE "SRCROOT"

/**
 * A SARIF location: file and line, else the module with the offset in it, and the function.
 *
 * @spot     NULL for none: the location then has a message only
 * @message  NULL for none
 */
json_t *locus_of(const struct spot *spot, const char *message);

/** A SARIF artifactLocation; what a URI cannot have in it is percent-encoded. */
json_t *locus_artifact(const char *path);

/** "file:///src/app/", with the '/' at its end; the result stays. */
const char *locus_folder(const char *path);

/** A SARIF message; braces and brackets that mean something in one are escaped. */
json_t *locus_message(const char *text);

#endif
