/* focus: where a finding sends its reader: to the place where it happened, or to the producer's
 * callback that is to be mended. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RENDER_FOCUS_H
#define RENDER_FOCUS_H

#include "report/render/trace.h"

/**
 * Where a finding's first line points to.
 *
 * That is the definition of the producer's callback that is to blame, if it is the user's and no
 * stack shows what happened inside it; else where it happened, though nobody but a library was
 * there, unless the user is to blame all the same (focus_earlier()). A group has no such place:
 * user's code if one of its stacks has some.
 *
 * @return false for none
 */
bool focus_of(const struct finding *finding, struct spot *spot);

/** The callback's function, with the place of its definition; false when the finding is about none,
 * or its code lies in no module. */
bool focus_callback(const struct finding *finding, struct spot *spot);

/** The user's own step that a library did only what it has to after: in place of where that
 * happened. NULL: the library is to blame, or the user was there. */
const struct spot *focus_earlier(const struct finding *finding);

/** For a sentence: "release_batch (src/batch.cc:12)", "the release callback". */
const char *focus_callback_in_words(const struct finding *finding);

/** What the callback calls the struct that it is given, or as the specification does: "array". */
const char *focus_struct_in_words(const struct finding *finding);

#endif
