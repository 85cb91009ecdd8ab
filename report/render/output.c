/* output: where the reports go. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/output.h"

#include "report/render/annotate.h"
#include "report/render/command.h"
#include "report/render/create.h"
#include "report/render/settings.h"
#include "report/render/store.h"
#include "report/render/summary.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct format {
    const char *name, *extension;
    format_render render;
};

static const struct format formats[] = {
#define FORMAT(name, extension, render) {#name, extension, render},
#include "report/formats.def"
#undef FORMAT
};

#define N_FORMATS (sizeof formats / sizeof *formats)

/* @descriptor  where it goes, which may be a terminal */
static bool wants_colours(const struct report_options *options, int descriptor) {
    const char *no_color = getenv("NO_COLOR"), *terminal = getenv("TERM");
    if (strcmp(options->color, "auto"))
        return !strcmp(options->color, "always");
    return isatty(descriptor) && !(no_color && *no_color) && terminal && strcmp(terminal, "dumb");
}

/* Whose report it is: the command's that was started, or the first process's. */
static const struct process *first_of(const struct report *report) {
    return report->tree->n_processes ? report->tree->processes[0] : NULL;
}

static const char *exe_name_of(const struct report *report) {
    const char *path = report->ran        ? report->ran->path
                       : first_of(report) ? first_of(report)->exe
                                          : "";
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static long long pid_of(const struct report *report) {
    return report->ran ? report->ran->pid : first_of(report) ? (long long)first_of(report)->pid : 0;
}

/* A log_path with its %e and %p filled in. */
static const char *fill_path(const char *pattern, const struct report *report) {
    struct sheet path = {0};
    sheet_add(&path, "");
    for (; *pattern; pattern++) {
        if (pattern[0] == '%' && pattern[1] == 'e')
            sheet_add(&path, exe_name_of(report));
        else if (pattern[0] == '%' && pattern[1] == 'p')
            sheet_format(&path, "%lld", pid_of(report));
        else if (pattern[0] == '%' && pattern[1] == '%')
            sheet_add(&path, "%");
        else {
            sheet_format(&path, "%c", *pattern);
            continue;
        }
        pattern++;
    }
    return path.data;
}

/* NULL for the standard stream, which text has before others. */
static const char *path_of(const struct report *report, const struct output *output,
                           const struct format *format) {
    const struct report_options *options = &report->settings->report;
    bool is_one_of_many = strchr(options->format, ',');
    if (*options->log_path) {
        const char *path = fill_path(options->log_path, report);
        return is_one_of_many ? store_format("%s.%s", path, format->extension) : path;
    }
    if (format->render == text_render || !(output->has_last_line || is_one_of_many))
        return NULL;
    return store_format("arrowdev.%s.%lld.%s", exe_name_of(report), pid_of(report),
                        format->extension);
}

void output_add_files(const struct report *report, const struct output *output,
                      struct sheet *sheet) {
    for (size_t i = 0; i < N_FORMATS; i++) {
        bool is_wanted = settings_has(report->settings->report.format, formats[i].name);
        const char *path = is_wanted ? path_of(report, output, &formats[i]) : NULL;
        if (path)
            sheet_format(sheet, ", report %s", path);
    }
}

/* The process has made a report before, a snapshot, and it stands there. */
static bool is_again(const struct report *report, const struct output *output, const char *path,
                     const char *with_pid) {
    const struct tree *tree = report->tree;
    struct stat status;
    return output->has_last_line && !report->ran && tree->n_processes == 1 &&
           tree->processes[0]->n_ends > 1 && access(with_pid, F_OK) && !stat(path, &status) &&
           S_ISREG(status.st_mode);
}

/* The file of a report. One that is there already is another process's: it is left, and ours has
 * our pid at its end. A later report of the same process takes the place of its last one. */
struct file {
    const char *path, *with_pid;
    int fd;
    bool is_aside, takes_over;
};

static struct file open_file(const struct report *report, const struct output *output,
                             const char *path) {
    struct file file = {.path = path,
                        .with_pid = store_format("%s.%lld", path, pid_of(report)),
                        .fd = create_aside(path)};
    file.takes_over = is_again(report, output, path, file.with_pid);
    file.is_aside = file.fd >= 0;
    if (!file.is_aside)
        file.fd = create_file(path, file.takes_over);
    if (file.fd >= 0 || errno != EEXIST)
        return file;
    file.path = file.with_pid;
    file.fd = create_file(file.path, true);
    return file;
}

/* 0 or errno; @error is that of what was written to it. */
static int close_file(struct file *file, int error) {
    if (!error && file->is_aside && create_name(file->fd, file->path, file->takes_over)) {
        error = errno;
        if (error == EEXIST) {
            file->path = file->with_pid;
            error = create_name(file->fd, file->path, true) ? errno : 0;
        }
    }
    return close(file->fd) && !error ? errno : error;
}

/* 0, or the errno of what could not be written. */
static int send(const struct report *report, const struct format *format, int fd) {
    const struct report_options *options = &report->settings->report;
    bool is_text = format->render == text_render;
    struct sheet_output output = {.fd = fd};
    struct sheet sheet = {.has_colours = is_text && wants_colours(options, fd), .output = &output};
    format->render(report, &sheet);
    if (is_text && !options->quiet)
        summary_line(report, &sheet);
    sheet_flush(&sheet);
    return output.error;
}

static bool send_to_file(const struct report *report, const struct output *output,
                         const struct format *format, const char *path) {
    struct file file = open_file(report, output, path);
    int error = file.fd >= 0 ? close_file(&file, send(report, format, file.fd)) : errno;
    if (error)
        fprintf(stderr, "arrowdev_check: error: the report cannot be written to %s: %s\n",
                file.path, strerror(error));
    else if (!report->settings->report.quiet)
        fprintf(stderr, "arrowdev_check: report%s in %s\n",
                report->tree->n_processes == 1 && !report->ran
                    ? store_format(" of pid %lld", pid_of(report))
                    : "",
                file.path);
    return !error;
}

/* What cannot be had as a file is had on the standard stream, if it is for a person; true when it
 * stands there. */
static bool write_format(const struct report *report, const struct output *output,
                         const struct format *format, bool *has_failed) {
    const char *path = path_of(report, output, format);
    bool is_text = format->render == text_render;
    if (path && send_to_file(report, output, format, path))
        return false;
    *has_failed = *has_failed || path;
    if (path && !is_text)
        return false;
    int error = send(report, format, output->standard);
    *has_failed = *has_failed || error;
    if (error && output->standard == STDOUT_FILENO)
        command_unwritten(error);
    return is_text;
}

static void write_annotations(const struct report *report) {
    struct sheet_output output = {.fd = STDERR_FILENO};
    struct sheet sheet = {.output = &output};
    annotate_lines(report, &sheet);
    sheet_flush(&sheet);
}

static void write_last_line(const struct report *report, int descriptor) {
    struct sheet_output output = {.fd = descriptor};
    struct sheet sheet = {.output = &output};
    summary_line(report, &sheet);
    sheet_flush(&sheet);
}

bool output_write(const struct report *report, const struct output *output) {
    const struct report_options *options = &report->settings->report;
    bool has_failed = false, is_said = options->quiet || !output->has_last_line;
    write_annotations(report);
    /* Files first: the last line is the last. */
    for (int in_file = 1; in_file >= 0; in_file--)
        for (size_t i = 0; i < N_FORMATS; i++)
            if (settings_has(options->format, formats[i].name) &&
                (path_of(report, output, &formats[i]) != NULL) == in_file &&
                write_format(report, output, &formats[i], &has_failed))
                is_said = true;
    if (!is_said)
        write_last_line(report, output->standard);
    return !has_failed;
}
