/* metadata: notes of code objects, read as MessagePack. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "hooks/rocm/metadata.h"

#include <elf.h>
#include <string.h>

#include "report/base/memory.h"
#include "report/base/peek.h"

#define NOTE_METADATA 32
#define BUNDLE        "__CLANG_OFFLOAD_BUNDLE__"
/** Larger notes, bundles of more objects, deeper values are not looked at. */
#define MOST_NOTE    ((size_t)16 << 20)
#define MOST_OBJECTS 64
#define MOST_DEPTH   16

/* MessagePack: what is wrong ends the reading. */

struct cursor {
    const unsigned char *at, *end; /* NULL after a fault */
};

enum kind { NUMBER, TEXT, LIST, MAP, OTHER, WRONG };

struct value {
    enum kind kind;
    uint64_t number; /* its value, its length, how many there are */
    const char *text;
};

static uint64_t take_big_endian(struct cursor *cursor, unsigned size) {
    uint64_t number = 0;
    if (!cursor->at || (size_t)(cursor->end - cursor->at) < size) {
        cursor->at = NULL;
        return 0;
    }
    for (unsigned i = 0; i < size; i++)
        number = number << 8 | *cursor->at++;
    return number;
}

static struct value take_text(struct cursor *cursor, uint64_t length) {
    if (!cursor->at || (uint64_t)(cursor->end - cursor->at) < length) {
        cursor->at = NULL;
        return (struct value){.kind = WRONG};
    }
    const char *text = (const char *)cursor->at;
    cursor->at += length;
    return (struct value){TEXT, length, text};
}

/* Heads from 0xc0 to 0xdf: what it is, and how many bytes its number or length has. */
static struct value take_long(struct cursor *cursor, unsigned head) {
    static const struct {
        unsigned char kind, size;
    } heads[32] = {
        [0x00] = {OTHER, 0},  [0x01] = {WRONG, 0},  [0x02] = {NUMBER, 0}, [0x03] = {NUMBER, 0},
        [0x04] = {TEXT, 1},   [0x05] = {TEXT, 2},   [0x06] = {TEXT, 4},   [0x07] = {WRONG, 0},
        [0x08] = {WRONG, 0},  [0x09] = {WRONG, 0},  [0x0a] = {OTHER, 4},  [0x0b] = {OTHER, 8},
        [0x0c] = {NUMBER, 1}, [0x0d] = {NUMBER, 2}, [0x0e] = {NUMBER, 4}, [0x0f] = {NUMBER, 8},
        [0x10] = {OTHER, 1},  [0x11] = {OTHER, 2},  [0x12] = {OTHER, 4},  [0x13] = {OTHER, 8},
        [0x14] = {WRONG, 0},  [0x15] = {WRONG, 0},  [0x16] = {WRONG, 0},  [0x17] = {WRONG, 0},
        [0x18] = {WRONG, 0},  [0x19] = {TEXT, 1},   [0x1a] = {TEXT, 2},   [0x1b] = {TEXT, 4},
        [0x1c] = {LIST, 2},   [0x1d] = {LIST, 4},   [0x1e] = {MAP, 2},    [0x1f] = {MAP, 4}};
    enum kind kind = heads[head & 31].kind;
    uint64_t number = take_big_endian(cursor, heads[head & 31].size);
    if (kind == NUMBER && heads[head & 31].size == 0)
        number = head & 1; /* false, true */
    return kind == TEXT ? take_text(cursor, number) : (struct value){kind, number, NULL};
}

static struct value take(struct cursor *cursor) {
    struct value value;
    unsigned head = (unsigned)take_big_endian(cursor, 1);
    if (!cursor->at)
        return (struct value){.kind = WRONG};
    if (head < 0x80)
        value = (struct value){NUMBER, head, NULL};
    else if (head < 0xa0)
        value = (struct value){head < 0x90 ? MAP : LIST, head & 15, NULL};
    else if (head < 0xc0)
        value = take_text(cursor, head & 31);
    else if (head < 0xe0)
        value = take_long(cursor, head);
    else
        value = (struct value){.kind = OTHER}; /* a negative number */
    if (value.kind == WRONG)
        cursor->at = NULL;
    return cursor->at ? value : (struct value){.kind = WRONG};
}

static void skip(struct cursor *cursor, unsigned depth) {
    struct value value = take(cursor);
    uint64_t n = value.kind == LIST ? value.number : value.kind == MAP ? 2 * value.number : 0;
    if (n && depth == MOST_DEPTH)
        cursor->at = NULL;
    for (uint64_t i = 0; i < n && cursor->at; i++)
        skip(cursor, depth + 1);
}

static bool is(const struct value *value, const char *text) {
    return value->kind == TEXT && value->number == strlen(text) &&
           memcmp(value->text, text, value->number) == 0;
}

static uint64_t take_count(struct cursor *cursor, enum kind kind) {
    struct value value = take(cursor);
    if (value.kind != kind)
        cursor->at = NULL;
    return value.kind == kind ? value.number : 0;
}

/* What the notes hold */

static void read_parameter(struct cursor *cursor, struct layout *layout) {
    uint64_t offset = 0, size = 0, is_constant = 0, n = take_count(cursor, MAP);
    bool is_hidden = false;
    for (uint64_t i = 0; i < n && cursor->at; i++) {
        struct value key = take(cursor), value;
        uint64_t *number = is(&key, ".offset")     ? &offset
                           : is(&key, ".size")     ? &size
                           : is(&key, ".is_const") ? &is_constant
                                                   : NULL;
        if (number || is(&key, ".value_kind")) {
            value = take(cursor);
            if (value.kind != (number ? NUMBER : TEXT))
                cursor->at = NULL;
            else if (number)
                *number = value.number;
            else
                is_hidden = value.number > 7 && memcmp(value.text, "hidden_", 7) == 0;
        } else {
            skip(cursor, 0);
        }
    }
    if (is_hidden || layout->n == LAYOUTS_MOST || offset + size > UINT16_MAX)
        return;
    layout->constants |= (uint64_t)(is_constant != 0) << layout->n;
    layout->offset[layout->n] = (uint16_t)offset;
    layout->size[layout->n++] = (uint16_t)size;
}

static void read_kernel(struct cursor *cursor, struct metadata_kernel *kernel) {
    uint64_t n = take_count(cursor, MAP);
    for (uint64_t i = 0; i < n && cursor->at; i++) {
        struct value key = take(cursor);
        if (is(&key, ".name")) {
            struct value name = take(cursor);
            kernel->name = name.text;
            kernel->length = name.kind == TEXT ? name.number : 0;
        } else if (is(&key, ".args")) {
            uint64_t n_parameters = take_count(cursor, LIST);
            for (uint64_t j = 0; j < n_parameters && cursor->at; j++)
                read_parameter(cursor, &kernel->layout);
        } else {
            skip(cursor, 0);
        }
    }
}

static void read_kernels(struct cursor cursor,
                         void (*each)(const struct metadata_kernel *kernel, uintptr_t data),
                         uintptr_t data) {
    uint64_t n = take_count(&cursor, MAP);
    for (uint64_t i = 0; i < n && cursor.at; i++) {
        struct value key = take(&cursor);
        if (!is(&key, "amdhsa.kernels")) {
            skip(&cursor, 0);
            continue;
        }
        uint64_t n_kernels = take_count(&cursor, LIST);
        for (uint64_t j = 0; j < n_kernels && cursor.at; j++) {
            struct metadata_kernel kernel = {.layout = {.is_told = true, .has_offsets = true}};
            read_kernel(&cursor, &kernel);
            if (cursor.at && kernel.length)
                each(&kernel, data);
        }
    }
}

static size_t padded(size_t size) {
    return (size + 3) & ~(size_t)3;
}

/* Of the notes of one segment that one which is metadata. */
static struct cursor find_metadata(const char *notes, size_t size) {
    size_t at = 0;
    Elf64_Nhdr note;
    while (at + sizeof(note) <= size) {
        memcpy(&note, notes + at, sizeof(note));
        size_t name = at + sizeof(note), bytes = name + padded(note.n_namesz);
        if (bytes > size || note.n_descsz > size - bytes)
            break;
        if (note.n_type == NOTE_METADATA && note.n_namesz == sizeof("AMDGPU") &&
            memcmp(notes + name, "AMDGPU", sizeof("AMDGPU")) == 0)
            return (struct cursor){(const unsigned char *)notes + bytes,
                                   (const unsigned char *)notes + bytes + note.n_descsz};
        at = bytes + padded(note.n_descsz);
    }
    return (struct cursor){NULL, NULL};
}

static bool fetch(void *to, uintptr_t from, size_t size) {
    return peek(to, (const void *)from, size) == 0;
}

/* False: this is no such object. */
static bool read_object(uintptr_t image,
                        void (*each)(const struct metadata_kernel *kernel, uintptr_t data),
                        uintptr_t data) {
    Elf64_Ehdr header;
    Elf64_Phdr segment;
    if (!fetch(&header, image, sizeof(header)) || memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 ||
        header.e_machine != EM_AMDGPU || header.e_phentsize != sizeof(segment))
        return false;
    for (unsigned i = 0; i < header.e_phnum; i++) {
        if (!fetch(&segment, image + header.e_phoff + i * sizeof(segment), sizeof(segment)) ||
            segment.p_type != PT_NOTE || segment.p_filesz > MOST_NOTE)
            continue;
        char *notes = memory_alloc(segment.p_filesz);
        if (notes && fetch(notes, image + segment.p_offset, segment.p_filesz))
            read_kernels(find_metadata(notes, segment.p_filesz), each, data);
        memory_free(notes, segment.p_filesz);
    }
    return true;
}

/* A kernel is the same for each device, so that any of a bundle's objects will do. */
void metadata_read(uintptr_t image,
                   void (*each)(const struct metadata_kernel *kernel, uintptr_t data),
                   uintptr_t data) {
    char magic[sizeof(BUNDLE) - 1];
    uint64_t n, entry[3]; /* offset, size, length of the name of its target */
    uintptr_t at = image + sizeof(magic) + sizeof(n);
    if (!image || read_object(image, each, data) || !fetch(magic, image, sizeof(magic)) ||
        memcmp(magic, BUNDLE, sizeof(magic)) != 0 || !fetch(&n, image + sizeof(magic), sizeof(n)))
        return;
    for (uint64_t i = 0; i < n && i < MOST_OBJECTS && fetch(entry, at, sizeof(entry)); i++) {
        if (entry[1] && read_object(image + entry[0], each, data))
            return;
        at += sizeof(entry) + entry[2];
    }
}
