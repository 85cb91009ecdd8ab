/* symbols: the function that an address of a module lies in. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/symbols.h"

#include "report/render/store.h"

#include <stdlib.h>

struct symbol {
    uint64_t begin, end; /* end is begin for those without a size */
    uint64_t reach;      /* the largest end up to here: how far back to look */
    const char *name;
};

struct symbols {
    size_t n;
    struct symbol *list; /* by begin; of those with the same, the longer ones first */
};

static int compare(const void *a, const void *b) {
    const struct symbol *x = a, *y = b;
    if (x->begin != y->begin)
        return x->begin < y->begin ? -1 : 1;
    return x->end == y->end ? 0 : x->end > y->end ? -1 : 1;
}

static void add(struct symbols *symbols, Dwfl_Module *module, int i) {
    GElf_Sym symbol;
    GElf_Addr address;
    GElf_Word section;
    const char *name = dwfl_module_getsym_info(module, i, &symbol, &address, &section, NULL, NULL);
    int type = GELF_ST_TYPE(symbol.st_info);
    bool is_code = type == STT_FUNC || type == STT_GNU_IFUNC || type == STT_NOTYPE;
    if (!name || !*name || !is_code || section == SHN_UNDEF || section == SHN_ABS)
        return;
    STORE_ADD(symbols->list, symbols->n) =
        (struct symbol){.begin = address, .end = address + symbol.st_size, .name = name};
}

struct symbols *symbols_new(Dwfl_Module *module) {
    struct symbols *symbols = store_new(sizeof *symbols);
    int n = dwfl_module_getsymtab(module);
    for (int i = 1; i < n; i++)
        add(symbols, module, i);
    if (symbols->n)
        qsort(symbols->list, symbols->n, sizeof *symbols->list, compare);
    uint64_t reach = 0;
    for (size_t i = 0; i < symbols->n; i++)
        symbols->list[i].reach = reach =
            reach > symbols->list[i].end ? reach : symbols->list[i].end;
    return symbols;
}

/* How many symbols begin at the address or before it. */
static size_t n_up_to(const struct symbols *symbols, uint64_t address) {
    size_t low = 0, high = symbols->n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (symbols->list[middle].begin <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const char *symbols_find(const struct symbols *symbols, uint64_t address) {
    size_t n = n_up_to(symbols, address);
    for (size_t i = n; i-- && symbols->list[i].reach > address;)
        if (symbols->list[i].end > address)
            return symbols->list[i].name;
    bool is_sizeless = n && symbols->list[n - 1].end == symbols->list[n - 1].begin;
    return is_sizeless ? symbols->list[n - 1].name : NULL;
}
