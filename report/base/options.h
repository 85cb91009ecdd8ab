/* options: ARROWDEV_CHECK_OPTIONS read once into one struct a stage, made from the rows of
 * options.def. Each stage keeps the struct it was given at start.
 *
 * `name=value` separated by `:`, space or newline; a value with a separator in quotes, where a `:`
 * separates only before another `name=`; `include=FILE` has more, one a line, `#` comments. Later
 * ones win. An unknown or malformed one is said with its place and nearest neighbour; the others
 * hold and the run goes on. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef REPORT_BASE_OPTIONS_H
#define REPORT_BASE_OPTIONS_H

#include "report/base/reader.h"
#include "report/base/text.h"

#define OPTION_MEMBER_flag(name)   bool name;
#define OPTION_MEMBER_number(name) int64_t name;
#define OPTION_MEMBER_text(name)   const char *name;
#define OPTION_MEMBER_word(name)   const char *name;
#define OPTION_MEMBER_list(name)   const char *name;

#define OPTION(stage, type, name, ...) OPTION_OF_##stage(type, name)

#define OPTION_OF_shim(type, name) OPTION_MEMBER_##type(name)
#define OPTION_OF_tracker(type, name)
#define OPTION_OF_report(type, name)
#define OPTION_OF_launch(type, name)
/** What the shim itself does: exit status, signals, fork. */
struct shim_options {
#include "report/base/options.def"
};
#undef OPTION_OF_shim
#undef OPTION_OF_tracker
#undef OPTION_OF_report
#undef OPTION_OF_launch

#define OPTION_OF_shim(type, name)
#define OPTION_OF_tracker(type, name) OPTION_MEMBER_##type(name)
#define OPTION_OF_report(type, name)
#define OPTION_OF_launch(type, name)
/** What is judged. */
struct tracker_options {
#include "report/base/options.def"
    struct {
        struct reader_place checks, halt_on;
    } places; /* where the words of these lists begin, for complaints */
};
#undef OPTION_OF_shim
#undef OPTION_OF_tracker
#undef OPTION_OF_report
#undef OPTION_OF_launch

#define OPTION_OF_shim(type, name)
#define OPTION_OF_tracker(type, name)
#define OPTION_OF_report(type, name) OPTION_MEMBER_##type(name)
#define OPTION_OF_launch(type, name)
/** What is kept and printed. */
struct report_options {
#include "report/base/options.def"
};
#undef OPTION_OF_shim
#undef OPTION_OF_tracker
#undef OPTION_OF_report
#undef OPTION_OF_launch

#define OPTION_OF_shim(type, name)
#define OPTION_OF_tracker(type, name)
#define OPTION_OF_report(type, name)
#define OPTION_OF_launch(type, name) OPTION_MEMBER_##type(name)
/** What arrowdev-check run does; the processes it starts keep it unread. */
struct launch_options {
#include "report/base/options.def"
};
#undef OPTION_OF_shim
#undef OPTION_OF_tracker
#undef OPTION_OF_report
#undef OPTION_OF_launch
#undef OPTION

/** All stages' options with where each came from. */
struct options {
    struct shim_options shim;
    struct tracker_options tracker;
    struct report_options report;
    struct launch_options launch;
    const char *values_json; /* {"exitcode":97,...} */
    const char *from_json;   /* {"exitcode":"env",...} */
};

/** "ARROWDEV_CHECK_OPTIONS column 8", "FILE:3" */
void options_add_place(struct text *line, const struct reader_place *place);

/** Called for each complaint, one line without the newline. */
typedef void (*options_say)(const char *line);

/**
 * Defaults, then the variable's text.
 *
 * @text  value of ARROWDEV_CHECK_OPTIONS, NULL when unset
 * @say   where complaints go; kept until the process shows a structure is the caller's business
 */
void options_parse(struct options *options, const char *text, options_say say);

/** One option more; false, and nothing changed, for a name or a value that there is not. */
bool options_set(struct options *options, const char *name, const char *value);

/** The options of a file, as if they stood in the variable; what is wrong with its lines goes to
 * @say. False when it cannot be read, which is said, too. */
bool options_include(struct options *options, const char *path, options_say say);

/**
 * One option of a command line.
 *
 * @argument  "name=value", or "name" for 1
 * @stages    those whose options may stand there, as "shim,report"; NULL for all
 * @wrong     out, when false: one sentence with the nearest name or what is allowed
 */
bool options_argument(struct options *options, const char *argument, const char *stages,
                      struct text *wrong);

/**
 * The options that are not the defaults, as the variable would have them, for the processes of a
 * run. Left out is what the run itself decides: include, record_dir, help.
 *
 * @return false when a value has both kinds of quotes, or when it does not fit
 */
bool options_write(const struct options *options, struct text *variable);

/** The help text: one line an option of these stages (as above). */
void options_help(const char *stages, options_say say);

#endif
