/* survivors: processes of a run that are still there after its command. A pid may be another's by
 * now; what was in its environment when it was started tells whose it is. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/survivors.h"

#include "report/render/sheet.h"

#include <ctype.h>
#include <dirent.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define ENVIRONMENT_MAX (1u << 20)
#define STARTING_MS     10

static size_t read_file(const char *pid, const char *name, char *bytes, size_t size) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%.20s/%s", pid, name);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    size_t length = 0;
    for (ssize_t n; fd >= 0 && length < size && (n = read(fd, bytes + length, size - length)) > 0;)
        length += (size_t)n;
    if (fd >= 0)
        close(fd);
    return length;
}

/* Neither a zombie nor a thread of the kernel. */
static bool is_program(const char *pid) {
    char path[64], target[1];
    snprintf(path, sizeof path, "/proc/%.20s/exe", pid);
    return readlink(path, target, sizeof target) > 0;
}

/* A zombie has no environment any more, and a program that is just being started has none yet. */
static bool is_of_run(const char *pid, const char *folder, char *environment) {
    size_t length = 0;
    for (int tries = 0; tries < STARTING_MS; tries++) {
        length = read_file(pid, "environ", environment, ENVIRONMENT_MAX);
        if (length || !is_program(pid))
            break;
        usleep(1000);
    }
    return memmem(environment, length, folder, strlen(folder)) != NULL;
}

size_t survivors_find(const char *folder, pid_t *pids, size_t most) {
    DIR *all = opendir("/proc");
    char *environment = malloc(ENVIRONMENT_MAX);
    size_t n = 0;
    for (struct dirent *entry; all && environment && (entry = readdir(all));) {
        if (!isdigit((unsigned char)entry->d_name[0]) || atoi(entry->d_name) == getpid() ||
            !is_of_run(entry->d_name, folder, environment))
            continue;
        if (n < most)
            pids[n] = atoi(entry->d_name);
        n++;
    }
    free(environment);
    if (all)
        closedir(all);
    return n;
}

const char *survivors_person(pid_t pid) {
    char number[24], name[64] = "";
    snprintf(number, sizeof number, "%d", pid);
    size_t length = read_file(number, "comm", name, sizeof name - 1);
    name[length ? length - 1 : 0] = '\0';
    struct sheet sheet = {0};
    sheet_add_foreign(&sheet, *name ? name : "a process");
    sheet_format(&sheet, " (pid %d)", pid);
    return sheet.data;
}
