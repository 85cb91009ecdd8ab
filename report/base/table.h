/* table: uthash on our own arena, with a failed allocation that leaves the table as it was.
 *
 * Include this in place of <uthash.h>. After HASH_ADD test `uthash_failed`-free success by
 * HASH_FIND or by the element's own hh.tbl: with HASH_NONFATAL_OOM the element's hh.tbl is NULL
 * when it was not added. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef REPORT_BASE_TABLE_H
#define REPORT_BASE_TABLE_H

#include "report/base/hash.h"
#include "report/base/memory.h"

#define HASH_NONFATAL_OOM            1
#define uthash_malloc(size)          memory_alloc(size)
#define uthash_free(pointer, size)   memory_free(pointer, size)
#define uthash_nonfatal_oom(element) ((void)(element))

/** Multiplicative hash for 8-byte keys (reference: interposition.md section 6, a third of the
 * default's time). */
#define HASH_FUNCTION(key, length, hash)                                                           \
    do {                                                                                           \
        (hash) = table_hash((key), (length));                                                      \
    } while (0)

#include <string.h>

/** FNV-1a over whole words where the key has them, bytes elsewhere, then mixed. */
static inline unsigned table_hash(const void *key, size_t length) {
    const unsigned char *byte = key;
    uint64_t hash = HASH_NONE ^ length;
    while (length >= 8) {
        uint64_t word;
        memcpy(&word, byte, 8);
        hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
        hash ^= hash >> 29;
        byte += 8;
        length -= 8;
    }
    hash = hash_add(hash, byte, length) * 0x9e3779b97f4a7c15u;
    return (unsigned)(hash >> 32);
}

#include <uthash.h>

#endif
