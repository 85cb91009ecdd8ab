/* inspect: walks a tree of objects, parents before children, and reads each one's struct anew. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tracker/checks/inspect.h"

#include "report/base/table.h"
#include "tracker/look.h"

/* The next of the tree behind a node and all below it. */
static const struct object *after(const struct object *node, const struct object *root) {
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

/* What is judged of a struct besides its callbacks, which are ours, in one number. */
static uint64_t words_of(enum object_kind kind, const union look_struct *copy) {
    struct ArrowDeviceArray device_array;
    switch (kind) {
    case KIND_SCHEMA:
        return table_hash(copy, offsetof(struct ArrowSchema, release));
    case KIND_ARRAY:
        return table_hash(copy, offsetof(struct ArrowArray, release));
    case KIND_DEVICE_ARRAY:
        device_array = copy->device_array;
        device_array.array.release = NULL;
        return table_hash(&device_array, sizeof(device_array));
    default:
        return 0;
    }
}

static uint32_t add_words(uint32_t sum, enum object_kind kind, const union look_struct *copy) {
    uint64_t words = words_of(kind, copy);
    return words ? (uint32_t)((sum * 0x9e3779b97f4a7c15u ^ words) >> 16) | 1 : 0;
}

bool inspect_has_changed_locked(struct object *root) {
    union look_struct copy;
    uint32_t words = 0, before = root->words;
    for (const struct object *node = root; node;) {
        bool is_read = read(node, root, &copy);
        words = is_read ? add_words(words, node->kind, &copy) : words;
        node = is_read && node->children ? node->children : after(node, root);
    }
    root->words = words;
    /* What was moved out was judged with its parent, what was only noted was judged when it was. */
    return words != before && (before || root->draft);
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
    root->words = 0;
    for (struct object *node = root; node && verdicts->n < JUDGE_MOST;) {
        if (!read(node, root, &copy)) {
            node = (struct object *)after(node, root);
            continue;
        }
        root->words = add_words(root->words, node->kind, &copy);
        event.object = node;
        judged.object = node;
        for (unsigned i = judge_more(&judged, verdicts); i < verdicts->n; i++) {
            inspection->about[i] = node;
            root->reported |= CHECK_BIT(verdicts->findings[i].check);
            if (node != root)
                note_place(node, &verdicts->findings[i]);
            else if (event.is_callers && !event.stranger && !verdicts->findings[i].note[0])
                JUDGE_NOTE(&verdicts->findings[i], "it was changed since it was handed over last");
        }
        node = node->children ? node->children : (struct object *)after(node, root);
    }
}
