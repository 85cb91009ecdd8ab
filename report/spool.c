/* spool: a list of blocks in the arena, or an append-only file. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/spool.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "report/base/memory.h"
#include "report/base/text.h"
#include "report/descriptor.h"
#include "report/live.h"

#define BLOCK_SIZE (64u * 1024)
/* Records of one pid: exec begins a new one, and numbers come again. */
#define MAX_RECORDS 100

struct block {
    struct block *next;
    size_t size, used;
    char bytes[];
};

static struct {
    bool is_file;
    struct block *first, *last;
    struct block *reserve; /* not yet in the list */
    struct descriptor file;
    off_t end; /* of the file, as we have written it */
    char path[4096];
    uint64_t added, dropped;
    int error; /* of the file, when a line was dropped */
    bool has_first;
} spool = {.file = {.fd = -1}};

static bool open_file(int flags) {
    int fd = open(spool.path, O_WRONLY | O_APPEND | O_CLOEXEC | O_NOFOLLOW | flags, 0600);
    if (fd < 0)
        return false;
    struct descriptor kept = descriptor_keep(fd);
    bool is_same =
        flags & O_CREAT || (kept.device == spool.file.device && kept.inode == spool.file.inode);
    if (kept.fd != fd)
        close(fd);
    if (is_same)
        spool.file = kept;
    else
        descriptor_close(&kept);
    return is_same;
}

static struct block *make_block(size_t least) {
    size_t size =
        least > BLOCK_SIZE - sizeof(struct block) ? least + sizeof(struct block) : BLOCK_SIZE;
    struct block *block = memory_alloc(size);
    if (block)
        block->size = size - sizeof *block;
    return block;
}

bool spool_begin(const char *folder) {
    spool.is_file = folder[0] != '\0';
    spool.added = spool.dropped = 0;
    if (!spool.is_file && !spool.reserve)
        spool.reserve = make_block(0);
    for (int number = 0; spool.is_file && number < MAX_RECORDS; number++) {
        struct text path = text_begin(spool.path, sizeof spool.path);
        text_add(&path, folder);
        text_add(&path, "/");
        text_add_int(&path, getpid());
        if (number > 0) {
            text_add(&path, "-");
            text_add_int(&path, number);
        }
        text_add(&path, SPOOL_ENDING);
        if (open_file(O_CREAT | O_EXCL))
            return true;
        if (errno != EEXIST)
            return false;
    }
    return !spool.is_file;
}

void spool_give_up(void) {
    char storage[sizeof spool.path + sizeof SPOOL_UNKEPT];
    struct text unkept = text_begin(storage, sizeof storage);
    text_add_bytes(&unkept, spool.path, strlen(spool.path) - strlen(SPOOL_ENDING));
    text_add(&unkept, SPOOL_UNKEPT);
    rename(spool.path, storage);
    descriptor_close(&spool.file);
    spool_begin("");
}

/** A host that closes all descriptors closed ours too: the file is still where it was. */
static bool add_to_file(const char *line, size_t length) {
    bool is_open = descriptor_is_ours(&spool.file) || open_file(0);
    ssize_t done = is_open ? descriptor_write(&spool.file, line, length) : -EBADF;
    if (done == (ssize_t)length) {
        spool.end += done;
        return true;
    }
    spool.error = done < 0 ? (int)-done : ENOSPC;
    live_add(LIVE_DROPPED, 1);
    /* Half a line would spoil the next one as well. */
    if (done > 0 && ftruncate(spool.file.fd, spool.end) != 0)
        spool.end += done;
    return false;
}

static bool add_block(size_t least, bool insists) {
    struct block *block = make_block(least);
    if (!block && insists && spool.reserve && spool.reserve->size >= least) {
        block = spool.reserve;
        spool.reserve = NULL;
    }
    if (!block)
        return false;
    if (spool.last)
        spool.last->next = block;
    else
        spool.first = block;
    spool.last = block;
    return true;
}

static bool add_to_memory(const char *line, size_t length, bool insists) {
    struct block *last = spool.last;
    if ((!last || last->size - last->used < length) && !add_block(length, insists))
        return false;
    last = spool.last;
    memcpy(last->bytes + last->used, line, length);
    last->used += length;
    return true;
}

bool spool_add(const char *line, size_t length, bool insists) {
    bool done = spool.is_file ? add_to_file(line, length) : add_to_memory(line, length, insists);
    if (spool.added++ == 0)
        spool.has_first = done;
    spool.dropped += !done;
    return done;
}

const char *spool_path(void) {
    return spool.is_file && spool.file.fd >= 0 ? spool.path : "";
}

uint64_t spool_dropped(void) {
    return spool.dropped;
}

int spool_error(void) {
    return spool.error;
}

bool spool_has_first(void) {
    return spool.has_first;
}

static bool copy_memory(const struct descriptor *to) {
    bool done = true;
    for (struct block *block = spool.first; block && done; block = block->next)
        done = descriptor_write(to, block->bytes, block->used) == (ssize_t)block->used;
    return done;
}

static bool copy_file(const struct descriptor *to) {
    char bytes[4096];
    ssize_t n = -1;
    int from = open(spool.path, O_RDONLY | O_CLOEXEC);
    while (from >= 0 && (n = read(from, bytes, sizeof bytes)) > 0)
        if (descriptor_write(to, bytes, (size_t)n) != n)
            break;
    if (from >= 0)
        close(from);
    return n == 0;
}

bool spool_copy(int fd) {
    struct descriptor to = descriptor_keep(fd);
    bool done = spool.is_file ? copy_file(&to) : copy_memory(&to);
    if (to.fd != fd)
        descriptor_close(&to);
    return done;
}

void spool_fork_child(void) {
    descriptor_close(&spool.file);
    while (spool.first) {
        struct block *block = spool.first;
        spool.first = block->next;
        memory_free(block, block->size + sizeof *block);
    }
    spool.last = NULL;
    spool.end = 0;
    spool.added = spool.dropped = 0;
    spool.has_first = false;
}
