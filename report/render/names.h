/* names: function, file and line of a module's offset, with the functions inlined there; libdwfl
 * finds the symbols (DWARF, split or compressed, debuglink and build-id folders, MiniDebugInfo,
 * .dynsym).
 *
 * A module is opened at its first look-up, only if the file on disk has the recorded build-id;
 * look-ups are remembered. Nothing is ever fetched from a network. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RENDER_NAMES_H
#define RENDER_NAMES_H

#include "report/render/process.h"

struct name {
    const char *function; /* demangled, without parameters; NULL when not known */
    const char *file;     /* absolute where its compilation unit says so; NULL when not known */
    const char *first;    /* names_definition(): its first parameter; NULL when not known */
    int line, column;     /* 0 when not known */
    bool is_inlined;      /* into the name after it */
};

struct names {
    size_t n;
    const struct name *list; /* innermost first */
};

/** What could be read of a module's symbols. NOT_OPENED: nothing was looked up in it. */
enum symbol_kind {
    SYMBOLS_NOT_OPENED,
    SYMBOLS_NONE,
    SYMBOLS_DYNSYM,
    SYMBOLS_SYMTAB,
    SYMBOLS_DWARF
};

/** Whether modules opened from now on are looked into (option symbolize); they are at the start. */
void names_enable(bool enable);

/**
 * @module   of the process
 * @offset   as recorded: an address less the load bias
 * @exact    offset is the instruction itself; a return address is looked up one byte before
 * @return   one name at least, though it may know neither function nor file
 */
struct names names_find(const struct module *module, uint64_t offset, bool exact);

/** The function that holds the offset, with the place where it is defined. */
struct name names_definition(const struct module *module, uint64_t offset);

enum symbol_kind names_symbols(const struct module *module);

#endif
