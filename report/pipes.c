/* pipes: one slot of one library's table. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/pipes.h"

#include <dlfcn.h>
#include <link.h>
#include <unistd.h>

#include "report/base/peek.h"
#include "report/descriptor.h"

static int make_high_pipe(int ends[2], int flags) {
    int low[2];
    if (pipe2(low, flags) != 0)
        return -1;
    for (unsigned i = 0; i < 2; i++) {
        ends[i] = descriptor_keep(low[i]).fd;
        if (ends[i] != low[i])
            close(low[i]);
    }
    return 0;
}

static uintptr_t entry_of(const ElfW(Dyn) * dynamic, ElfW(Sxword) tag) {
    while (dynamic->d_tag != DT_NULL && dynamic->d_tag != tag)
        dynamic++;
    return dynamic->d_tag == tag ? dynamic->d_un.d_val : 0;
}

void pipes_lift(void *library) {
    struct link_map *map = NULL;
    int (*const ours)(int *, int) = make_high_pipe;
    if (dlinfo(library, RTLD_DI_LINKMAP, &map) != 0)
        return;
    const ElfW(Rela) *row = (const ElfW(Rela) *)entry_of(map->l_ld, DT_JMPREL);
    const ElfW(Sym) *symbols = (const ElfW(Sym) *)entry_of(map->l_ld, DT_SYMTAB);
    const char *strings = (const char *)entry_of(map->l_ld, DT_STRTAB);
    size_t n = row && symbols && strings ? entry_of(map->l_ld, DT_PLTRELSZ) / sizeof(*row) : 0;
    for (; n > 0; n--, row++)
        if (strcmp(strings + symbols[ELF64_R_SYM(row->r_info)].st_name, "pipe2") == 0)
            peek_write((void *)(map->l_addr + row->r_offset), &ours, sizeof(ours));
}
