/* explain: the command `arrowdev-check explain`: a check's page, or the list of all. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/command.h"

#include "report/render/catalogue.h"
#include "report/render/sheet.h"

#include <stdio.h>
#include <string.h>

static int list_all(void) {
    static const char hang[] = "                                                     ";
    struct sheet sheet = {0};
    const char *group = "";
    for (size_t i = 0; i < catalogue_n_checks; i++) {
        const struct check *check = &catalogue_checks[i];
        if (strcmp(group, check->group))
            sheet_format(&sheet, "%s%s\n", i ? "\n" : "", check->group);
        group = check->group;
        sheet_format(&sheet, "  %-28s %-8s %-11s  ", check->slug,
                     catalogue_severity_name(check->severity), check->blame);
        sheet_wrap(&sheet, check->says, hang);
        sheet_add(&sheet, "\n");
    }
    fputs(sheet.data, stdout);
    return 0;
}

static int misspelt(const char *slug) {
    const char *nearest = catalogue_nearest(slug);
    char complaint[256];
    if (nearest)
        snprintf(complaint, sizeof complaint, "unknown check \"%.64s\", did you mean %s?", slug,
                 nearest);
    else
        snprintf(complaint, sizeof complaint,
                 "unknown check \"%.64s\"; arrowdev-check explain lists them", slug);
    return command_misused(complaint);
}

int explain_command(int argc, char **argv) {
    if (argc > 0 && !strcmp(argv[0], "--help"))
        return command_help("explain", NULL);
    if (argc > 1)
        return command_misused("explain takes one check");
    if (argc == 0)
        return list_all();
    const struct check *check = catalogue_find(argv[0]);
    if (!check)
        return misspelt(argv[0]);
    fputs(check->page, stdout);
    return 0;
}
