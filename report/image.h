/* image: what a loaded ELF file says of itself: its range, its path, its build-id. Keeps nothing.
 *
 * Lock-free with glibc 2.35 and later; below that the loader's own lock is entered, so callers hold
 * LOCK_MODULE, which fork takes. Foreign memory is read by peek: another thread may unload the
 * file, and what the loader remembers of it, while it is looked at. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef REPORT_IMAGE_H
#define REPORT_IMAGE_H

#include <link.h>

#include "report/base/base.h"

/** Where a file lies, as the loader says. */
struct image {
    uintptr_t base;            /* load bias */
    uintptr_t begin, end;      /* first and last mapped address + 1 */
    const ElfW(Dyn) * dynamic; /* the loader's pointer to its dynamic section */
    const char *loader_name;   /* the loader's own string, "" for the executable: to be peeked */
};

/** What its headers and notes say. */
struct image_notes {
    uintptr_t code, code_end; /* lowest and highest executable address + 1 */
    uintptr_t build_id_at;    /* where the note lies, 0 for none */
    unsigned build_id_size;
    unsigned char build_id[20];
    uintptr_t frames; /* where the sorted table for unwinders begins, 0 for none */
};

/** True when image_at() takes no lock. */
bool image_is_lock_free(void);

/** The file that an address lies in; false when in none. */
bool image_at(uintptr_t address, struct image *image);

/** First addresses of all loaded files, at most most; their number. Enters the loader's lock. */
unsigned image_list(uintptr_t *begins, unsigned most);

/** How many files were ever loaded and unloaded. Enters the loader's lock. */
void image_counts(unsigned long long *loads, unsigned long long *unloads);

void image_read_notes(const struct image *image, struct image_notes *notes);

/** False when the build-id in memory is not the one noted. */
bool image_has_build_id(const struct image_notes *notes);

/** A function begins at the address, as the table for unwinders says (LSB Core, "Exception Frames",
 * .eh_frame_hdr; the encoding that linkers write). False where that cannot be known. */
bool image_begins_function(const struct image_notes *notes, uintptr_t address);

/** Absolute path in our own memory, NULL when there is none. The caller holds LOCK_MODULE. @name
 * what the loader calls it */
char *image_path(const char *name);

/** Judged by its basename: libc and its kin, the C++ runtime, libffi and who calls through it,
 * unwinders, the Python core. */
bool image_is_system(const char *name);

#endif
