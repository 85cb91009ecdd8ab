/* pylayout: the tables until 3.12, and the reader of what 3.13 tells of itself. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/pylayout.h"

#include "report/base/peek.h"

static const struct pylayout known[] = {
    {.minor = 9,
     .entry = PYLAYOUT_EACH,
     .unit = PYLAYOUT_BYTES,
     .lines = PYLAYOUT_LNOTAB,
     .thread_frame = 24,
     .frame_behind = -1,
     .frame_previous = 24,
     .frame_code = 32,
     .frame_instruction = 104,
     .code_file = 104,
     .code_name = 112,
     .code_first_line = 40,
     .code_lines = 120,
     .object_type = 8,
     .bytes_size = 16,
     .bytes_data = 32,
     .text_length = 16,
     .text_state = 32,
     .text_kind = 2,
     .text_ascii = 48,
     .text_other = 72},
    {.minor = 10,
     .entry = PYLAYOUT_EACH,
     .unit = PYLAYOUT_INSTRUCTIONS,
     .lines = PYLAYOUT_LINETABLE,
     .thread_frame = 24,
     .frame_behind = -1,
     .frame_previous = 24,
     .frame_code = 32,
     .frame_instruction = 96,
     .code_file = 104,
     .code_name = 112,
     .code_first_line = 40,
     .code_lines = 120,
     .object_type = 8,
     .bytes_size = 16,
     .bytes_data = 32,
     .text_length = 16,
     .text_state = 32,
     .text_kind = 2,
     .text_ascii = 48,
     .text_other = 72},
    {.minor = 11,
     .entry = PYLAYOUT_FLAG,
     .unit = PYLAYOUT_POINTER,
     .lines = PYLAYOUT_LOCATIONS,
     .thread_frame = 56,
     .frame_behind = 8,
     .frame_previous = 48,
     .frame_code = 32,
     .frame_instruction = 56,
     .frame_entry = 68,
     .code_file = 112,
     .code_name = 128,
     .code_first_line = 72,
     .code_lines = 136,
     .code_begin = 184,
     .object_type = 8,
     .bytes_size = 16,
     .bytes_data = 32,
     .text_length = 16,
     .text_state = 32,
     .text_kind = 2,
     .text_ascii = 48,
     .text_other = 72},
    {.minor = 12,
     .entry = PYLAYOUT_OWNER,
     .unit = PYLAYOUT_POINTER,
     .lines = PYLAYOUT_LOCATIONS,
     .thread_frame = 56,
     .frame_behind = 0,
     .frame_previous = 8,
     .frame_code = 0,
     .frame_instruction = 56,
     .frame_entry = 70,
     .code_file = 112,
     .code_name = 128,
     .code_first_line = 68,
     .code_lines = 136,
     .code_begin = 192,
     .object_type = 8,
     .bytes_size = 16,
     .bytes_data = 32,
     .text_length = 16,
     .text_state = 32,
     .text_kind = 2,
     .text_ascii = 40,
     .text_other = 56},
};

/* The interpreter's own table of offsets, in words of 8 bytes: its cookie, its version, then the
 * fields by their number. */
#define COOKIE "xdebugpy"
enum { WORD_VERSION = 1, WORD_FREE_THREADED = 2, N_WORDS = 96 };

/** Number of each field's word in that table of a version. */
struct words {
    int minor;
    uint8_t thread_frame, frame_previous, frame_code, frame_instruction, frame_entry;
    uint8_t code_file, code_name, code_lines, code_first_line, code_begin;
    uint8_t code_copies, frame_copy; /* 0: no version has such before 3.14 */
    uint8_t object_type, bytes_size, bytes_data, text_state, text_length, text_ascii;
};

static const struct words tables[] = {
    {.minor = 13,
     .thread_frame = 23,
     .frame_previous = 29,
     .frame_code = 30,
     .frame_instruction = 31,
     .frame_entry = 33,
     .code_file = 35,
     .code_name = 37,
     .code_lines = 38,
     .code_first_line = 39,
     .code_begin = 43,
     .object_type = 45,
     .bytes_size = 65,
     .bytes_data = 66,
     .text_state = 68,
     .text_length = 69,
     .text_ascii = 70},
    {.minor = 14,
     .thread_frame = 26,
     .frame_previous = 32,
     .frame_code = 33,
     .frame_instruction = 34,
     .frame_entry = 36,
     .code_file = 40,
     .code_name = 42,
     .code_lines = 43,
     .code_first_line = 44,
     .code_begin = 48,
     .code_copies = 49,
     .frame_copy = 38,
     .object_type = 51,
     .bytes_size = 75,
     .bytes_data = 76,
     .text_state = 78,
     .text_length = 79,
     .text_ascii = 80},
};

static bool is_sane(const struct pylayout *layout) {
    const uint16_t *offset = &layout->frame_previous;
    while (offset <= &layout->text_other)
        if (*offset++ > 1024)
            return false;
    return layout->text_ascii >= 24;
}

static bool read_own_table(const struct words *at, const void *runtime, struct pylayout *layout) {
    uint64_t words[N_WORDS];
    if (!runtime || peek(words, runtime, sizeof words) != 0 || memcmp(words, COOKIE, 8) != 0 ||
        words[WORD_VERSION] >> 16 != (0x300u | (unsigned)at->minor))
        return false;
    bool has_copies = at->code_copies && words[WORD_FREE_THREADED];
    *layout = (struct pylayout){
        .minor = at->minor,
        .entry = PYLAYOUT_OWNER,
        .unit = PYLAYOUT_POINTER,
        .lines = PYLAYOUT_LOCATIONS,
        .thread_frame = (uint16_t)words[at->thread_frame],
        .frame_behind = -1,
        .is_free_threaded = words[WORD_FREE_THREADED] != 0,
        .frame_previous = (uint16_t)words[at->frame_previous],
        .frame_code = (uint16_t)words[at->frame_code],
        .frame_instruction = (uint16_t)words[at->frame_instruction],
        .frame_entry = (uint16_t)words[at->frame_entry],
        .code_file = (uint16_t)words[at->code_file],
        .code_name = (uint16_t)words[at->code_name],
        .code_first_line = (uint16_t)words[at->code_first_line],
        .code_lines = (uint16_t)words[at->code_lines],
        .code_begin = (uint16_t)words[at->code_begin],
        .code_copies = has_copies ? (uint16_t)words[at->code_copies] : 0,
        .frame_copy = has_copies ? (uint16_t)words[at->frame_copy] : 0,
        .object_type = (uint16_t)words[at->object_type],
        .bytes_size = (uint16_t)words[at->bytes_size],
        .bytes_data = (uint16_t)words[at->bytes_data],
        .text_length = (uint16_t)words[at->text_length],
        .text_state = (uint16_t)words[at->text_state],
        /* Whether it is interned is a byte where threads change it as they like, from 3.14 on. */
        .text_kind = has_copies ? 8 : 2,
        .text_ascii = (uint16_t)words[at->text_ascii],
        /* A string that is not all ASCII has two words more: its UTF-8 form's length and place. */
        .text_other = (uint16_t)(words[at->text_ascii] + 16),
    };
    return is_sane(layout);
}

bool pylayout_find(int minor, const void *runtime, struct pylayout *layout) {
    for (unsigned i = 0; i < LENGTH(known); i++) {
        if (known[i].minor != minor)
            continue;
        *layout = known[i];
        return true;
    }
    for (unsigned i = 0; i < LENGTH(tables); i++)
        if (tables[i].minor == minor)
            return read_own_table(&tables[i], runtime, layout);
    return false;
}
