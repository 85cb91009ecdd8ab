/* lines: a scenario's operations, one after another, and what players of every runtime share.
 *
 * Status 77: the scenario needs what this machine, or this program, cannot do; the reason is the
 * last line of standard error. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_DRIVER_LINES_H
#define TESTS_DRIVER_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PLAY_WORDS 64
#define PLAY_NAMES 64
#define LENGTH(a)  (sizeof(a) / sizeof(*(a)))

/** The operation at hand. */
extern char *words[PLAY_WORDS];
extern unsigned n_words;

struct play_operation {
    const char *word; /* with _ for - */
    unsigned least;   /* words, with its own */
    void (*run)(void);
};

/** The scenario that begins at this line of a file, and what its words do. */
void play_read(const char *path, unsigned first, const struct play_operation *operations,
               unsigned n);
/** To the end of the scenario, or of the release callback that runs. */
void play_run_lines(void);

/** The operation says the word, behind its own and a name. */
bool play_says(const char *word);
/** Skips the scenario where a word from this one on is what calls cannot be given. */
void play_refuse_flags(unsigned from);
size_t play_number(const char *text, char **end);

/** Bytes of a scenario's memory. */
struct play_range {
    unsigned long long at;
    size_t size;
};

/** ARROW_DEVICE_... of the arrays. */
extern const int32_t play_device_type;
/** Two arguments make one array: its address is kept until it is released. */
void play_export(const char *name, bool is_device, void *sync_event,
                 const struct play_range *ranges, unsigned n);
/** Calls the array's release; the producer's callback calls @inside. */
void play_release(const char *name, void (*inside)(void));

/** Threads meet there: the one leaves it, the other enters. */
void play_leave(const char *lock);
void play_enter(const char *lock);

_Noreturn void play_skip(const char *why, const char *what);
_Noreturn void play_fail(const char *what, int code);

#endif
