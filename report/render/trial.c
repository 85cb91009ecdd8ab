/* trial: a folder, an environment, a process and its end. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/trial.h"

#include "report/render/create.h"
#include "report/render/launch.h"
#include "report/render/member.h"
#include "report/render/ran.h"
#include "report/render/store.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define MOST_SECONDS 10

static void say_nothing(const char *complaint) {
    (void)complaint;
}

static const char *write_declaration(const struct launch *launch, const char *text,
                                     struct options *options) {
    const char *path = store_format("%s/.declare", launch->folder);
    int fd = create_file(path, true);
    bool is_written = fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text);
    if (fd >= 0)
        close(fd);
    options->shim.declare = path;
    return is_written ? NULL : store_format("%s cannot be written", path);
}

/* No core file of a crash that is meant, and an end where it hangs. */
_Noreturn static void become(const struct trial *trial, char *const *environment, int output) {
    const struct rlimit no_core = {0, 0};
    int null = open("/dev/null", O_RDWR);
    setrlimit(RLIMIT_CORE, &no_core);
    alarm(MOST_SECONDS);
    dup2(null, STDIN_FILENO);
    dup2(output, STDOUT_FILENO);
    dup2(null, STDERR_FILENO);
    execvpe(trial->argv[0], trial->argv, environment);
    _exit(127);
}

static void read_output(struct trial *trial, int fd) {
    size_t n = 0;
    ssize_t got;
    char rest[256];
    while ((got = read(fd, trial->output + n, sizeof trial->output - 1 - n)) > 0)
        n += (size_t)got;
    while (read(fd, rest, sizeof rest) > 0) /* so that it comes to its end */
        continue;
}

static const char *start(struct trial *trial, char *const *environment) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC))
        return strerror(errno);
    pid_t pid = fork();
    if (pid == 0)
        become(trial, environment, ends[1]);
    close(ends[1]);
    if (pid > 0)
        read_output(trial, ends[0]);
    close(ends[0]);
    while (pid > 0 && waitpid(pid, &trial->status, 0) < 0 && errno == EINTR)
        continue;
    return pid > 0 ? NULL : "no process could be started";
}

/* It stays open: objects and stacks are read when they are asked for, and the folder goes. */
static void read_record(struct trial *trial, const char *path) {
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    struct process *process = fd >= 0 ? process_open(fd, NULL, path, say_nothing) : NULL;
    if (process && process_rest(process))
        tree_add(&trial->tree, process);
}

static void read_records(struct trial *trial, const char *path) {
    DIR *folder = opendir(path);
    for (struct dirent *entry; folder && (entry = readdir(folder));) {
        const char *dot = strrchr(entry->d_name, '.');
        if (dot && !strcmp(dot, ".jsonl"))
            read_record(trial, store_format("%s/%s", path, entry->d_name));
    }
    if (folder)
        closedir(folder);
}

static const char *how_it_ended(const struct trial *trial) {
    struct ran ran = {.status = trial->status};
    if (WIFEXITED(trial->status) && WEXITSTATUS(trial->status) == 127)
        return "it could not be started";
    return store_format("it left no record: the library was not in it (%s)", ran_ending(&ran));
}

void trial_run(struct trial *trial) {
    struct options options;
    struct launch launch;
    options_parse(&options, trial->options, say_nothing);
    trial->wrong = launch_prepare(&launch, &options);
    if (!trial->wrong && trial->declares)
        trial->wrong = write_declaration(&launch, trial->declares, &options);
    if (!trial->wrong)
        trial->wrong = launch_environment(&launch, &options, true);
    if (!trial->wrong)
        trial->wrong = start(trial, launch.environment);
    if (!trial->wrong)
        read_records(trial, launch.folder);
    if (launch.folder)
        launch_clean(&launch);
    tree_settle(&trial->tree);
    if (!trial->wrong && !trial->tree.n_processes)
        trial->wrong = how_it_ended(trial);
}

const struct finding *trial_finding(const struct trial *trial, const char *slug) {
    for (size_t i = 0; i < trial->tree.n_findings; i++)
        if (!strcmp(trial->tree.findings[i]->check->slug, slug))
            return trial->tree.findings[i];
    return NULL;
}

int64_t trial_seen(const struct trial *trial) {
    return tree_activity(&trial->tree, "structs_seen");
}

const char *trial_environment(const struct trial *trial, const char *name) {
    const struct process *first = trial->tree.n_processes ? trial->tree.processes[0] : NULL;
    return first ? member_text(json_object_get(first->header, "environment"), name) : NULL;
}
