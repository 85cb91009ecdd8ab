/* options: one struct a stage, made from the rows of options.def. Each stage keeps the struct it
 * was given at start. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef REPORT_BASE_OPTIONS_H
#define REPORT_BASE_OPTIONS_H

#include "report/base/base.h"

#define OPTION_MEMBER_flag(name)   bool name;
#define OPTION_MEMBER_number(name) int64_t name;
#define OPTION_MEMBER_text(name)   const char *name;
#define OPTION_MEMBER_word(name)   const char *name;

#define OPTION_KEEP(stage, type, name) OPTION_MEMBER_##type(name)
#define OPTION_DROP(stage, type, name)
#define OPTION(stage, type, name, ...) OPTION_OF_##stage(stage, type, name)

#define OPTION_OF_shim    OPTION_KEEP
#define OPTION_OF_tracker OPTION_DROP
#define OPTION_OF_report  OPTION_DROP
/** What the shim itself does: exit status, signals, fork. */
struct shim_options {
#include "report/base/options.def"
};
#undef OPTION_OF_shim
#undef OPTION_OF_tracker
#undef OPTION_OF_report

#define OPTION_OF_shim    OPTION_DROP
#define OPTION_OF_tracker OPTION_KEEP
#define OPTION_OF_report  OPTION_DROP
/** What is judged. */
struct tracker_options {
#include "report/base/options.def"
};
#undef OPTION_OF_shim
#undef OPTION_OF_tracker
#undef OPTION_OF_report

#define OPTION_OF_shim    OPTION_DROP
#define OPTION_OF_tracker OPTION_DROP
#define OPTION_OF_report  OPTION_KEEP
/** What is kept and printed. */
struct report_options {
#include "report/base/options.def"
};
#undef OPTION_OF_shim
#undef OPTION_OF_tracker
#undef OPTION_OF_report
#undef OPTION

#endif
