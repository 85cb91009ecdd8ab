/* adopt: what a new structure tells about itself, and about the array or schema it belongs to.
 *
 * Foreign memory is read by peek. Locks: takes the objects' own, one at a time. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TRACKER_ADOPT_H
#define TRACKER_ADOPT_H

#include "tracker/event.h"

/**
 * @is_in_place  of tracker_ops
 * @sees_all     no structure is left alone: where one was last seen none has come and gone since
 */
void adopt_init(bool (*is_in_place)(const struct object *object), bool sees_all);

/** Fill a new object from the struct's bytes. */
void adopt_read(struct object *object, const void *copy, const struct site *site,
                struct object *source);

/**
 * Type a new root: a schema from what it says, a chunk from its stream's schema, both from the
 * capsule that was made next to theirs.
 *
 * @return the array whose type is known now, NULL when there is none
 */
struct object *adopt_type(struct object *root);

/** Array and schema are a certain pair: type the array and weigh its buffers. True: its type was
 * not known, or another. */
bool adopt_pair(struct object *array, struct object *schema);

/** Certain to have come by different ways, or out of different pairs. Before adopt_pair(). */
bool adopt_are_strangers(const struct object *array, const struct object *schema);

/** As adopt_pair() for a type that no object has, if all nodes of the array fit it; NULL fits
 * none. */
bool adopt_type_as(struct object *array, const struct type *type);

/** What a stream gives is of this type. */
void adopt_stream_type(struct object *stream, const struct type *type);

/** What is known of an object's type. */
const struct type *adopt_type_of(const struct object *object);

#endif
