/* hash: FNV-1a of 64 bits, by which names, paths and bytes are told apart. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef REPORT_BASE_HASH_H
#define REPORT_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

/** Of no bytes at all: what a hash begins with. */
#define HASH_NONE 0xcbf29ce484222325u

/** Bytes that follow those of a hash. @return the hash of them all */
static inline uint64_t hash_add(uint64_t hash, const void *bytes, size_t size) {
    const unsigned char *byte = bytes;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ byte[i]) * 0x100000001b3u;
    return hash;
}

#endif
