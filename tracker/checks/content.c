/* content: what stands in the buffers, when validate is on. One predicate a row of the group
 * CONTENT: broken_ID. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tracker/content.h"

#include "report/base/text.h"
#include "tracker/checks/judge.h"

static void note_place(const struct content_fault *fault, struct finding *finding) {
    struct text text = text_begin(finding->note, sizeof(finding->note));
    if (fault->column[0]) {
        text_add(&text, "column ");
        text_add(&text, fault->column);
        text_add(&text, ", ");
    }
    if (fault->row >= 0) {
        text_add(&text, "row ");
        text_add_uint(&text, (uint64_t)fault->row);
        text_add(&text, " of ");
        text_add_uint(&text, (uint64_t)fault->rows);
        text_add(&text, ": ");
    }
    text_add(&text, fault->what);
}

static bool tell(const struct judged *judged, enum check_id check, struct finding *finding,
                 const char *sentence) {
    const struct content_fault *fault = judged->event->content_fault;
    if (!fault || fault->check != check)
        return false;
    JUDGE_MESSAGE(finding, sentence, judge_own_name(judged));
    note_place(fault, finding);
    return true;
}

static bool broken_NULL_COUNT_MISMATCH(const struct judged *judged, struct finding *finding) {
    return tell(judged, CHECK_NULL_COUNT_MISMATCH, finding,
                "null_count and bitmap do not agree in ");
}

static bool broken_OFFSETS_NOT_MONOTONIC(const struct judged *judged, struct finding *finding) {
    return tell(judged, CHECK_OFFSETS_NOT_MONOTONIC, finding, "offsets lead nowhere in ");
}

static bool broken_DICTIONARY_INDEX_RANGE(const struct judged *judged, struct finding *finding) {
    return tell(judged, CHECK_DICTIONARY_INDEX_RANGE, finding,
                "an index lies outside the dictionary in ");
}

static bool broken_TYPE_IDS_UNKNOWN(const struct judged *judged, struct finding *finding) {
    return tell(judged, CHECK_TYPE_IDS_UNKNOWN, finding, "a union leads to no child in ");
}

static bool broken_INVALID_UTF8(const struct judged *judged, struct finding *finding) {
    return tell(judged, CHECK_INVALID_UTF8, finding, "a string is not UTF-8 in ");
}

const struct judge_row content_rows[] = {
#define IN_CONTENT(ID, when) {CHECK_##ID, when, broken_##ID},
#include "tracker/checks/rows.h"
    {0}};
