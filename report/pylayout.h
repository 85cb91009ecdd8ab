/* pylayout: where a version of Python keeps what a stack needs: offsets, no code that reads.
 *
 * Measured on the headers of each version, compared with them again in the unit test; from 3.13 on
 * the interpreter itself tells them. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef REPORT_PYLAYOUT_H
#define REPORT_PYLAYOUT_H

#include "report/base/base.h"

/** How one knows the frame that a native evaluation frame began with. */
enum pylayout_entry {
    PYLAYOUT_EACH, /* every frame has its own (until 3.10) */
    PYLAYOUT_FLAG, /* the frame says so (3.11) */
    PYLAYOUT_OWNER /* a frame without code, on the C stack, lies before it (from 3.12) */
};

/** What the instruction of a frame is counted in. */
enum pylayout_unit {
    PYLAYOUT_BYTES,        /* an int, bytes from the code's begin (3.9) */
    PYLAYOUT_INSTRUCTIONS, /* an int, units of two bytes (3.10) */
    PYLAYOUT_POINTER       /* an address (from 3.11) */
};

/** How lines are written down. */
enum pylayout_lines { PYLAYOUT_LNOTAB, PYLAYOUT_LINETABLE, PYLAYOUT_LOCATIONS };

struct pylayout {
    int minor;
    enum pylayout_entry entry;
    enum pylayout_unit unit;
    enum pylayout_lines lines;
    uint16_t thread_frame; /* in the thread's state: its innermost frame, or what points to that */
    int16_t frame_behind;  /* >= 0: where the frame stands in what thread_frame points to */
    bool is_free_threaded; /* built without the GIL: objects begin with another header */
    uint16_t frame_previous, frame_code, frame_instruction, frame_entry;
    uint16_t code_file, code_name, code_first_line, code_lines, code_begin;
    uint16_t code_copies, frame_copy; /* each thread's copy of the code, and which one; 0: none */
    uint16_t object_type;
    uint16_t bytes_size, bytes_data;
    uint16_t text_length, text_state;
    uint16_t text_kind;              /* bits of the state below those of its kind */
    uint16_t text_ascii, text_other; /* where characters lie, all ASCII and not */
};

/** Owners of frames from this on have no Python code of their own. */
#define PYLAYOUT_OWNED_BY_C 3

/**
 * The layout of Python 3.MINOR.
 *
 * @runtime  address of _PyRuntime, read from 3.13 on only
 * @return false when that version is not known, or what it tells of itself makes no sense
 */
bool pylayout_find(int minor, const void *runtime, struct pylayout *layout);

#endif
