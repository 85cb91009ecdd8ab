/* symbols: the function that an address of a module lies in, by its symbol tables.
 *
 * libdwfl walks the whole table at each look-up, which takes a millisecond in a large library; this
 * one sorts it once. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RENDER_SYMBOLS_H
#define RENDER_SYMBOLS_H

#include <elfutils/libdwfl.h>
#include <stdbool.h>
#include <stdint.h>

struct symbols;

/** The functions of .symtab or .dynsym, and of MiniDebugInfo. */
struct symbols *symbols_new(Dwfl_Module *module);

/** Mangled, NULL when no symbol covers the address; one without a size reaches to the next one. */
const char *symbols_find(const struct symbols *symbols, uint64_t address);

#endif
