/* wording: the strings of a schema, as they were when it was handed over.
 *
 * Format, name and metadata are the producer's memory until the release: what stands there may not
 * change. Of each string the first 255 bytes count, of metadata all of up to 64 entries. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TRACKER_WORDING_H
#define TRACKER_WORDING_H

#include "report/base/base.h"

struct ArrowSchema;

enum { WORDING_FORMAT, WORDING_NAME, WORDING_METADATA, N_WORDINGS };

struct wording {
    const char *strings[N_WORDINGS]; /* NULL: there is none, or it could not be read */
    unsigned hashes[N_WORDINGS];
};

/** What its members hold now; NULL: memory is spent. Free it with memory_free(). */
struct wording *wording_read(const struct ArrowSchema *schema);

/** The member that points where it did, but to something else: "name"; NULL: none does. Members
 * that point elsewhere are not compared, nor is what is marked released.
 * @place  of the struct */
const char *wording_changed(const struct wording *then, uintptr_t place);

#endif
