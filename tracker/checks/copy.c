/* copy: bytes that cross between host and devices. One predicate a row of the group COPIES:
 * broken_ID. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tracker/checks/deed.h"
#include "tracker/transfer.h"

static bool broken_HIDDEN_COPY(const struct judged *judged, struct finding *finding) {
    const struct act *act = deed_act(judged, CHECK_HIDDEN_COPY, finding);
    char bytes[24], budget[24];
    if (!act)
        return false;
    JUDGE_MESSAGE(finding, judge_size(bytes, act->bytes), " of exported buffers copied from ",
                  act->kind == TRANSFER_D2H ? "devices to the host" : "the host to devices",
                  ", the budget is ", judge_size(budget, act->budget));
    JUDGE_NOTE(finding, "most of it here; the table of copies has all places");
    return true;
}

const struct judge_row copy_rows[] = {
#define IN_COPIES(ID, when) {CHECK_##ID, when, broken_##ID},
#include "tracker/checks/rows.h"
    {0}};
