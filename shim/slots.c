/* slots: finds the slots of new modules, asks route what stands behind them, writes our hooks. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "shim/slots.h"

#include <errno.h>
#include <linux/futex.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "hooks/duties.h"
#include "report/base/peek.h"
#include "report/base/thread.h"
#include "shim/elf.h"
#include "shim/route.h"

#if defined(__x86_64__)
#define RELOC_CALL R_X86_64_JUMP_SLOT
#define RELOC_DATA R_X86_64_GLOB_DAT
#define RELOC_WORD R_X86_64_64
#elif defined(__aarch64__)
#define RELOC_CALL R_AARCH64_JUMP_SLOT
#define RELOC_DATA R_AARCH64_GLOB_DAT
#define RELOC_WORD R_AARCH64_ABS64
#endif

/* Modules passed over; an address met again is compared, as another module may have come there. */
#define MAX_MODULES 4096

/* MET: busy, and another pass has gone by. */
enum { NEW, BUSY, MET, DONE, AGAIN };

struct known {
    _Atomic uintptr_t dynamic; /* 0: free */
    _Atomic uint32_t state;
    _Atomic uint32_t round; /* pass that took it last */
    uint64_t subs;          /* unloaded modules at that time: while equal, it is the same module */
    uint64_t print;
    bool has_slots;  /* of names that have rows */
    uintptr_t *slot; /* one of them that was patched, with what was written */
    uintptr_t entry;
};

static struct known known[MAX_MODULES];
static _Atomic uint32_t rounds;
static _Atomic uint32_t n_passing;   /* threads that are at a pass */
static _Atomic uint32_t n_unsettled; /* modules that are BUSY, MET, or to be taken up AGAIN */
static _Atomic unsigned long long seen_adds, seen_subs;
static _Atomic bool again; /* a module was not ready */

/* Longer ones than that have not been met. */
#define VERSION_MOST 64

/* One slot found. */
struct found {
    uintptr_t *slot;
    struct hook_row *row;
    char version[VERSION_MOST]; /* copied: the module may be unloaded meanwhile; "" for none */
    uintptr_t old;
    uintptr_t entry;  /* what is to stand there, 0 for what does */
    bool is_word;     /* a pointer in the program's own data */
    bool is_raw;      /* looks like an offset in its module, as before relocation */
    const char *name; /* of the symbol: the row's, or one that begins so, in longer */
};

#define MAX_FOUND  16
#define MAX_LONGER 4

/* The slots of one module, or as many as fit. */
struct batch {
    uint32_t round;
    bool is_settled; /* no module is being relocated by another thread */
    bool on_demand;
    uintptr_t address; /* on_demand: the module that holds it */
    struct known *known;
    uintptr_t dynamic;
    uint64_t print;
    unsigned long long subs;
    size_t next; /* relocation to go on at */
    bool is_full;
    bool is_unready;   /* the loader has not got to some slot, or another module lies there now */
    bool is_undefined; /* nothing defines some name as yet */
    unsigned n, n_longer;
    struct found found[MAX_FOUND];
    char longer[MAX_LONGER][256]; /* copied, as versions are */
    char path[1024];
};

static bool is_slot(const ElfW(Rela) * entry) {
    unsigned type = ELF64_R_TYPE(entry->r_info);
    return type == RELOC_CALL || type == RELOC_DATA || (type == RELOC_WORD && !entry->r_addend);
}

/* The symbol's name, to stay; NULL: it is too long. */
static const char *keep_name(struct batch *batch, const struct hook_row *row, const char *name) {
    if (strcmp(name, row->name) == 0)
        return row->name;
    size_t size = strlen(name) + 1;
    if (size > sizeof(batch->longer[0]))
        return NULL;
    return memcpy(batch->longer[batch->n_longer++], name, size);
}

/* A slot of a symbol that has a row. */
static void add(const struct elf *elf, const ElfW(Rela) * entry, struct hook_row *row,
                struct batch *batch) {
    size_t index = ELF64_R_SYM(entry->r_info);
    unsigned type = ELF64_R_TYPE(entry->r_info);
    uintptr_t *slot = (uintptr_t *)(elf->base + entry->r_offset);
    if (!elf_holds(elf, (uintptr_t)slot, PF_W))
        return;
    uintptr_t value = __atomic_load_n(slot, __ATOMIC_RELAXED);
    if (value == 0) {
        /* A weak reference may stay empty for good; filling it would say that there is such a
         * function. Any other is empty only before relocation. */
        if (ELF64_ST_BIND(elf->symbols[index].st_info) != STB_WEAK)
            batch->is_unready = true;
        return;
    }
    const char *version = elf_version_of(elf, index);
    const char *name = keep_name(batch, row, elf->strings + elf->symbols[index].st_name);
    if (!name)
        return;
    struct found *found = &batch->found[batch->n++];
    *found = (struct found){.slot = slot,
                            .row = row,
                            .name = name,
                            .old = value,
                            .is_word = type == RELOC_WORD,
                            .is_raw = type == RELOC_CALL && value < elf->base &&
                                      elf_holds(elf, elf->base + value, PF_X)};
    strncpy(found->version, version ? version : "", sizeof(found->version) - 1);
}

static void look_at(const struct elf *elf, const ElfW(Rela) * entry, struct batch *batch) {
    size_t index = ELF64_R_SYM(entry->r_info);
    if (!index || !is_slot(entry))
        return;
    struct hook_row *row = hook_find(elf->strings + elf->symbols[index].st_name);
    if (UNLIKELY(row != NULL) && row->on_demand == batch->on_demand)
        add(elf, entry, row, batch);
}

/* Both tables as one. */
static const ElfW(Rela) * relocation(const struct elf *elf, size_t i) {
    size_t n_first = elf->tables[0].n;
    return i < n_first ? &elf->tables[0].first[i] : &elf->tables[1].first[i - n_first];
}

static void look_through(const struct elf *elf, struct batch *batch) {
    batch->n = batch->n_longer = 0;
    batch->is_full = false;
    for (; batch->next < elf->tables[0].n + elf->tables[1].n; batch->next++) {
        if (batch->n == MAX_FOUND || batch->n_longer == MAX_LONGER) {
            batch->is_full = true;
            return;
        }
        look_at(elf, relocation(elf, batch->next), batch);
    }
}

static bool is_same(const struct known *entry, const struct elf *elf, uint64_t print) {
    if (entry->print != print || !entry->has_slots)
        return entry->print == print;
    return entry->slot && elf_holds(elf, (uintptr_t)entry->slot, 0) && *entry->slot == entry->entry;
}

static bool claim_known(struct known *entry, const struct elf *elf, struct batch *batch);

/* Another thread is at it. Its constructors will not wait for that one; done twice is done too.
 * Others leave it to that one, but say so: what they see here may have been loaded in the place of
 * what that one has looked at. */
static bool share_known(struct known *entry, const struct elf *elf, struct batch *batch) {
    uint32_t state = BUSY;
    if (batch->is_settled)
        atomic_store(&entry->round, batch->round);
    else if (!atomic_compare_exchange_strong(&entry->state, &state, MET) && state != MET)
        return claim_known(entry, elf, batch);
    return batch->is_settled;
}

/* Take a module for this pass, if it is new, was not ready, or is not the one that was here. */
static bool claim_known(struct known *entry, const struct elf *elf, struct batch *batch) {
    uint32_t state = atomic_load(&entry->state);
    if (atomic_load(&entry->round) == batch->round)
        return false;
    if (state == BUSY || state == MET)
        return share_known(entry, elf, batch);
    if (state == DONE && entry->subs == batch->subs)
        return false;
    if (state == DONE && is_same(entry, elf, elf_print(elf))) {
        entry->subs = batch->subs;
        return false;
    }
    if (!atomic_compare_exchange_strong(&entry->state, &state, BUSY))
        return claim_known(entry, elf, batch);
    if (state != AGAIN)
        atomic_fetch_add(&n_unsettled, 1);
    atomic_store(&entry->round, batch->round);
    entry->slot = NULL;
    entry->has_slots = false;
    batch->known = entry;
    return true;
}

static bool claim(const struct elf *elf, struct batch *batch) {
    uintptr_t dynamic = (uintptr_t)elf->dynamic;
    size_t at = (dynamic >> 4) * 0x9e3779b97f4a7c15u >> 52;
    _Static_assert(MAX_MODULES == 1 << 12, "the shift gives 12 bits");
    for (size_t i = 0; i < MAX_MODULES; i++) {
        struct known *entry = &known[(at + i) % MAX_MODULES];
        uintptr_t expected = 0;
        if (atomic_compare_exchange_strong(&entry->dynamic, &expected, dynamic) ||
            expected == dynamic)
            return claim_known(entry, elf, batch);
    }
    return false; /* the table is full: modules beyond are not watched */
}

static void settle(struct batch *batch) {
    struct known *entry = batch->known;
    if (!entry)
        return;
    entry->subs = batch->subs;
    entry->print = batch->print;
    bool is_done = !batch->is_unready && !batch->is_undefined;
    uint32_t state = BUSY;
    /* Nothing goes away under a settled pass. */
    if (is_done && batch->is_settled)
        atomic_store(&entry->state, DONE);
    else if (is_done)
        is_done = atomic_compare_exchange_strong(&entry->state, &state, DONE);
    if (is_done) {
        atomic_fetch_sub(&n_unsettled, 1);
    } else {
        atomic_store(&entry->state, AGAIN);
        if (batch->is_unready || state == MET)
            atomic_store(&again, true);
    }
    batch->known = NULL;
}

/* Visits modules until one has slots for us. */
static bool collect(const struct elf *elf, void *context) {
    struct batch *batch = context;
    if (elf_is_self(elf) || elf_is_loader(elf) || elf_is_vdso(elf))
        return false;
    bool is_ours = batch->on_demand ? elf_holds(elf, batch->address, 0) : claim(elf, batch);
    if (!is_ours)
        return false;
    batch->dynamic = (uintptr_t)elf->dynamic;
    batch->print = elf_print(elf);
    batch->next = 0;
    batch->is_unready = batch->is_undefined = false;
    strncpy(batch->path, elf->path, sizeof(batch->path) - 1);
    look_through(elf, batch);
    if (batch->n == 0)
        settle(batch);
    return batch->n > 0;
}

static bool is_of_batch(const struct elf *elf, const struct batch *batch) {
    return (uintptr_t)elf->dynamic == batch->dynamic && elf_print(elf) == batch->print;
}

/* The rest of a module whose slots did not fit. */
static bool collect_more(const struct elf *elf, void *context) {
    struct batch *batch = context;
    if (!is_of_batch(elf, batch))
        return false;
    look_through(elf, batch);
    return true;
}

static bool is_program(const struct elf *elf, void *context) {
    return elf->index == 0 && elf->base == 0 && elf_holds(elf, *(uintptr_t *)context, PF_X);
}

/* A pointer in data is ours to change only while it is still what the loader put there: the
 * function, or the entry that stands for it in a program that is not position-independent. */
static bool is_as_loaded(const struct found *found, void *real) {
    uintptr_t old = found->old;
    return !found->is_word || (uintptr_t)real == old || elf_each(is_program, &old);
}

static void resolve(struct batch *batch) {
    for (unsigned i = 0; i < batch->n; i++) {
        struct found *found = &batch->found[i];
        uintptr_t real;
        if (hook_is_ours(found->old, &real)) {
            found->entry = found->old;
            continue;
        }
        struct route_slot slot = {.name = found->name,
                                  .version = *found->version ? found->version : NULL,
                                  .old = found->old,
                                  .path = batch->path};
        void *behind = route_behind_slot(&slot);
        if (!behind)
            batch->is_undefined = true;
        else if (found->is_raw && (uintptr_t)behind != found->old)
            batch->is_unready = true;
        else if (is_as_loaded(found, behind))
            found->entry = (uintptr_t)hook_entry(found->row, behind);
    }
}

/* 0, EFAULT where it cannot be written, or why that cannot be known. The kernel tries by an atomic
 * step that changes nothing (futex(2), FUTEX_WAKE_OP), as the loader may write there just now;
 * nobody waits on either word. */
static int try_to_write(uintptr_t *slot) {
    static uint32_t unused;
    int step = FUTEX_OP(FUTEX_OP_OR, 0, FUTEX_OP_CMP_EQ, 0);
    return syscall(SYS_futex, &unused, FUTEX_WAKE_OP_PRIVATE, 0, 0, slot, step) < 0 ? errno : 0;
}

/* A RELRO slot that can be written may belong to a module that the loader is still at work on; it
 * would be protected under our hands. */
static bool is_open(struct batch *batch, uintptr_t *slot) {
    int error = try_to_write(slot);
    if (error == EFAULT)
        return false;
    if (!batch->is_settled)
        batch->is_unready = true;
    return !batch->is_settled || error == 0;
}

/* The loader may have bound a lazy slot meanwhile; the same function stands behind it. Beside other
 * threads it may also be the slot of a module loaded again in the place of one that was looked at,
 * and not relocated yet: then it is to be looked at first. */
static void write_slot(struct batch *batch, const struct found *found) {
    uintptr_t seen = found->old;
    if (batch->is_settled)
        __atomic_store_n(found->slot, found->entry, __ATOMIC_RELEASE);
    else if (!__atomic_compare_exchange_n(found->slot, &seen, found->entry, false, __ATOMIC_RELEASE,
                                          __ATOMIC_RELAXED))
        batch->is_unready = true;
}

static void write_relro(struct batch *batch, const struct found *found) {
    if (is_open(batch, found->slot)) {
        if (batch->is_settled)
            write_slot(batch, found);
        return;
    }
    uintptr_t size = getauxval(AT_PAGESZ);
    void *page = (void *)((uintptr_t)found->slot & -size);
    if (mprotect(page, size, PROT_READ | PROT_WRITE) != 0)
        return;
    write_slot(batch, found);
    mprotect(page, size, PROT_READ);
}

/* By one slot of ours a module is known again. */
static void remember(struct batch *batch, const struct found *found) {
    if (batch->known && *found->slot == found->entry) {
        batch->known->slot = found->slot;
        batch->known->entry = found->entry;
    }
}

static void write_found(const struct elf *elf, struct batch *batch, const struct found *found) {
    bool is_written = __atomic_load_n(found->slot, __ATOMIC_RELAXED) == found->entry;
    if (!is_written && elf_in_relro(elf, (uintptr_t)found->slot))
        write_relro(batch, found);
    else if (!is_written)
        write_slot(batch, found);
}

/* Inside the walk the module cannot go away, and no other thread is at its pages. */
static bool write_module(const struct elf *elf, void *context) {
    struct batch *batch = context;
    if (!is_of_batch(elf, batch))
        return false;
    if (batch->known)
        batch->known->has_slots = true;
    for (unsigned i = 0; i < batch->n; i++) {
        if (!batch->found[i].entry)
            continue;
        write_found(elf, batch, &batch->found[i]);
        remember(batch, &batch->found[i]);
    }
    return true;
}

static bool was_any_unloaded(const struct batch *batch) {
    struct elf_counts now;
    return !elf_counts(&now) || now.subs != batch->subs;
}

static void patch(struct batch *batch) {
    unsigned n_parts = 0;
    do {
        resolve(batch);
        if (!elf_each(write_module, batch))
            batch->is_unready = true; /* unloaded meanwhile; what lies here now is not this one */
        n_parts++;
    } while (batch->is_full && elf_each(collect_more, batch));
    /* One part may be of a module that was here before, the next of the same one loaded again. */
    if (n_parts > 1 && !batch->is_settled && was_any_unloaded(batch))
        batch->is_unready = true;
    settle(batch);
}

/* Before a module's constructors it has to be patched, not to be in some other thread's hands: what
 * was seen is asked first, then who is at it, then what is left. */
static bool is_up_to_date(const struct elf_counts *counts, bool is_settled) {
    if (counts->adds != atomic_load(&seen_adds) || counts->subs != atomic_load(&seen_subs))
        return false;
    return is_settled ? !atomic_load(&n_passing) && !atomic_load(&n_unsettled)
                      : !atomic_load(&again);
}

typedef void (*batch_fn)(struct batch *batch, const void *context);

__attribute__((noinline)) static void do_on_stack(batch_fn function, const void *context) {
    struct batch batch = {0};
    function(&batch, context);
}

static _Atomic bool is_lent;

/* Coroutines have small stacks: one batch is lent, who comes meanwhile has it on its own. */
static void with_batch(batch_fn function, const void *context) {
    static struct batch lent;
    if (atomic_exchange(&is_lent, true)) {
        do_on_stack(function, context);
        return;
    }
    memset(&lent, 0, sizeof(lent));
    function(&lent, context);
    atomic_store(&is_lent, false);
}

struct round {
    bool is_settled;
    unsigned long long subs;
};

static void patch_each(struct batch *batch, const void *context) {
    const struct round *this = context;
    batch->round = atomic_fetch_add(&rounds, 1) + 1;
    batch->subs = this->subs;
    batch->is_settled = this->is_settled;
    while (elf_each(collect, batch))
        patch(batch);
}

static void pass(bool is_settled) {
    struct elf_counts counts;
    if (!elf_counts(&counts) || is_up_to_date(&counts, is_settled))
        return;
    atomic_fetch_add(&n_passing, 1);
    atomic_store(&seen_adds, counts.adds);
    atomic_store(&seen_subs, counts.subs);
    atomic_store(&again, false);
    peek_forget_mask();
    with_batch(patch_each, &(struct round){is_settled, counts.subs});
    atomic_fetch_sub(&n_passing, 1);
}

void slots_pass(void) {
    int saved_errno = errno;
    pass(true);
    errno = saved_errno;
}

static uint64_t now_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* When the dlopen that goes by will have loaded its modules is not known: it is a jump. So hooks
 * and look-ups go on asking for a second. */
void slots_mark(void) {
    atomic_store(&hook_duties.rescan_until, now_ns() + 1000000000u);
}

void slots_rescan(void) {
    uint64_t until = atomic_load_explicit(&hook_duties.rescan_until, memory_order_relaxed);
    if (LIKELY(!until))
        return;
    int saved_errno = errno;
    if (thread_is_own_process()) {
        bool is_over = now_ns() > until;
        pass(false);
        if (is_over)
            atomic_compare_exchange_strong(&hook_duties.rescan_until, &until, 0);
    }
    errno = saved_errno;
}

static void patch_holder(struct batch *batch, const void *address) {
    batch->on_demand = batch->is_settled = true;
    batch->address = (uintptr_t)address;
    if (elf_each(collect, batch))
        patch(batch);
}

void slots_patch_on_demand(uintptr_t address) {
    int saved_errno = errno;
    with_batch(patch_holder, (const void *)address);
    errno = saved_errno;
}

/* A slot of a library of ours, and what is to stand in it. */
struct diversion {
    struct batch *batch;
    uintptr_t address; /* in the library */
    const char *name;
    uintptr_t function;
};

static bool divert(const struct elf *elf, void *context) {
    const struct diversion *to = context;
    if (!elf_holds(elf, to->address, 0))
        return false;
    for (size_t i = 0; i < elf->tables[0].n + elf->tables[1].n; i++) {
        const ElfW(Rela) *entry = relocation(elf, i);
        size_t index = ELF64_R_SYM(entry->r_info);
        if (!index || !is_slot(entry) ||
            strcmp(elf->strings + elf->symbols[index].st_name, to->name) != 0)
            continue;
        struct found found = {.slot = (uintptr_t *)(elf->base + entry->r_offset),
                              .entry = to->function};
        if (elf_in_relro(elf, (uintptr_t)found.slot))
            write_relro(to->batch, &found);
        else
            write_slot(to->batch, &found);
    }
    return true;
}

static void divert_slots(struct batch *batch, const void *context) {
    struct diversion to = *(const struct diversion *)context;
    batch->is_settled = true;
    to.batch = batch;
    elf_each(divert, &to);
}

void slots_divert(uintptr_t address, const char *name, void *function) {
    with_batch(
        divert_slots,
        &(struct diversion){.address = address, .name = name, .function = (uintptr_t)function});
}

void slots_fork_child(void) {
    /* The loader's list may have been locked by a thread that the child does not have, so nobody
     * asks for it until the child itself loads something. */
    atomic_store(&hook_duties.rescan_until, 0);
    atomic_store(&is_lent, false);
    if (!atomic_exchange(&n_passing, 0))
        return;
    for (size_t i = 0; i < MAX_MODULES; i++) {
        uint32_t state = atomic_load(&known[i].state);
        if (state == BUSY || state == MET)
            atomic_store(&known[i].state, AGAIN);
    }
    atomic_store(&again, true);
}
