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

#define OPTION(stage, type, name, ...) OPTION_OF_##stage(type, name)

#define OPTION_OF_shim(type, name) OPTION_MEMBER_##type(name)
#define OPTION_OF_tracker(type, name)
#define OPTION_OF_report(type, name)
/** What the shim itself does: exit status, signals, fork. */
struct shim_options {
#include "report/base/options.def"
};
#undef OPTION_OF_shim
#undef OPTION_OF_tracker
#undef OPTION_OF_report

#define OPTION_OF_shim(type, name)
#define OPTION_OF_tracker(type, name) OPTION_MEMBER_##type(name)
#define OPTION_OF_report(type, name)
/** What is judged. */
struct tracker_options {
#include "report/base/options.def"
};
#undef OPTION_OF_shim
#undef OPTION_OF_tracker
#undef OPTION_OF_report

#define OPTION_OF_shim(type, name)
#define OPTION_OF_tracker(type, name)
#define OPTION_OF_report(type, name) OPTION_MEMBER_##type(name)
/** What is kept and printed. */
struct report_options {
#include "report/base/options.def"
};
#undef OPTION_OF_shim
#undef OPTION_OF_tracker
#undef OPTION_OF_report
#undef OPTION

#endif
