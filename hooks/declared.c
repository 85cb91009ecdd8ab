/* declared: rows made from a file, and what happens around a call of theirs. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "hooks/declared.h"

#include <cpuid.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <unistd.h>

#include "hooks/declaration.h"
#include "hooks/direct.h"
#include "report/base/memory.h"
#include "report/base/peek.h"
#include "report/base/text.h"
#include "tracker/tracker.h"

#define MAX_FILE    65536
#define STACK_WORDS 64
#define PAGE        4096u

/* declared_x86_64.S */
extern const char declared_table[];
#define ENTRY_SIZE 16
/* Which parts of the vector state xsave keeps, 0: use fxsave; and how many bytes that takes. */
extern uint64_t declared_state_mask, declared_state_size;
uint64_t declared_state_mask, declared_state_size = 512;

_Static_assert(sizeof(struct declared_frame) <= 704, "its room on the stack");
_Static_assert(DECLARED_MOST *HOOK_INSTANCES == 512, "entry points in the table");

uintptr_t declared_enter(struct declared_frame *frame);
void declared_leave(struct declared_frame *frame);

static void *entries[DECLARED_MOST][HOOK_INSTANCES];
static _Atomic uintptr_t reals[DECLARED_MOST][HOOK_INSTANCES];
static unsigned first_row, n_declared;
static char unused[512]; /* a sentence */

/* One file being read. */
struct file {
    const char *path;
    unsigned line;
    declared_say say;
};

static void complain(const struct file *file, unsigned column, const char *what) {
    char storage[512];
    struct text text = text_begin(storage, sizeof(storage));
    text_add(&text, "arrowdev_check: declare: ");
    text_add(&text, file->path);
    if (column > 0) {
        text_add(&text, ":");
        text_add_uint(&text, file->line);
        text_add(&text, ":");
        text_add_uint(&text, column);
    }
    text_add(&text, ": ");
    text_add(&text, what);
    file->say(storage);
}

/* Why a declaration cannot become a row, NULL: it can. */
static const char *refusal(const struct declaration *declaration) {
    const char *module = declaration->module;
    if (n_declared == DECLARED_MOST)
        return "only 64 functions can be declared";
    for (const struct hook_row *row = row_find(declaration->function); row; row = row->next) {
        if (row->index < first_row)
            return "this function is watched without a declaration";
        if (!module || !row->module || strcmp(module, row->module) == 0)
            return "this function is declared already";
    }
    return NULL;
}

static void add(const struct file *file, const struct declaration *declaration) {
    const char *why = refusal(declaration);
    if (why) {
        complain(file, 1, why);
        return;
    }
    unsigned index = n_declared;
    for (unsigned i = 0; i < HOOK_INSTANCES; i++)
        entries[index][i] = (void *)(declared_table + (index * HOOK_INSTANCES + i) * ENTRY_SIZE);
    struct hook_row row = {.name = declaration->function,
                           .module = declaration->module,
                           .functions = entries[index],
                           .n_functions = HOOK_INSTANCES,
                           .reals = reals[index]};
    if (row_add(&row, &declaration->form))
        n_declared++;
}

static void read_line(const struct file *file, const char *line, size_t length) {
    struct declaration declaration;
    struct declaration_error error;
    if (!declaration_read(line, length, &declaration, &error))
        complain(file, error.column, error.what);
    else if (declaration.function)
        add(file, &declaration);
}

static void read_text(struct file *file, const char *text, size_t size) {
    const char *end = text + size;
    while (text < end) {
        const char *newline = memchr(text, '\n', (size_t)(end - text));
        const char *stop = newline ? newline : end;
        file->line++;
        read_line(file, text, (size_t)(stop - text));
        text = stop + 1;
    }
}

static ssize_t read_file(const char *path, char *to, size_t size) {
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return -1;
    size_t had = 0;
    ssize_t got = 1;
    while (got > 0 && had < size) {
        got = read(fd, to + had, size - had);
        if (got > 0)
            had += (size_t)got;
    }
    close(fd);
    return got < 0 ? -1 : (ssize_t)had;
}

/* Vector registers carry arguments as wide as the processor has them: those parts of the state that
 * the system has switched on, each at its own place. */
static void measure_state(void) {
    enum { X87_SSE_AVX_AVX512 = 0xe7, LEGACY_AND_HEADER = 576, OSXSAVE = 1 << 27 };
    unsigned size, place, c, d;
    if (!__get_cpuid(1, &size, &place, &c, &d) || !(c & OSXSAVE))
        return;
    uint32_t low, high;
    __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    declared_state_mask = low & X87_SSE_AVX_AVX512;
    declared_state_size = LEGACY_AND_HEADER;
    for (unsigned part = 2; part < 8; part++) {
        __cpuid_count(0xd, part, size, place, c, d);
        if ((declared_state_mask >> part & 1) && place + size > declared_state_size)
            declared_state_size = place + size;
    }
}

void declared_read(const char *path, declared_say say) {
    struct file file = {.path = path, .say = say};
    char *text = memory_alloc(MAX_FILE);
    if (n_declared == 0)
        first_row = row_count;
    measure_state();
    ssize_t size = text ? read_file(path, text, MAX_FILE) : -1;
    if (size < 0)
        complain(&file, 0, text ? "cannot be read" : "no memory is left to read it");
    else if (size == MAX_FILE)
        complain(&file, 0, "is longer than 64 KiB: none of it is used");
    else
        read_text(&file, text, (size_t)size);
    memory_free(text, MAX_FILE);
}

/* How many words above the return address are there to be read. */
static uintptr_t words_above(const uintptr_t *stack) {
    char byte;
    uintptr_t begin = (uintptr_t)stack, end = begin + STACK_WORDS * sizeof(*stack);
    uintptr_t page = end & ~(uintptr_t)(PAGE - 1);
    if (page <= begin || page == end || peek(&byte, (const void *)page, 1) == 0)
        return STACK_WORDS;
    return (page - begin) / sizeof(*stack);
}

/* Before the real function: which one that is. */
__attribute__((used)) uintptr_t declared_enter(struct declared_frame *frame) {
    unsigned index = (unsigned)frame->slot / HOOK_INSTANCES;
    int saved_errno = errno;
    frame->call =
        (struct hook_call){.row = (uint16_t)(first_row + index),
                           .caller = frame->stack[-1],
                           .real = atomic_load(&reals[index][frame->slot % HOOK_INSTANCES])};
    frame->passage = (struct call_passage){0};
    memcpy(frame->call.arguments, frame->registers, sizeof(frame->registers));
    hook_count(frame->call.row);
    call_before(&frame->call, &frame->passage);
    frame->n_words = words_above(frame->stack);
    errno = saved_errno;
    return frame->call.real;
}

__attribute__((used)) void declared_leave(struct declared_frame *frame) {
    frame->call.result = frame->result;
    call_after(&frame->call, &frame->passage);
}

/* Is a module of this file name loaded? */
static int find_module(struct dl_phdr_info *info, size_t size, void *context) {
    const char *slash = strrchr(info->dlpi_name, '/'), *wanted = context;
    const char *name = slash ? slash + 1 : info->dlpi_name;
    size_t length = strlen(wanted);
    return strncmp(name, wanted, length) == 0 && (name[length] == 0 || name[length] == '.');
}

/* Nothing leads to it: a function that the program has no use for. */
static bool is_unused(const struct hook_row *row, uintptr_t function) {
    return !row->module && function && !direct_reaches(function);
}

void declared_end(void *(*resolve)(const char *name)) {
    struct text text = text_begin(unused, sizeof(unused));
    for (unsigned i = 0; i < n_declared; i++) {
        const struct hook_row *row = &row_table[first_row + i];
        uintptr_t function = (uintptr_t)resolve(row->name);
        bool is_loaded =
            row->module ? dl_iterate_phdr(find_module, (void *)row->module) != 0 : function != 0;
        if (!is_loaded || atomic_load(&row->reals[0]))
            continue;
        if (is_unused(row, function)) {
            text_add(&text, text.length ? ", " : "declared, and nobody calls it: ");
            text_add(&text, row->name);
        } else {
            tracker_bypassed(row->name, row->module);
        }
    }
}

const char *declared_limit(void) {
    return unused[0] ? unused : NULL;
}
