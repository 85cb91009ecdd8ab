/* fuzz: what the targets share. A target is a program of libFuzzer: it is given bytes, and must not
 * crash, hang or leave its memory. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_FUZZ_FUZZ_H
#define TESTS_FUZZ_FUZZ_H

#include <stddef.h>
#include <stdint.h>

/** What libFuzzer calls. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerInitialize(int *argc, char ***argv);

/** The bytes and a NUL behind them in memory of their own. Freed by the next call. */
char *fuzz_text(const uint8_t *data, size_t size);

/** A file with these bytes: its descriptor, which the next call fills anew. */
int fuzz_file(const uint8_t *data, size_t size);

/** Its name. */
const char *fuzz_path(void);

/** Faults of peek are resumed, all others are left to the sanitizers. */
void fuzz_resume_peeks(void);

/** The store of the renderer, and of jansson after store_init(): all that was asked for since the
 * last call is gone. */
void fuzz_empty_store(void);

/** free(), for what may be jansson's. */
void fuzz_free(void *memory);

#endif
