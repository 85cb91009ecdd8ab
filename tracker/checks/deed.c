/* deed: names of streams, events and arrays by their numbers. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tracker/checks/deed.h"

#include "report/base/text.h"

const struct act *deed_act(const struct judged *judged, enum check_id check,
                           struct finding *finding) {
    const struct act *act = judged->act;
    if (!act || act->check != check)
        return NULL;
    if (finding->severity > act->severity)
        finding->severity = act->severity;
    finding->before = act->other.stack;
    if (act->is_pending)
        finding->certainty = CERTAINTY_OBSERVED;
    if (!judged->object && act->number > 0) {
        deed_array(act, finding->objects[0]);
        finding->n_objects = 1;
    }
    return act;
}

const char *deed_array(const struct act *act, char storage[24]) {
    const struct object named = {.kind = act->kind, .number = act->number};
    return act->number > 0 ? object_name(&named, storage) : "memory";
}

static const char *numbered(const char *what, uint32_t number, char storage[24]) {
    struct text text = text_begin(storage, 24);
    text_add(&text, what);
    text_add_uint(&text, number);
    return storage;
}

const char *deed_where(const struct deed *deed, char storage[24]) {
    return deed->stream > 0 ? numbered("stream#", deed->stream, storage) : "the host";
}

const char *deed_event(const struct act *act, char storage[24]) {
    return act->event > 0 ? numbered("event#", act->event, storage) : "its event";
}

const char *deed_done(const struct deed *deed) {
    static const char *const words[N_DEEDS] = {[DEED_READ] = "read",
                                               [DEED_WRITE] = "written",
                                               [DEED_KERNEL] = "given to a kernel",
                                               [DEED_ALLOCATION] = "allocated",
                                               [DEED_FREE] = "freed"};
    return deed->kind < N_DEEDS && words[deed->kind] ? words[deed->kind] : "used";
}

bool deed_is_freed(const struct judged *judged, struct finding *finding) {
    const struct act *act = deed_act(judged, CHECK_BUFFER_FREED_WHILE_HELD, finding);
    char where[24];
    if (!act)
        return false;
    finding->certainty = CERTAINTY_OBSERVED;
    JUDGE_MESSAGE(finding, "memory of ", judge_own_name(judged), " freed while it is held");
    JUDGE_NOTE(finding, "freed by ", deed_where(&act->own, where));
    return true;
}

bool deed_is_used(const struct judged *judged, struct finding *finding) {
    const struct act *act = deed_act(judged, CHECK_BUFFER_USED_AFTER_RELEASE, finding);
    char name[24], where[24];
    if (!act)
        return false;
    JUDGE_MESSAGE(finding, "memory of ", deed_array(act, name), " ", deed_done(&act->own), " on ",
                  deed_where(&act->own, where), " after its release and free");
    return true;
}

bool deed_is_written(const struct judged *judged, struct finding *finding) {
    const struct act *act = deed_act(judged, CHECK_BUFFER_WRITTEN_WHILE_HELD, finding);
    char where[24];
    bool is_kernel = act && act->own.kind == DEED_KERNEL;
    if (!act)
        return false;
    JUDGE_MESSAGE(finding, "memory of ", judge_own_name(judged), " ", deed_done(&act->own), " on ",
                  deed_where(&act->own, where), is_kernel ? ", which may write it," : "",
                  " while it is held");
    return true;
}
