/* nested: a list of tables, each with the words of it that are pointers. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tracker/nested.h"

#include "report/base/memory.h"
#include "report/base/peek.h"
#include "tracker/hold.h"

/* A launch looks at all of them. */
#define MOST_TABLES 1024u
/* Words read at once, which is on the stack. */
#define AT_ONCE 512u

struct word {
    struct word *next;
    uintptr_t to;
};

struct table {
    struct table *next;
    uintptr_t low, high;
    struct word *words;
};

static uint64_t most;
static struct table *tables;
static unsigned n_tables;

void nested_init(const struct tracker_options *options) {
    most = (uint64_t)options->scan_h2d;
}

uint64_t nested_most(void) {
    return most;
}

static void drop(struct table *table) {
    for (struct word *word; (word = table->words);) {
        table->words = word->next;
        memory_free(word, sizeof(*word));
    }
    memory_free(table, sizeof(*table));
}

void nested_forget(uintptr_t low, uintptr_t high) {
    for (struct table **at = &tables, *table; (table = *at);) {
        if (table->high <= low || high <= table->low) {
            at = &table->next;
            continue;
        }
        *at = table->next;
        n_tables--;
        drop(table);
    }
}

static bool is_held(uintptr_t address) {
    const struct segment *segment = segment_from(address);
    return segment && segment->low <= address && !segment->is_dead && hold_newest(segment);
}

static bool add_word(struct table *table, uintptr_t to) {
    struct word *word = memory_alloc(sizeof(*word));
    if (!word)
        return false;
    *word = (struct word){table->words, to};
    table->words = word;
    return true;
}

/* The words are locked one batch at a time: the program's memory is read without the lock. */
static bool search(struct table *table, const char *from, uint64_t size) {
    uintptr_t words[AT_ONCE];
    bool is_kept = true;
    for (uint64_t at = 0; at + sizeof(*words) <= size; at += sizeof(words)) {
        uint64_t left = (size - at) / sizeof(*words), n = left < AT_ONCE ? left : AT_ONCE;
        if (peek(words, from + at, n * sizeof(*words)) != 0)
            return is_kept;
        timeline_lock();
        for (uint64_t i = 0; i < n && is_kept; i++)
            is_kept = !is_held(words[i]) || add_word(table, words[i]);
        timeline_unlock();
    }
    return is_kept;
}

void nested_copied(uintptr_t to, uintptr_t from, uint64_t size) {
    if (size > most || size < sizeof(uintptr_t))
        return;
    struct table *table = memory_alloc(sizeof(*table));
    bool is_kept = table != NULL;
    if (table) {
        *table = (struct table){.low = to, .high = to + size};
        is_kept = search(table, (const char *)from, size);
    }
    timeline_lock();
    if (table && table->words && n_tables < MOST_TABLES) {
        table->next = tables;
        tables = table;
        n_tables++;
    } else if (table) {
        is_kept = is_kept && !table->words;
        drop(table);
    }
    if (!is_kept)
        timeline_dropped();
    timeline_unlock();
}

unsigned nested_reached(uintptr_t at, struct order_access *accesses, unsigned room) {
    unsigned n = 0;
    if (LIKELY(most == 0))
        return 0;
    timeline_lock();
    for (const struct table *table = tables; table; table = table->next) {
        if (at < table->low || table->high <= at)
            continue;
        for (const struct word *word = table->words; word && n < room; word = word->next)
            accesses[n++] =
                (struct order_access){word->to, 0, ORDER_MAY_WRITE, ORDER_KERNEL | ORDER_OPAQUE};
    }
    timeline_unlock();
    return n;
}

void nested_fork_child(void) {
    nested_forget(0, UINTPTR_MAX);
}
