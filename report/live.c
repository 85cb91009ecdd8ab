/* live: the page, mapped shared; or one of our own while there is no file. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/live.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "report/base/lone.h"
#include "report/base/text.h"
#include "report/base/thread.h"
#include "report/descriptor.h"
#include "report/spool.h"

static union {
    struct live_page page;
    char bytes[LIVE_PAGE_SIZE];
} own;
static _Atomic(struct live_page *) page = &own.page;

_Atomic bool live_has_file;

static struct live_page *current(void) {
    return atomic_load_explicit(&page, memory_order_acquire);
}

void live_add(enum live_counter counter, int64_t n) {
    struct live_lane *own_lane = &current()->lanes[thread_id() % LIVE_LANES];
    lone_add(&own_lane->counters[counter], (uint64_t)n);
}

static uint64_t now_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* Threads begin to look at different places. */
uint32_t live_enter(const char *object, const char *callback, stack_id stack) {
    struct live_page *at = current();
    uint64_t began = now_ns();
    if (at == &own.page)
        return 0;
    for (uint32_t i = 0; i < LIVE_CALLBACKS; i++) {
        uint32_t slot = (thread_id() + i) % LIVE_CALLBACKS;
        struct live_callback *entry = &at->callbacks[slot];
        uint64_t unset = 0;
        if (atomic_load_explicit(&entry->began_ns, memory_order_relaxed) ||
            !atomic_compare_exchange_strong(&entry->began_ns, &unset, began))
            continue;
        entry->tid = thread_id();
        entry->stack = stack;
        struct text name = text_begin(entry->object, sizeof(entry->object));
        text_add(&name, object);
        name = text_begin(entry->callback, sizeof(entry->callback));
        text_add(&name, callback);
        return slot + 1;
    }
    live_add(LIVE_UNKEPT, 1);
    return 0;
}

void live_leave(uint32_t entered) {
    struct live_page *at = current();
    if (entered > 0 && entered <= LIVE_CALLBACKS && at != &own.page)
        atomic_store_explicit(&at->callbacks[entered - 1].began_ns, 0, memory_order_release);
}

/* Written first, so that a full disk is an error here and no fault later. */
static struct live_page *map_file(const char *path) {
    int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    void *mapped = MAP_FAILED;
    if (fd < 0)
        return NULL;
    struct descriptor file = descriptor_of(fd);
    if (descriptor_write(&file, own.bytes, sizeof(own.bytes)) == (ssize_t)sizeof(own.bytes))
        mapped = mmap(NULL, sizeof(own.bytes), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    close(fd);
    return mapped == MAP_FAILED ? NULL : mapped;
}

void live_begin(const char *record_path) {
    char storage[4096];
    size_t length = strlen(record_path), ending = sizeof(SPOOL_ENDING) - 1;
    if (length < ending || live_is_on())
        return;
    struct text path = text_begin(storage, sizeof(storage));
    text_add_bytes(&path, record_path, length - ending);
    text_add(&path, ".live");
    own.page.magic = LIVE_MAGIC;
    own.page.version = LIVE_VERSION;
    own.page.pid = (uint32_t)getpid();
    struct live_page *mapped = path.cut ? NULL : map_file(storage);
    if (mapped) {
        atomic_store_explicit(&page, mapped, memory_order_release);
        atomic_store(&live_has_file, true);
    }
}

void live_fork_child(void) {
    struct live_page *parents = current();
    atomic_store(&page, &own.page);
    atomic_store(&live_has_file, false);
    memset(own.bytes, 0, sizeof(own.bytes));
    if (parents != &own.page)
        munmap(parents, LIVE_PAGE_SIZE);
}
