/* box: copies as a runtime describes them: rows of bytes from one place to another; the accesses
 * that they are, and their line in the table of copies.
 *
 * Threads: any; under no lock. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HOOKS_BOX_H
#define HOOKS_BOX_H

#include "tracker/memory.h"

/** Accesses that one copy can have. */
#define BOX_MOST 64

/** UNSEEN: of the device, in an allocation that was not seen. */
enum where { IN_PAGEABLE, IN_PINNED, IN_DEVICE, IN_MANAGED, IN_UNSEEN, IN_NONE };

/** One side of a copy: rows of width bytes. */
struct side {
    uintptr_t at;
    uint64_t pitch, slice; /* bytes from one row, one layer to the next */
    enum where where;
};

/** For a set, from is IN_NONE. */
struct box {
    struct side from, to;
    uint64_t width, height, depth;
};

/** Asks a runtime about an address: 0 and its memory, else it is not the runtime's. */
typedef int (*box_ask_fn)(uintptr_t address, struct memory_what *what);

/** Where an address lies. @may_be_host  it need not be of a device: what is not known is asked */
enum where box_where(uintptr_t at, bool may_be_host, box_ask_fn ask);
bool box_is_device(enum where where);

/** All bytes of one side from its first row to its last; where there are holes between them, as
 * weaker evidence. */
struct order_access box_whole(const struct box *box, const struct side *side,
                              enum order_effect effect, uint32_t flags);

/** The bytes of one side, row by row where there are holes between them; BOX_MOST / 2 of room.
 * Returns how many accesses there are. */
unsigned box_side(struct order_access *accesses, const struct box *box, const struct side *side,
                  enum order_effect effect, uint32_t flags);

/** The call makes the copy. @reads  its source is read in order, not before the call was back */
void box_access(struct order_op *op, struct site *site, const struct box *box, uint32_t read_flags,
                uint32_t write_flags, bool reads);

/** Time for box_note(), 0 where nobody asks. */
uint64_t box_clock(void);
/** What crosses between host and device, or (@is_peer) two devices, gets a line in the table. */
void box_note(const struct site *site, const struct box *box, uint64_t began_ns, bool is_peer);

#endif
