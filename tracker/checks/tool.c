/* tool: what the tracker says about itself. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tracker/checks/judge.h"

static bool broken_HOOKS_BYPASSED(const struct judged *judged, struct finding *finding) {
    const char *module = judged->bypassed_module;
    if (judged->object || !judged->bypassed)
        return false;
    JUDGE_MESSAGE(finding, judged->bypassed, module ? " of " : "", module ? module : "",
                  " is declared, but no call of it can be seen");
    JUDGE_NOTE(finding, "calls that the linker bound inside a module pass every hook by");
    return true;
}

static bool broken_INCOMPLETE(const struct judged *judged, struct finding *finding) {
    if (judged->object || !judged->incomplete)
        return false;
    JUDGE_MESSAGE(finding, "not everything was watched: ", judged->incomplete);
    return true;
}

const struct judge_row tool_rows[] = {
#define IN_TOOL(ID, when) {CHECK_##ID, when, broken_##ID},
#include "tracker/checks/rows.h"
    {0}};
