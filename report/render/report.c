/* report: the command `arrowdev-check report`: records in, reports out; for a person afterwards, or
 * for a process that ends and waits for the verdict. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/command.h"

#include "report/render/format.h"
#include "report/render/names.h"
#include "report/render/store.h"
#include "report/render/summary.h"
#include "report/render/trace.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct job {
    bool is_in_process;  /* started by the shim: text to stderr, settings from the record */
    int record, verdict; /* descriptors, -1 for none */
    size_t n_files;
    char **files;
    size_t n_options;
    char **options; /* "name=value" of the command line */
    bool has_failed;
};

static void complain(const char *complaint) {
    fprintf(stderr, "arrowdev_check: record: %s\n", complaint);
}

static bool write_all(int fd, const char *data, size_t size) {
    while (size) {
        ssize_t n = write(fd, data, size);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        data += n;
        size -= (size_t)n;
    }
    return true;
}

static int standard_of(const struct job *job) {
    return job->is_in_process ? STDERR_FILENO : STDOUT_FILENO;
}

static bool wants_colours(const struct report_options *options, const struct job *job,
                          const char *path) {
    const char *no_color = getenv("NO_COLOR"), *terminal = getenv("TERM");
    if (strcmp(options->color, "auto"))
        return !strcmp(options->color, "always");
    return !path && isatty(standard_of(job)) && !(no_color && *no_color) && terminal &&
           strcmp(terminal, "dumb");
}

/* A log_path with its %e and %p filled in. */
static const char *fill_path(const char *pattern, const struct process *process) {
    struct sheet path = {0};
    sheet_add(&path, "");
    for (; *pattern; pattern++) {
        if (pattern[0] == '%' && pattern[1] == 'e')
            sheet_add(&path, process->exe_name);
        else if (pattern[0] == '%' && pattern[1] == 'p')
            sheet_format(&path, "%lld", (long long)process->pid);
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

/* The file of a report. One that is there already is another process's: it is left, and ours has
 * our pid at its end. */
static int open_file(const struct process *process, const char *path, const char **opened) {
    *opened = path;
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd >= 0 || errno != EEXIST)
        return fd;
    struct stat status;
    if (!stat(path, &status) && !S_ISREG(status.st_mode)) /* /dev/null, a fifo, a terminal */
        return open(path, O_WRONLY | O_CLOEXEC);
    struct sheet other = {0};
    sheet_format(&other, "%s.%lld", path, (long long)process->pid);
    *opened = other.data;
    return open(other.data, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
}

struct format {
    const char *name, *extension;
    void (*render)(const struct report *report, struct sheet *sheet);
};

static const struct format formats[] = {
#define FORMAT(name, extension, render) {name, extension, render},
    FORMATS(FORMAT)
#undef FORMAT
};

#define N_FORMATS (sizeof formats / sizeof *formats)

/* What is wrong with a list of formats, or NULL. */
static const char *wrong_format(const char *list) {
    struct sheet complaint = {0};
    char words[256];
    snprintf(words, sizeof words, "%s", list);
    for (char *rest = words, *word; (word = strsep(&rest, ", "));) {
        size_t i = 0;
        while (i < N_FORMATS && strcmp(word, formats[i].name))
            i++;
        if (i < N_FORMATS || (!*word && *list))
            continue;
        sheet_format(&complaint, "format: there is no format \"%s\", expected a list of", word);
        for (i = 0; i < N_FORMATS; i++)
            sheet_format(&complaint, "%s %s", i ? "," : "", formats[i].name);
        return complaint.data;
    }
    return NULL;
}

/* Where a format goes; NULL for the standard stream, which text has before others. */
static const char *path_of(const struct job *job, const struct report *report,
                           const struct format *format) {
    const struct report_options *options = &report->settings->report;
    bool is_one_of_many = strchr(options->format, ',');
    struct sheet path = {0};
    if (*options->log_path) {
        sheet_add(&path, fill_path(options->log_path, report->process));
        if (is_one_of_many)
            sheet_format(&path, ".%s", format->extension);
        return path.data;
    }
    if (format->render == text_render || !(job->is_in_process || is_one_of_many))
        return NULL;
    sheet_format(&path, "arrowdev.%s.%lld.%s", report->process->exe_name,
                 (long long)report->process->pid, format->extension);
    return path.data;
}

/* False, after a complaint, when the file cannot have it. */
static bool send_to_file(const struct report *report, const char *path, const struct sheet *sheet) {
    const char *opened = path;
    int fd = open_file(report->process, path, &opened);
    bool is_written = fd >= 0 && write_all(fd, sheet->data, sheet->length);
    if (!is_written)
        fprintf(stderr, "arrowdev_check: error: the report cannot be written to %s: %s\n", opened,
                strerror(errno));
    else if (!report->settings->report.quiet)
        fprintf(stderr, "arrowdev_check: report of pid %lld in %s\n",
                (long long)report->process->pid, opened);
    if (fd >= 0)
        close(fd);
    return is_written;
}

/* What cannot be had as a file is had on the standard stream, if it is for a person. */
static bool render_as(struct job *job, const struct report *report, const struct format *format) {
    const struct report_options *options = &report->settings->report;
    const char *path = path_of(job, report, format);
    bool is_text = format->render == text_render, is_in_file = false;
    struct sheet sheet = {.has_colours = is_text && wants_colours(options, job, path)};
    format->render(report, &sheet);
    if (is_text && !options->quiet)
        summary_line(report, &sheet);
    if (path)
        is_in_file = send_to_file(report, path, &sheet);
    job->has_failed = job->has_failed || (path && !is_in_file);
    bool is_on_stream = !path || (!is_in_file && is_text);
    if (is_on_stream && !write_all(standard_of(job), sheet.data, sheet.length))
        job->has_failed = true;
    sheet_fini(&sheet);
    return is_on_stream && is_text;
}

/* Files first: the last line is the last, and stderr has it even when the report is elsewhere. */
static void render(struct job *job, const struct report *report) {
    const struct report_options *options = &report->settings->report;
    bool needs_last_line = job->is_in_process && !options->quiet;
    for (int on_stream = 0; on_stream <= 1; on_stream++)
        for (size_t i = 0; i < N_FORMATS; i++)
            if (settings_has(options->format, formats[i].name) &&
                (path_of(job, report, &formats[i]) == NULL) == on_stream &&
                render_as(job, report, &formats[i]))
                needs_last_line = false;
    struct sheet last = {0};
    summary_line(report, &last);
    if (needs_last_line)
        write_all(STDERR_FILENO, last.data, last.length);
    sheet_fini(&last);
}

/* A report made afterwards goes where its own command line says. */
static void settle(const struct job *job, const struct process *process, struct options *settings) {
    options_parse(settings, NULL, NULL);
    settings_read(settings, process);
    if (!job->is_in_process) {
        settings->report.format = "text";
        settings->report.log_path = "";
        settings->report.color = "auto";
        settings->report.symbolize = "exit";
        settings->report.quiet = false;
    }
    for (size_t i = 0; i < job->n_options; i++)
        settings_set(settings, job->options[i]);
    const char *complaint = wrong_format(settings->report.format);
    if (complaint) {
        fprintf(stderr, "arrowdev_check: error: %s; the report is text\n", complaint);
        settings->report.format = "text";
    }
}

static struct verdict one_record(struct job *job, int fd, const char *file) {
    struct process *process = process_read(fd, file, complain);
    struct options settings;
    if (!process) {
        job->has_failed = true;
        return (struct verdict){0};
    }
    settle(job, process, &settings);
    trace_init(settings.report.strip_path_prefix, settings.report.hide_frames);
    names_enable(!strcmp(settings.report.symbolize, "exit"));
    struct verdict verdict = verdict_of(process, &settings);
    render(job, &(struct report){process, &settings, &verdict});
    return verdict;
}

static void one_path(struct job *job, const char *path);

static int is_record(const struct dirent *entry) {
    const char *dot = strrchr(entry->d_name, '.');
    return entry->d_name[0] != '.' && !(dot && !strcmp(dot, ".live"));
}

static void one_folder(struct job *job, const char *path) {
    struct dirent **entries;
    int n = scandir(path, &entries, is_record, alphasort);
    for (int i = 0; i < n; i++) {
        struct sheet file = {0};
        sheet_format(&file, "%s/%s", path, entries[i]->d_name);
        one_path(job, file.data);
    }
    if (n <= 0) {
        fprintf(stderr, "arrowdev_check: error: %s: %s\n", path,
                n ? strerror(errno) : "no record in this folder");
        job->has_failed = true;
    }
}

static void one_path(struct job *job, const char *path) {
    struct stat status;
    if (!stat(path, &status) && S_ISDIR(status.st_mode)) {
        one_folder(job, path);
        return;
    }
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        fprintf(stderr, "arrowdev_check: error: %s: %s\n", path, strerror(errno));
        job->has_failed = true;
        return;
    }
    one_record(job, fd, path);
    close(fd);
}

static void for_process(struct job *job) {
    struct verdict verdict = one_record(job, job->record, "of the process that ends");
    char line[64];
    int length = snprintf(line, sizeof line, "verdict %u %u %u\n", verdict.errors, verdict.warnings,
                          verdict.notes);
    if (job->verdict >= 0)
        write_all(job->verdict, line, (size_t)length);
}

static const char *number_after(const char *argument, const char *name, int argc, char **argv,
                                int *i) {
    size_t length = strlen(name);
    if (strncmp(argument, name, length))
        return NULL;
    if (argument[length] == '=')
        return argument + length + 1;
    return !argument[length] && *i + 1 < argc ? argv[++*i] : NULL;
}

/* What is wrong with the arguments, or NULL. */
static const char *read_arguments(struct job *job, int argc, char **argv) {
    struct options tried;
    options_parse(&tried, NULL, NULL);
    for (int i = 0; i < argc; i++) {
        const char *value;
        if (strncmp(argv[i], "--", 2)) {
            STORE_ADD(job->files, job->n_files) = argv[i];
        } else if (!strcmp(argv[i], "--in-process")) {
            job->is_in_process = true;
        } else if ((value = number_after(argv[i], "--record-fd", argc, argv, &i))) {
            job->record = atoi(value);
        } else if ((value = number_after(argv[i], "--verdict-fd", argc, argv, &i))) {
            job->verdict = atoi(value);
        } else {
            const char *complaint = settings_set(&tried, argv[i] + 2);
            if (complaint)
                return complaint;
            STORE_ADD(job->options, job->n_options) = argv[i] + 2;
        }
    }
    if (!job->is_in_process && !job->n_files)
        return "report needs a FILE or folder of records";
    return wrong_format(tried.report.format);
}

int report_command(int argc, char **argv) {
    struct job job = {.record = -1, .verdict = -1};
    const char *complaint = read_arguments(&job, argc, argv);
    if (complaint)
        return command_misused(complaint);
    if (job.is_in_process)
        for_process(&job);
    for (size_t i = 0; i < job.n_files; i++)
        one_path(&job, job.files[i]);
    return job.has_failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
