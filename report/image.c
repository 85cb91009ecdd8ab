/* image: asks the loader and reads ELF headers. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/image.h"

#include <ctype.h>
#include <dlfcn.h>
#include <elf.h>
#include <sys/auxv.h>
#include <unistd.h>

#include "report/base/memory.h"
#include "report/base/peek.h"
#include "report/base/text.h"

#define PAGE     4096u
#define MAX_PATH 4096u

#ifdef DLFO_STRUCT_HAS_EH_DBASE
extern int _dl_find_object(void *, struct dl_find_object *) __attribute__((weak));
#endif

/** Search by dl_iterate_phdr: what is asked and what was found. */
struct search {
    uintptr_t address;
    struct image *image;
    uintptr_t *begins;
    unsigned n, most;
    unsigned long long loads, unloads;
};

static struct image image_of(const struct dl_phdr_info *info) {
    struct image image = {
        .base = info->dlpi_addr, .begin = UINTPTR_MAX, .loader_name = info->dlpi_name};
    for (unsigned i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *header = &info->dlpi_phdr[i];
        uintptr_t from = image.base + header->p_vaddr;
        if (header->p_type == PT_DYNAMIC)
            image.dynamic = (const void *)from;
        if (header->p_type != PT_LOAD)
            continue;
        if ((from & ~(uintptr_t)(PAGE - 1)) < image.begin)
            image.begin = from & ~(uintptr_t)(PAGE - 1);
        if (from + header->p_memsz > image.end)
            image.end = from + header->p_memsz;
    }
    return image;
}

static int match(struct dl_phdr_info *info, size_t size, void *context) {
    struct search *search = context;
    struct image image = image_of(info);
    if (search->address < image.begin || search->address >= image.end)
        return 0;
    *search->image = image;
    return 1;
}

static int list(struct dl_phdr_info *info, size_t size, void *context) {
    struct search *search = context;
    if (search->n < search->most)
        search->begins[search->n++] = image_of(info).begin;
    return 0;
}

static int counts(struct dl_phdr_info *info, size_t size, void *context) {
    struct search *search = context;
    search->loads = info->dlpi_adds;
    search->unloads = info->dlpi_subs;
    return 1;
}

bool image_is_lock_free(void) {
#ifdef DLFO_STRUCT_HAS_EH_DBASE
    return _dl_find_object != NULL;
#else
    return false;
#endif
}

bool image_at(uintptr_t address, struct image *image) {
#ifdef DLFO_STRUCT_HAS_EH_DBASE
    struct dl_find_object found;
    struct link_map map;
    if (image_is_lock_free()) {
        if (_dl_find_object((void *)address, &found) != 0 ||
            peek(&map, found.dlfo_link_map, sizeof map) != 0)
            return false;
        *image = (struct image){.base = map.l_addr,
                                .begin = (uintptr_t)found.dlfo_map_start,
                                .end = (uintptr_t)found.dlfo_map_end,
                                .dynamic = map.l_ld,
                                .loader_name = map.l_name};
        return true;
    }
#endif
    struct search search = {.address = address, .image = image};
    return dl_iterate_phdr(match, &search) == 1;
}

unsigned image_list(uintptr_t *begins, unsigned most) {
    struct search search = {.begins = begins, .most = most};
    dl_iterate_phdr(list, &search);
    return search.n;
}

void image_counts(unsigned long long *loads, unsigned long long *unloads) {
    struct search search = {0};
    dl_iterate_phdr(counts, &search);
    *loads = search.loads;
    *unloads = search.unloads;
}

static size_t padded(size_t size, size_t align) {
    return (size + align - 1) & ~(align - 1);
}

static void read_note_segment(const ElfW(Phdr) * header, uintptr_t base,
                              struct image_notes *notes) {
    uintptr_t at = base + header->p_vaddr, end = at + header->p_memsz;
    size_t align = header->p_align == 8 ? 8 : 4;
    ElfW(Nhdr) note;
    while (at + sizeof note <= end && peek(&note, (void *)at, sizeof note) == 0) {
        uintptr_t name = at + sizeof note;
        uintptr_t content = padded(name + note.n_namesz, align);
        char owner[4] = "";
        if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 &&
            note.n_descsz <= sizeof notes->build_id && peek(owner, (void *)name, 4) == 0 &&
            memcmp(owner, "GNU", 4) == 0 &&
            peek(notes->build_id, (void *)content, note.n_descsz) == 0) {
            notes->build_id_at = content;
            notes->build_id_size = note.n_descsz;
            return;
        }
        at = padded(content + note.n_descsz, align);
    }
}

void image_read_notes(const struct image *image, struct image_notes *notes) {
    ElfW(Ehdr) file;
    *notes = (struct image_notes){.code = image->begin, .code_end = image->end};
    if (peek(&file, (void *)image->begin, sizeof file) != 0 ||
        memcmp(file.e_ident, ELFMAG, SELFMAG) != 0)
        return;
    notes->code = UINTPTR_MAX;
    notes->code_end = 0;
    for (unsigned i = 0; i < file.e_phnum; i++) {
        ElfW(Phdr) header;
        if (peek(&header, (char *)image->begin + file.e_phoff + i * sizeof header, sizeof header) !=
            0)
            return;
        uintptr_t from = image->base + header.p_vaddr, to = from + header.p_memsz;
        if (header.p_type == PT_NOTE && notes->build_id_at == 0)
            read_note_segment(&header, image->base, notes);
        if (header.p_type == PT_GNU_EH_FRAME)
            notes->frames = from;
        if (header.p_type != PT_LOAD || !(header.p_flags & PF_X))
            continue;
        if (from < notes->code)
            notes->code = from;
        if (to > notes->code_end)
            notes->code_end = to;
    }
}

/* Version 1; a pointer to the frames and a count, 4 bytes each; pairs of 4 bytes, counted from the
 * table's begin: a function's first address, and its frame's. */
struct frames {
    unsigned char version, pointer_encoding, count_encoding, table_encoding;
    int32_t pointer;
    uint32_t count;
};
enum { PCREL_SDATA4 = 0x1b, UDATA4 = 0x03, DATAREL_SDATA4 = 0x3b };

bool image_begins_function(const struct image_notes *notes, uintptr_t address) {
    struct frames head;
    int32_t first;
    if (!notes->frames || peek(&head, (const void *)notes->frames, sizeof head) != 0 ||
        head.version != 1 || head.pointer_encoding != PCREL_SDATA4 ||
        head.count_encoding != UDATA4 || head.table_encoding != DATAREL_SDATA4)
        return false;
    intptr_t wanted = (intptr_t)(address - notes->frames);
    uint32_t low = 0, high = head.count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        uintptr_t at = notes->frames + sizeof head + middle * 2 * sizeof first;
        if (peek(&first, (const void *)at, sizeof first) != 0)
            return false;
        if (first == wanted)
            return true;
        if (first < wanted)
            low = middle + 1;
        else
            high = middle;
    }
    return false;
}

bool image_has_build_id(const struct image_notes *notes) {
    return notes->build_id_size == 0 ||
           peek_equals((const void *)notes->build_id_at, notes->build_id, notes->build_id_size);
}

/** The executable's path, also where /proc is not mounted. */
static void add_executable(struct text *text) {
    ssize_t length = readlink("/proc/self/exe", text->data, text->size - 1);
    if (length > 0) {
        text->length = (size_t)length;
        text->data[length] = '\0';
        return;
    }
    const char *name = (const char *)getauxval(AT_EXECFN);
    text_add(text, name ? name : "unknown");
}

char *image_path(const char *name) {
    static char storage[MAX_PATH];
    struct text text = text_begin(storage, sizeof storage);
    bool is_relative = name[0] != '/' && strchr(name, '/');
    if (name[0] == '\0')
        add_executable(&text);
    else if (is_relative && getcwd(storage, sizeof storage - 1)) {
        text.length = strlen(storage);
        text_add(&text, "/");
    }
    text_add(&text, name);
    return memory_copy_string(storage, text.length);
}

bool image_is_system(const char *name) {
    static const char *const stems[] = {
        "ld",          "ld-linux", "ld-musl",       "libc",      "libc-2",    "libpthread",
        "libdl",       "libm",     "libm-2",        "librt",     "libstdc++", "libc++",
        "libc++abi",   "libgcc_s", "libffi",        "libunwind", "libasan",   "libtsan",
        "libubsan",    "liblsan",  "libpython",     "python",    "pypy",      "linux-vdso",
        "libanl",      "_ctypes",  "_cffi_backend", "libgomp",   "libgnat",   "libgfortran",
        "libquadmath",
    };
    for (unsigned i = 0; i < LENGTH(stems); i++) {
        size_t length = strlen(stems[i]);
        if (strncmp(name, stems[i], length) != 0)
            continue;
        /* libc.so.6, ld-2.31.so, libffi-39a8.so, python3.11; but neither libc-client nor pythonapp.
         */
        unsigned char next = (unsigned char)name[length];
        bool is_libc = strcmp(stems[i], "libc") == 0;
        if (next == '.' || (!is_libc && (next == '\0' || next == '-' || isdigit(next))))
            return true;
    }
    return false;
}
