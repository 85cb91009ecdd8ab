/* inspect: walks a tree of objects, parents before children, and reads each one's struct anew. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tracker/checks/inspect.h"

#include "tracker/look.h"

/* The next of the tree behind a node and all below it. */
static struct object *after(struct object *node, const struct object *root) {
    while (node != root && !node->sibling)
        node = node->parent;
    return node == root ? NULL : node->sibling;
}

/* False: it was moved out or released, and so is all below it. */
static bool read(const struct object *node, const struct object *root, union look_struct *copy) {
    if (node->state != STATE_LIVE || (node != root && node->moved_out))
        return false;
    return look_read(node->kind, node == root ? node->address : node->place, copy) &&
           look_at_copy(node->kind, copy).release != 0;
}

static void note_place(const struct object *node, struct finding *finding) {
    const struct object *parent = node->parent;
    uint64_t index = 0;
    char name[24], number[24];
    for (const struct object *elder = node->elder; elder; elder = elder->elder)
        index++;
    object_name(parent, name);
    if (finding->note[0])
        return;
    if (node->place == (uintptr_t)parent->members.dictionary)
        JUDGE_NOTE(finding, "it is the dictionary of ", name);
    else
        JUDGE_NOTE(finding, "it is child ", judge_count(number, index), " of ", name);
}

void inspect_tree_locked(const struct judged *given, struct object *root,
                         struct inspection *inspection) {
    struct judged judged = *given;
    struct event event = *given->event;
    struct verdicts *verdicts = &inspection->verdicts;
    union look_struct copy;
    verdicts->verdict = VERDICT_FORWARD;
    verdicts->n = 0;
    judged.event = &event;
    judged.copy = &copy;
    judged.tree = root;
    for (struct object *node = root; node && verdicts->n < JUDGE_MOST;) {
        if (!read(node, root, &copy)) {
            node = after(node, root);
            continue;
        }
        event.object = node;
        judged.object = node;
        for (unsigned i = judge_more(&judged, verdicts); i < verdicts->n; i++) {
            inspection->about[i] = node;
            root->reported |= CHECK_BIT(verdicts->findings[i].check);
            if (node != root)
                note_place(node, &verdicts->findings[i]);
        }
        node = node->children ? node->children : after(node, root);
    }
}
