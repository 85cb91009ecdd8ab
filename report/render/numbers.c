/* numbers: stacks and modules that a report speaks of. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/numbers.h"

#include "report/render/store.h"

#include <string.h>

struct used_stack {
    struct stack_key {
        const struct process *process;
        int64_t stack;
    } key;
    int64_t number;
    UT_hash_handle hh;
};

struct used_module {
    const char *file; /* path and build-id */
    const struct module *module;
    int64_t number;
    UT_hash_handle hh;
};

struct told_object {
    const char *name; /* among all processes */
    UT_hash_handle hh;
};

struct numbers {
    bool is_of_many;
    struct used_stack *stacks;
    struct used_module *modules;
    struct told_object *objects;
};

static void tell(struct numbers *numbers, const struct finding *finding) {
    for (size_t i = 0; i < finding->n_objects; i++) {
        const char *name = process_name_of(finding->process, finding->objects[i]);
        struct told_object *told;
        HASH_FIND_STR(numbers->objects, name, told);
        if (told)
            continue;
        told = store_new(sizeof *told);
        told->name = name;
        HASH_ADD_KEYPTR(hh, numbers->objects, told->name, strlen(told->name), told);
    }
}

static struct used_module *add_module(struct numbers *numbers, const struct module *module,
                                      const char *file) {
    struct used_module *used = store_new(sizeof *used);
    used->file = store_string(file);
    used->module = module;
    used->number = numbers->is_of_many ? (int)HASH_COUNT(numbers->modules) : module->id;
    HASH_ADD_KEYPTR(hh, numbers->modules, used->file, strlen(used->file), used);
    return used;
}

int64_t numbers_module(struct numbers *numbers, const struct module *module) {
    struct used_module *used;
    if (!module)
        return -1;
    if (module->number)
        return module->number - 1;
    const char *file = numbers->is_of_many ? store_format("%s %s", module->build_id, module->path)
                                           : store_format("%d", module->id);
    HASH_FIND_STR(numbers->modules, file, used);
    if (!used) {
        bool before = store_keep_begin();
        used = add_module(numbers, module, file);
        store_keep_end(before);
    }
    ((struct module *)module)->number = used->number + 1;
    return used->number;
}

struct numbers *numbers_new(const struct tree *tree) {
    struct numbers *numbers = store_new(sizeof *numbers);
    numbers->is_of_many = tree->n_processes > 1;
    for (size_t i = 0; i < tree->n_findings; i++)
        tell(numbers, tree->findings[i]);
    /* Of one process all are listed. */
    const struct module *module = tree->n_processes == 1 ? tree->processes[0]->modules : NULL;
    for (; module; module = module->hh.next)
        numbers_module(numbers, module);
    return numbers;
}

int64_t numbers_stack(struct numbers *numbers, const struct process *process, int stack) {
    struct stack_key key = {process, stack};
    struct used_stack *used;
    if (!facts_has_stack(process, stack))
        return 0;
    HASH_FIND(hh, numbers->stacks, &key, sizeof key, used);
    if (!used) {
        bool before = store_keep_begin();
        used = store_new(sizeof *used);
        used->key = key;
        used->number = numbers->is_of_many ? (int)HASH_COUNT(numbers->stacks) + 1 : stack;
        HASH_ADD(hh, numbers->stacks, key, sizeof used->key, used);
        store_keep_end(before);
    }
    return used->number;
}

bool numbers_is_in_finding(const struct numbers *numbers, const struct process *process,
                           const char *object) {
    const char *name = process_name_of(process, object);
    struct told_object *told;
    HASH_FIND_STR(numbers->objects, name, told);
    return told != NULL;
}

void numbers_each_stack(const struct numbers *numbers,
                        void (*take)(const struct process *process, int stack, int64_t number,
                                     void *context),
                        void *context) {
    for (const struct used_stack *used = numbers->stacks; used; used = used->hh.next)
        take(used->key.process, (int)used->key.stack, used->number, context);
}

void numbers_each_module(const struct numbers *numbers,
                         void (*take)(const struct module *module, void *context), void *context) {
    for (const struct used_module *used = numbers->modules; used; used = used->hh.next)
        take(used->module, context);
}
