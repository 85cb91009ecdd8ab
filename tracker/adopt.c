/* adopt: reads new structures. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tracker/adopt.h"

#include "report/base/memory.h"
#include "report/base/peek.h"
#include "report/module.h"
#include "tracker/event.h"
#include "tracker/exchange.h"
#include "tracker/extent.h"
#include "tracker/look.h"
#include "tracker/origin.h"
#include "tracker/pair.h"
#include "tracker/type.h"
#include "tracker/wording.h"

/* Beyond so many columns children stay without a type: nobody reads on. */
#define MOST_TYPED 4096

/* A giving that says nothing: what is read from a capsule came there somehow. */
#define GIVEN_IN_CAPSULE UINT64_MAX

static enum callback giver_of(const struct object *object) {
    if (!object->source)
        return object->parent ? (enum callback)object->parent->giver : CALLBACK_RELEASE;
    switch (object->source->kind) {
    case KIND_ASYNC_HANDLER:
        return object->kind == KIND_SCHEMA ? CALLBACK_ON_SCHEMA : CALLBACK_ON_NEXT_TASK;
    case KIND_ASYNC_TASK:
        return CALLBACK_EXTRACT;
    default:
        return object->kind == KIND_SCHEMA ? CALLBACK_GET_SCHEMA : CALLBACK_GET_NEXT;
    }
}

/* What a stream gave, and all below it, is the work of one of its callbacks; what a handler was
 * given is the work of who called it. */
static void note_getters(struct object *object, const struct look *look) {
    unsigned which = object->kind == KIND_SCHEMA ? 0 : 1;
    object->giver = (uint8_t)giver_of(object);
    if (object->source && object->source->kind != KIND_ASYNC_HANDLER)
        object->getters[which] = object->source->getters[which];
    else if (object->parent)
        memcpy(object->getters, object->parent->getters, sizeof(object->getters));
    else
        memcpy(object->getters, look->getters, sizeof(object->getters));
}

/* All that one stream or handler gives belongs together. Calls are counted below that
 * (hooks/desk.c). */
static uint64_t giving_of(const struct site *site, const struct object *source) {
    if (source && source->kind == KIND_ASYNC_TASK)
        return source->giving;
    if (source)
        return (uint64_t)(source->kind + 1u) << 60 | source->number;
    if (site->may_fill)
        return GIVEN_IN_CAPSULE;
    return site->gives ? site->call : 0;
}

/* A task's data lies where the producer said that all of it does. */
static void note_exchange(struct object *object) {
    if (object->kind == KIND_ASYNC_HANDLER &&
        (object->exchange = memory_alloc(sizeof(*object->exchange))))
        object->exchange->producer = -1;
    else if (object->kind == KIND_ASYNC_TASK && object->source)
        object->device_type = object->source->device_type;
}

void adopt_read(struct object *object, const void *copy, const struct site *site,
                struct object *source) {
    struct look look = look_at_copy(object->kind, copy);
    const struct object *parent = object->parent;
    object->release = look.release;
    object->release_module = parent && parent->release == look.release ? parent->release_module
                                                                       : module_of(look.release);
    object->producer =
        object->kind == KIND_ASYNC_HANDLER ? module_of(look.getters[1]) : object->release_module;
    object->consumer = object->kind == KIND_ASYNC_TASK ? module_of(site->callee) : site->actor;
    object->members = look.members;
    object->own_data = look.members.private_data;
    object->length = look.length;
    object->device_type = parent ? parent->device_type : look.device_type;
    object->device_id = parent ? parent->device_id : look.device_id;
    object->source = source;
    object->is_leftover = !parent && site->has_failed;
    object->giving = parent ? parent->giving : giving_of(site, source);
    note_getters(object, &look);
    if (object->is_leftover)
        object->producer =
            module_of(source ? object->getters[object->kind != KIND_SCHEMA] : site->callee);
    note_exchange(object);
    if (object->kind == KIND_SCHEMA)
        object->wording = wording_read(copy);
    object->origin = parent ? parent->origin : origin_of(site->stack, object->kind);
}

/* What stands at this place among the children of a schema of this type; they come in order, from
 * *at on, and the dictionary last. NULL: not known from it. */
static const struct type *type_below(const struct type *type, const struct ArrowSchema *schema,
                                     uintptr_t place, uint32_t *at) {
    uintptr_t there;
    while (type && *at < type->n_children &&
           peek(&there, &schema->children[*at], sizeof(there)) == 0)
        if (there == place)
            return type->children[(*at)++];
        else
            ++*at;
    return type && place == (uintptr_t)schema->dictionary ? type->dictionary : NULL;
}

static void type_children(struct object *schema, uintptr_t place, unsigned *left) {
    struct ArrowSchema copy = {0};
    uint32_t at = 0;
    if (schema->children && peek(&copy, (const void *)place, sizeof(copy)) != 0)
        copy = (struct ArrowSchema){0};
    for (struct object *child = schema->children; child && *left > 0; child = child->sibling) {
        --*left;
        child->type = copy.children || copy.dictionary
                          ? type_below(schema->type, &copy, child->place, &at)
                          : NULL;
        if (!child->type)
            child->type = type_of((const struct ArrowSchema *)child->place);
        type_children(child, child->place, left);
    }
}

static const struct type *type_schema(struct object *schema) {
    unsigned left = MOST_TYPED;
    object_lock(schema);
    const struct type *type = type_of((const struct ArrowSchema *)schema->address);
    schema->type = type;
    type_children(schema, schema->address, &left);
    object_unlock(schema);
    return type;
}

/* An object has the children that were live: the program's own list says which those are. */
static void spread(struct object *array, const struct type *type, unsigned *left) {
    struct ArrowArray copy;
    struct object *child = array->children;
    array->type = type;
    if (!child || !type || peek(&copy, (const void *)array->address, sizeof(copy)) != 0)
        return;
    for (uint32_t i = 0; i < type->n_children && child && copy.children && *left > 0; i++) {
        uintptr_t place;
        --*left;
        if (peek(&place, &copy.children[i], sizeof(place)) != 0)
            return;
        if (place != child->place)
            continue;
        spread(child, type->children[i], left);
        child = child->sibling;
    }
    if (child && child->place == (uintptr_t)copy.dictionary)
        spread(child, type->dictionary, left);
}

/* True: its type was not known, or another. */
static bool type_array(struct object *array, const struct type *type) {
    unsigned left = MOST_TYPED;
    if (!type)
        return false;
    object_lock(array);
    uint64_t had = array->bytes;
    bool is_new = array->type != type;
    spread(array, type, &left);
    if (had == 0)
        array->bytes =
            extent_bytes(type, (const struct ArrowArray *)array->address, array->device_type == 1);
    uint64_t more = array->bytes - had;
    struct origin *origin = array->is_counted ? array->origin : NULL;
    object_unlock(array);
    origin_weighed(origin, more);
    return is_new;
}

const struct type *adopt_type_of(const struct object *object) {
    object_lock(object);
    const struct type *type = object->type;
    object_unlock(object);
    return type;
}

static bool is_array(const struct object *object) {
    return object->kind == KIND_ARRAY || object->kind == KIND_DEVICE_ARRAY;
}

bool adopt_pair(struct object *array, struct object *schema) {
    return type_array(array, adopt_type_of(schema));
}

/* A capsule does not tell whose they are: the array may be one module's, the schema another's. */
static bool came_apart(const struct object *array, const struct object *schema) {
    if (array->giving == GIVEN_IN_CAPSULE || schema->giving == GIVEN_IN_CAPSULE)
        return false;
    if (array->giving && schema->giving)
        return array->giving != schema->giving;
    return array->producer != schema->producer;
}

bool adopt_are_strangers(const struct object *array, const struct object *schema) {
    const struct type *own = adopt_type_of(array);
    bool has_other = own && own != adopt_type_of(schema) &&
                     extent_fits(own, (const struct ArrowArray *)array->address);
    return has_other || came_apart(array, schema);
}

void adopt_stream_type(struct object *stream, const struct type *type) {
    object_lock(stream);
    stream->type = type;
    object_unlock(stream);
}

bool adopt_type_as(struct object *array, const struct type *type) {
    return type && extent_fits(type, (const struct ArrowArray *)array->address) &&
           type_array(array, type);
}

static bool (*stands)(const struct object *object);
static bool pairs_by_order;

/* Moved out of its struct, its content is not there to be looked at; and what is there now may not
 * have been seen yet. */
static bool is_of_pair(const struct object *object) {
    uintptr_t release;
    bool is_consumed =
        !is_array(object) && look_release(object->kind, object->address, &release) && release == 0;
    return is_consumed || stands(object);
}

/* Two capsules made one after the other: a pair once both are filled and agree. The array, then. */
static struct object *settle(struct object *object) {
    struct pair_partner partner;
    if (!pairs_by_order || !pair_find(object->address, object->kind, &partner))
        return NULL;
    struct object *other = object_at(partner.address, partner.kind);
    if (!other || !is_of_pair(object) || !is_of_pair(other))
        return NULL;
    pair_forget(object->address, object->kind);
    struct object *array = is_array(object) ? object : other;
    const struct type *type = adopt_type_of(is_array(object) ? other : object);
    bool is_pair = type && extent_fits(type, (const struct ArrowArray *)array->address);
    return is_pair && type_array(array, type) ? array : NULL;
}

struct object *adopt_type(struct object *root) {
    struct object *source = root->source, *typed = NULL;
    if (root->kind == KIND_SCHEMA) {
        const struct type *type = type_schema(root);
        if (source)
            adopt_stream_type(source, type);
    } else if (root->kind == KIND_ASYNC_TASK && source) {
        const struct type *type = adopt_type_of(source);
        object_lock(root);
        root->type = type;
        object_unlock(root);
    } else if (is_array(root) && source && type_array(root, adopt_type_of(source))) {
        typed = root;
    }
    struct object *of_pair = settle(root);
    return of_pair ? of_pair : typed;
}

void adopt_init(bool (*is_in_place)(const struct object *object), bool sees_all) {
    stands = is_in_place;
    pairs_by_order = sees_all;
    type_init();
    pair_init();
}
