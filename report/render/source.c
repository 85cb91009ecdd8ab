/* source: a look into the program's own source, where that is still there. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/source.h"

#include "report/render/store.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MOST_DECORATORS 50 /* lines */

static FILE *open_source(const char *folder, const char *file) {
    struct stat status;
    const char *path = *file == '/' ? file : store_format("%s/%s", folder, file);
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC); /* a fifo would wait for a writer */
    bool is_file = fd >= 0 && fstat(fd, &status) == 0 && S_ISREG(status.st_mode);
    FILE *source = is_file ? fdopen(fd, "r") : NULL;
    if (!source && fd >= 0)
        close(fd);
    return source;
}

static bool begins_with(const char *line, const char *word) {
    line += strspn(line, " \t");
    return strncmp(line, word, strlen(word)) == 0;
}

int source_def(const char *folder, const char *file, int first) {
    FILE *source = open_source(folder, file);
    char line[512];
    int number = 1, found = first;
    bool is_begin = true, is_decorated = false;
    while (source && number <= first + MOST_DECORATORS && fgets(line, sizeof line, source)) {
        if (is_begin && number == first)
            is_decorated = begins_with(line, "@");
        if (is_begin && number >= first && !is_decorated)
            break;
        if (is_begin && number > first &&
            (begins_with(line, "def ") || begins_with(line, "async def "))) {
            found = number;
            break;
        }
        is_begin = strchr(line, '\n') != NULL;
        number += is_begin;
    }
    if (source)
        fclose(source);
    return found;
}
