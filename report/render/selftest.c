/* selftest: the command `arrowdev-check selftest`: is what this installation claims to find found
 * on this machine? Each check has a plant (plant.h), a process of this program's own that breaks
 * its rule under the library; no compiler is needed, and nothing is left behind.
 *
 * --plant=NAME is such a process. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/command.h"

#include "report/render/names.h"
#include "report/render/plant.h"
#include "report/render/store.h"
#include "report/render/surroundings.h"
#include "report/render/trace.h"
#include "report/render/trial.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define TEXT 12 /* the column that sentences stand in */
#define HANG "            "

/* The script for Python is part of the program. */
extern const char selftest_script[];
__asm__(
    ".pushsection .rodata\n"
    "selftest_script:\n"
    ".incbin \"report/share/selftest.py\"\n"
    ".byte 0\n"
    ".popsection");

static char self[PATH_MAX];
static unsigned n_missing;

static void row(const char *label, const char *sentence) {
    struct sheet_output output = {.fd = STDOUT_FILENO};
    struct sheet sheet = {.output = &output};
    sheet_format(&sheet, "  %s", label);
    sheet_tab(&sheet, TEXT);
    sheet_wrap(&sheet, sentence, HANG);
    sheet_add(&sheet, "\n");
    sheet_flush(&sheet);
}

static void missing(const char *name, const char *why) {
    n_missing++;
    row("MISSING", store_format("%s: %s", name, why));
}

static struct trial *run_plant(const struct plant *plant) {
    struct trial *trial = store_new(sizeof *trial);
    char **argv = store_new(4 * sizeof *argv);
    argv[0] = self;
    argv[1] = "selftest";
    argv[2] = store_format("--plant=%s", plant->name);
    *trial = (struct trial){.argv = argv, .options = plant->options, .declares = plant->declares};
    trial_run(trial);
    return trial;
}

static const char *what_it_found(const struct trial *trial) {
    struct sheet list = {0};
    for (size_t i = 0; i < trial->tree.n_findings; i++)
        sheet_format(&list, "%s%s", i ? ", " : "not found, but ",
                     trial->tree.findings[i]->check->slug);
    return list.length ? list.data : "not found";
}

/* What a device does shows in calls of its driver alone, and none is shipped. */
static bool is_of_device(const struct check *check) {
    return strstr(check->when, "ON(DEVICE)") != NULL;
}

static void faults(void) {
    struct sheet without = {0}, untried = {0};
    unsigned n_found = 0, n_planted = 0;
    struct timespec began, now;
    clock_gettime(CLOCK_MONOTONIC, &began);
    for (size_t i = 0; i < catalogue_n_checks; i++) {
        const char *slug = catalogue_checks[i].slug;
        const struct plant *plant = plant_find(slug);
        if (!plant) {
            struct sheet *list = is_of_device(&catalogue_checks[i]) ? &untried : &without;
            sheet_format(list, "%s%s", list->length ? ", " : "", slug);
            continue;
        }
        const struct trial *trial = run_plant(plant);
        n_planted++;
        if (trial_finding(trial, slug))
            n_found++;
        else
            missing(slug, trial->wrong ? trial->wrong : what_it_found(trial));
    }
    clock_gettime(CLOCK_MONOTONIC, &now);
    double seconds =
        (double)(now.tv_sec - began.tv_sec) + (double)(now.tv_nsec - began.tv_nsec) / 1e9;
    row("faults",
        store_format("%u of %u found in %.1f s%s%s%s%s", n_found, n_planted, seconds,
                     without.length ? "; no plant for " : "", without.length ? without.data : "",
                     untried.length ? "; not tried, as they need a driver: " : "",
                     untried.length ? untried.data : ""));
}

/* What crosses by each must be seen. */
static void routes(void) {
    static const char *const names[] = {"annotations", "slots", "dlsym"};
    static const char *const means[] = {"calls of arrowdev_check.h", "slots of loaded modules",
                                        "functions looked up by dlsym"};
    struct sheet list = {0};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const struct trial *trial = run_plant(plant_find(names[i]));
        if (trial->wrong || trial_seen(trial) < 1)
            missing(means[i], trial->wrong ? trial->wrong : "what crossed was not seen");
        else
            sheet_format(&list, "%s%s", list.length ? ", " : "seen through ", means[i]);
    }
    row("routes", list.length ? list.data : "none works");
}

static bool has_python_frame(const struct trial *trial, const struct finding *finding) {
    const struct trace *trace = trace_of(trial->tree.processes[0], finding->stacks[STACK_ORIGIN]);
    for (size_t i = 0; i < trace->n; i++)
        if (trace->spots[i].is_python && trace->spots[i].function &&
            !strcmp(trace->spots[i].function, "hand_over"))
            return true;
    return false;
}

/* The first python3 of PATH: a virtual environment's, where one is active. */
static void python(void) {
    char *argv[] = {"python3", "-c", (char *)selftest_script, NULL};
    struct trial *trial = store_new(sizeof *trial);
    *trial = (struct trial){.argv = argv};
    trial_run(trial);
    char *packages = trial->output + strcspn(trial->output, "\n");
    if (*packages)
        *packages++ = '\0';
    packages[strcspn(packages, "\n")] = '\0';
    if (!*trial->output) {
        row("python",
            "no python3 is found, or it does not run; programs in other languages need "
            "none");
        return;
    }
    const struct finding *finding = trial_finding(trial, "never-released");
    if (trial->wrong || !finding)
        missing(trial->output,
                trial->wrong ? trial->wrong : "a capsule that ctypes read out was not seen");
    bool has_frames = finding && has_python_frame(trial, finding);
    if (finding && !has_frames)
        missing(trial->output, "its frames are not read: stacks show the interpreter only");
    row("python",
        store_format("%s: %s; %s%s", trial->output,
                     has_frames ? "capsules are seen, frames are read" : "see above",
                     *packages ? "installed are " : "no library of Arrow is installed", packages));
}

static void stacks(const struct trial *trial) {
    const struct finding *finding = trial_finding(trial, "never-released");
    const char *unwinder = trial_environment(trial, "unwinder");
    if (!finding)
        return;
    const struct trace *trace = trace_of(trial->tree.processes[0], finding->stacks[STACK_ORIGIN]);
    const struct spot *place = trace_place(trace);
    bool is_main = false;
    for (size_t i = 0; i < trace->n; i++)
        is_main =
            is_main || (trace->spots[i].function && !strcmp(trace->spots[i].function, "main"));
    row("stacks",
        store_format("by %s, %zu frames; of this program %s", unwinder ? unwinder : "?", trace->n,
                     place && place->line ? "functions and lines are known"
                     : is_main ? "functions are known, lines are not (no debug information)"
                               : "no names are known (stripped)"));
    if (unwinder && strcmp(unwinder, "libunwind"))
        row("",
            "libunwind.so.8 is not found: stacks take longer and end at code without frame "
            "pointers; it comes with the package libunwind8");
}

static int plant(const char *name) {
    const struct plant *plant = plant_find(name);
    if (!plant)
        return command_misused(store_format("nothing is planted as \"%s\"", name));
    plant->run();
    return EXIT_SUCCESS;
}

static int whole(void) {
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    self[n > 0 ? n : 0] = '\0';
    trace_init("", "");
    names_enable(true);
    printf("arrowdev_check " ARROWDEV_CHECK_VERSION " selftest\n\n");
    fflush(stdout);
    row("library", surroundings_library());
    const struct trial *trial = run_plant(plant_find("annotations"));
    if (trial->wrong) {
        missing("library", trial->wrong);
    } else {
        faults();
        routes();
        stacks(trial);
        python();
        row("devices", surroundings_devices());
    }
    row("system", surroundings_system());
    row("limits", surroundings_limits());
    if (n_missing)
        printf("\narrowdev_check: selftest: %u missing -> exit 1\n", n_missing);
    else
        printf("\narrowdev_check: selftest: all is found -> exit 0\n");
    return n_missing ? EXIT_FAILURE : EXIT_SUCCESS;
}

int selftest_command(int argc, char **argv) {
    static const char asks_for_plant[] = "--plant=";
    if (argc == 1 && !strncmp(argv[0], asks_for_plant, strlen(asks_for_plant)))
        return plant(argv[0] + strlen(asks_for_plant));
    if (argc == 1 && !strcmp(argv[0], "--help"))
        return command_help("selftest", NULL);
    return argc ? command_misused("selftest takes no argument") : whole();
}
