/* header: asks the kernel and libc, and leaves out what they do not say. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/header.h"

#include <fcntl.h>
#include <gnu/libc-version.h>
#include <sys/auxv.h>
#include <sys/random.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "report/base/thread.h"
#include "report/line.h"
#include "report/pystack.h"
#include "report/stack.h"

/* Of the command line; the rest of the line needs some room too. */
#define MAX_ARGUMENTS 16384u

/* The state of the specifications that the checks were read from. */
#define SPEC_NAME   "Apache Arrow C Data / C Device Data Interface"
#define SPEC_COMMIT "515410b2a14ac766258e00b07eab9e5ee2692a62"
#define SPEC_DATE   "2026-08-21"

static char scratch[MAX_ARGUMENTS + 1]; /* under LOCK_RECORD */

/** The file's first bytes in scratch, NUL-terminated; their number. */
static size_t read_file(const char *path) {
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    size_t n = 0;
    while (fd >= 0 && n < MAX_ARGUMENTS) {
        ssize_t got = read(fd, scratch + n, MAX_ARGUMENTS - n);
        if (got <= 0)
            break;
        n += (size_t)got;
    }
    if (fd >= 0)
        close(fd);
    scratch[n] = '\0';
    return n;
}

static const char *exe(void) {
    ssize_t n = readlink("/proc/self/exe", scratch, sizeof scratch - 1);
    if (n > 0) {
        scratch[n] = '\0';
        return scratch;
    }
    const char *name = (const char *)getauxval(AT_EXECFN);
    return name ? name : "unknown";
}

const char *header_exe_name(void) {
    static char storage[256];
    if (storage[0])
        return storage;
    const char *path = exe(), *slash = strrchr(path, '/');
    struct text name = text_begin(storage, sizeof storage);
    text_add(&name, slash ? slash + 1 : path);
    return storage;
}

/** Arguments are what /proc/self/cmdline says, each with its NUL. */
static void add_arguments(struct text *line) {
    size_t n = read_file("/proc/self/cmdline");
    line_name(line, "argv");
    text_add(line, "[");
    for (size_t at = 0; at < n && line->length < line->size / 2; at += strlen(scratch + at) + 1) {
        line_comma(line, at == 0);
        text_add_json(line, scratch + at);
    }
    text_add(line, "]");
}

static void add_two_digits(struct text *text, int64_t number, const char *after) {
    text_add(text, number < 10 ? "0" : "");
    text_add_int(text, number);
    text_add(text, after);
}

/** The moment the clock began, UTC; without libc's gmtime(), which takes a lock of its own. */
static void add_start(struct text *line) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    int64_t seconds = now.tv_sec - (int64_t)(thread_clock_ns() / 1000000000u);
    int64_t day = seconds / 86400, second = seconds % 86400;
    /* Years begin in March here, so that the odd day comes last. */
    int64_t days = day + 719468, era = days / 146097, of_era = days % 146097;
    int64_t year = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
    int64_t of_year = of_era - (365 * year + year / 4 - year / 100);
    int64_t month = (5 * of_year + 2) / 153;
    char storage[40];
    struct text text = text_begin(storage, sizeof storage);
    text_add_int(&text, year + era * 400 + (month >= 10));
    text_add(&text, "-");
    add_two_digits(&text, month < 10 ? month + 3 : month - 9, "-");
    add_two_digits(&text, of_year - (153 * month + 2) / 5 + 1, "T");
    add_two_digits(&text, second / 3600, ":");
    add_two_digits(&text, second / 60 % 60, ":");
    add_two_digits(&text, second % 60, "Z");
    line_text(line, "started", storage);
}

static void add_run_id(struct text *line) {
    uint64_t random = 0;
    if (getrandom(&random, sizeof random, GRND_NONBLOCK) != sizeof random)
        random = (uint64_t)getpid() << 32 ^ (uint64_t)time(NULL);
    char storage[24];
    struct text text = text_begin(storage, sizeof storage);
    text_add_hex(&text, random);
    line_text(line, "run_id", storage + 2); /* without the 0x */
}

/** What /etc/os-release calls the system: the value between its quotes. */
static const char *os_name(void) {
    static const char key[] = "PRETTY_NAME=\"";
    read_file("/etc/os-release");
    char *name = strstr(scratch, key);
    if (!name)
        return NULL;
    name += sizeof key - 1;
    name[strcspn(name, "\"\n")] = '\0';
    return name;
}

static void add_environment(struct text *line) {
    struct utsname kernel = {.release = ""};
    char storage[64];
    struct text libc = text_begin(storage, sizeof storage);
    uname(&kernel);
    text_add(&libc, "glibc ");
    text_add(&libc, gnu_get_libc_version());
    line_name(line, "environment");
    text_add(line, "{\"os\":");
    text_add_json(line, os_name());
    line_text(line, "kernel", kernel.release);
    line_text(line, "libc", storage);
    line_text(line, "python", pystack_version()[0] ? pystack_version() : NULL);
    line_text(line, "unwinder", stack_unwinder());
    text_add(line, "}");
}

static void add_spec(struct text *line) {
    line_name(line, "spec");
    text_add(line, "{\"name\":\"" SPEC_NAME "\",\"commit\":\"" SPEC_COMMIT
                   "\",\"date\":\"" SPEC_DATE "\"}");
}

void header_write(struct text *line, const struct header *header) {
    line_begin(line, "header");
    line_int(line, "version", 1);
    line_text(line, "tool", ARROWDEV_CHECK_VERSION);
    add_run_id(line);
    line_int(line, "pid", getpid());
    line_int(line, "ppid", getppid());
    line_name(line, "parent");
    if (header->parent)
        text_add_int(line, header->parent);
    else
        text_add(line, "null");
    line_text(line, "exe", exe());
    add_arguments(line);
    line_text(line, "cwd", getcwd(scratch, sizeof scratch));
    add_start(line);
    line_name(line, "options");
    text_add(line, header->options_json);
    line_name(line, "options_from");
    text_add(line, header->options_from_json);
    add_environment(line);
    add_spec(line);
    line_end(line);
}
