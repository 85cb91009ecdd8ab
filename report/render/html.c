/* html: the report as one page that needs nothing else, and nothing from a network. Its frame is
 * report/share/page.html; what it says is there without its script, too. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/about.h"
#include "report/render/alive.h"
#include "report/render/article.h"
#include "report/render/checked.h"
#include "report/render/copies.h"
#include "report/render/drawing.h"
#include "report/render/format.h"
#include "report/render/leaks.h"
#include "report/render/markup.h"
#include "report/render/member.h"
#include "report/render/store.h"
#include "report/render/summary.h"
#include "report/render/trace.h"

#include <stdio.h>
#include <string.h>
#include <sys/random.h>

#define MOST_FINDINGS 1000
#define MOST_OF_CHECK 100 /* before those of other checks have had their turn */
#define MOST_GROUPS   500
#define MOST_NAMED    100 /* processes */

/* The files go into the program as they stand. */
#define FILE_IN(name, path)                                                                        \
    extern const char name[];                                                                      \
    __asm__(".pushsection .rodata\n.hidden " #name "\n.globl " #name "\n" #name                    \
            ":\n.incbin \"" path "\"\n.byte 0\n.popsection");
FILE_IN(html_frame, "report/share/page.html")
FILE_IN(html_style, "report/share/page.css")
FILE_IN(html_script, "report/share/page.js")

struct page {
    const struct report *report;
    char nonce[33];
};

static void nonce(const struct page *page, struct sheet *sheet) {
    sheet_add(sheet, page->nonce);
}

static void style(const struct page *page, struct sheet *sheet) {
    sheet_add(sheet, html_style);
}

static void script(const struct page *page, struct sheet *sheet) {
    sheet_add(sheet, html_script);
}

/* The command, less the folder of its program. */
static const char *command_of(const struct ran *ran) {
    const char *slash = strrchr(ran->argv[0], '/');
    struct sheet line = {0};
    sheet_add_cut(&line, slash ? slash + 1 : ran->argv[0], 80);
    for (char **word = ran->argv + 1; *word && line.length < 80; word++) {
        sheet_add(&line, " ");
        sheet_add_cut(&line, *word, 80);
    }
    return line.data;
}

static void title(const struct page *page, struct sheet *sheet) {
    const struct report *report = page->report;
    const struct tree *tree = report->tree;
    const char *name = report->ran              ? command_of(report->ran)
                       : tree->n_processes == 1 ? tree_person(tree->processes[0])
                                                : sheet_counted(tree->n_processes, "process");
    markup_add(sheet, store_format("arrowdev_check: %s", name));
}

static void number(struct sheet *sheet, const char *class, const char *value, const char *what) {
    sheet_format(sheet, "<li class=\"%s\"><b>%s</b> %s</li>\n", class, value, what);
}

static void count(struct sheet *sheet, const char *class, int64_t n, const char *what) {
    struct sheet value = {0};
    sheet_add_count(&value, n > 0 ? (uint64_t)n : 0);
    number(sheet, n > 0 ? class : "", value.data, what);
}

static void verdict(const struct page *page, struct sheet *sheet) {
    const struct verdict *verdict = page->report->verdict;
    struct leaks leaks = leaks_of(page->report->tree);
    struct sheet line = {0};
    sheet_add(sheet, "<ul class=\"numbers\">\n");
    number(sheet,
           verdict->errors                   ? "error"
           : !strcmp(verdict->word, "clean") ? "good"
                                             : "warning",
           verdict->word, "verdict");
    count(sheet, "error", verdict->errors, "errors");
    count(sheet, "warning", verdict->warnings, "warnings");
    count(sheet, "", verdict->notes, "notes");
    count(sheet, "", verdict->suppressed, "suppressed");
    count(sheet, "error", leaks.structs, "never released");
    count(sheet, "", tree_activity(page->report->tree, "structs_seen"), "structures seen");
    sheet_add(sheet, "</ul>\n<p class=\"mono faint\">");
    summary_line(page->report, &line);
    for (char *newline = line.data; (newline = strstr(newline, "\narrowdev_check:    "));)
        memset(newline, ' ', strlen("\narrowdev_check:    "));
    line.data[strcspn(line.data, "\n")] = '\0';
    markup_add(sheet, line.data + strlen("arrowdev_check: "));
    sheet_add(sheet, "</p>\n");
}

/* In print: what counts first, the severe ones before the others. */
#define N_RANKS 8
static int rank(const struct finding *finding) {
    return (finding->suppressed_by ? 4 : 0) + SEVERITY_ERROR - (int)finding->severity;
}

/* The findings that are told. */
struct choice {
    size_t n, *of_check;
    bool *chosen; /* by the tree's order */
};

static void choose_ranked(struct choice *choice, const struct tree *tree, int now, size_t most) {
    for (size_t i = 0; i < tree->n_findings && choice->n < MOST_FINDINGS; i++) {
        size_t *of = &choice->of_check[tree->findings[i]->check - catalogue_checks];
        if (rank(tree->findings[i]) != now || choice->chosen[i] || *of >= most)
            continue;
        choice->chosen[i] = true;
        ++*of;
        choice->n++;
    }
}

/* Some of each check, then others until the page is full. */
static struct choice choose(const struct tree *tree) {
    struct choice choice = {.of_check = store_new(catalogue_n_checks * sizeof *choice.of_check),
                            .chosen = store_new(tree->n_findings)};
    for (int now = 0; now < N_RANKS; now++)
        choose_ranked(&choice, tree, now, MOST_OF_CHECK);
    for (int now = 0; now < N_RANKS; now++)
        choose_ranked(&choice, tree, now, MOST_FINDINGS);
    return choice;
}

static void told(const struct tree *tree, const struct choice *choice, struct sheet *sheet) {
    bool is_first = true;
    for (int now = 0; now < N_RANKS; now++)
        for (size_t i = 0; i < tree->n_findings; i++)
            if (choice->chosen[i] && rank(tree->findings[i]) == now) {
                article_add(tree->findings[i], is_first, sheet);
                is_first = false;
            }
}

static void findings(const struct page *page, struct sheet *sheet) {
    const struct tree *tree = page->report->tree;
    struct choice choice = choose(tree);
    if (!tree->n_findings)
        sheet_add(sheet, "<p>Nothing was found.</p>\n");
    if (choice.n < tree->n_findings)
        sheet_format(sheet,
                     "<p id=\"left-out\">%zu of %s are told here, up to %d of a check first; the "
                     "table of <a href=\"#checks\">checks</a> counts all, <code>arrowdev-check "
                     "report --check=</code> or <code>--object=</code> makes a page of fewer, "
                     "<code>--format=json</code> has everything.</p>\n",
                     choice.n, sheet_counted(tree->n_findings, "finding"), MOST_OF_CHECK);
    told(tree, &choice, sheet);
}

static void cell(struct sheet *sheet, const char *begin, const char *text) {
    sheet_add(sheet, begin);
    markup_add(sheet, text);
    sheet_add(sheet, "</td>");
}

static const char *bytes_of(int64_t bytes) {
    struct sheet text = {0};
    sheet_add_bytes(&text, bytes > 0 ? (uint64_t)bytes : 0);
    return text.data;
}

static const char *age_of(const struct finding *group) {
    int64_t us = leaks_oldest_us(group);
    return us < 0        ? "-"
           : us < 100000 ? store_format("%.1f ms", (double)us / 1e3)
                         : store_format("%.1f s", (double)us / 1e6);
}

static void group(const struct finding *group, struct sheet *sheet) {
    const char *numeric = "<td class=\"number\">";
    const struct object *object =
        group->n_objects ? facts_object(group->process, group->objects[0]) : NULL;
    const char *from = object && object->producer ? object->producer : "?";
    const char *to = *group->who ? group->who : object && object->consumer ? object->consumer : "?";
    sheet_format(sheet, "<tr><td><a href=\"#finding-%lld\">%lld</a></td>", (long long)group->number,
                 (long long)group->number);
    cell(sheet, numeric, store_format("%lld", (long long)group->live));
    cell(sheet, numeric, store_format("%lld", (long long)group->made));
    cell(sheet, numeric, bytes_of(group->bytes));
    cell(sheet, numeric, bytes_of(leaks_bytes_device(group)));
    cell(sheet, numeric, age_of(group));
    sheet_add(sheet, "<td>");
    drawing_growth(group, sheet);
    cell(sheet, "</td><td>", group->trend);
    cell(sheet, "<td class=\"mono\">", !object ? "-" : object->type ? object->type : object->kind);
    cell(sheet, "<td class=\"mono\">",
         store_format("%s -> %s", trace_module(group->process, from),
                      trace_module(group->process, to)));
    sheet_add(sheet, "</tr>\n");
}

static void leaks(const struct page *page, struct sheet *sheet) {
    static const char *const heads[] = {
        "finding", "never released", "of made", "host", "device",
        "oldest",  "growth",         "trend",   "type", "made by -> last held by"};
    const struct tree *tree = page->report->tree;
    struct leaks all = leaks_of(tree);
    size_t n = 0;
    if (!all.n_groups) {
        sheet_add(sheet, "<p>All structures that were seen were released.</p>\n");
        return;
    }
    sheet_add(sheet, "<div class=\"scroll\" tabindex=\"0\"><table><thead><tr>");
    for (size_t c = 0; c < sizeof heads / sizeof *heads; c++)
        sheet_format(sheet, "<th scope=\"col\"%s>%s</th>",
                     c >= 1 && c <= 5 ? " class=\"number\"" : "", heads[c]);
    sheet_add(sheet, "</tr></thead><tbody>\n");
    for (size_t i = 0; i < tree->n_findings && n < MOST_GROUPS; i++) {
        if (!tree->findings[i]->is_group || tree->findings[i]->suppressed_by)
            continue;
        facts_begin();
        group(tree->findings[i], sheet);
        facts_end();
        n++;
    }
    sheet_add(sheet, "</tbody></table></div>\n");
    if (n < all.n_groups)
        sheet_format(sheet, "<p>and %s</p>\n", sheet_counted(all.n_groups - n, "more group"));
}

struct tally {
    size_t found[N_SEVERITIES], suppressed;
};

/* In how many processes it could see nothing, and why not in the first of them. */
static const char *state_of(const struct tree *tree, const struct check *check) {
    const char *first = NULL;
    size_t n = 0;
    for (size_t i = 0; i < tree->n_processes; i++) {
        const char *why = checked_why_not(tree->processes[i], check);
        first = first ? first : why;
        n += why != NULL;
    }
    if (!n)
        return tree->n_processes ? "checked" : "no process showed a structure";
    return tree->n_processes == 1
               ? store_format("not checked: %s", first)
               : store_format("not checked in %s: %s", sheet_counted(n, "process"), first);
}

static void checks(const struct page *page, struct sheet *sheet) {
    const struct tree *tree = page->report->tree;
    struct tally *tallies = store_new(catalogue_n_checks * sizeof *tallies);
    for (size_t i = 0; i < tree->n_findings; i++) {
        struct tally *tally = &tallies[tree->findings[i]->check - catalogue_checks];
        if (tree->findings[i]->suppressed_by)
            tally->suppressed++;
        else
            tally->found[tree->findings[i]->severity]++;
    }
    sheet_add(sheet,
              "<div class=\"scroll\" tabindex=\"0\"><table><thead><tr><th scope=\"col\">check</th>"
              "<th scope=\"col\" class=\"number\">errors</th>"
              "<th scope=\"col\" class=\"number\">warnings</th>"
              "<th scope=\"col\" class=\"number\">notes</th>"
              "<th scope=\"col\" class=\"number\">suppressed</th>"
              "<th scope=\"col\">state</th><th scope=\"col\">rule</th></tr></thead>"
              "<tbody>\n");
    for (size_t c = 0; c < catalogue_n_checks; c++) {
        const struct check *check = &catalogue_checks[c];
        const struct tally *tally = &tallies[c];
        size_t columns[] = {tally->found[SEVERITY_ERROR], tally->found[SEVERITY_WARNING],
                            tally->found[SEVERITY_NOTE], tally->suppressed};
        sheet_format(sheet, "<tr><td class=\"mono slug\">%s</td>", check->slug);
        for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
            sheet_format(
                sheet, columns[i] ? "<td class=\"number\">%zu</td>" : "<td class=\"number\"></td>",
                columns[i]);
        cell(sheet, "<td class=\"faint\">",
             columns[0] || columns[1] || columns[2] ? "found" : state_of(tree, check));
        cell(sheet, "<td>", check->says);
        sheet_add(sheet, "</tr>\n");
    }
    sheet_add(sheet, "</tbody></table></div>\n");
}

static void process(const struct process *process, struct sheet *sheet) {
    const json_t *argv = json_object_get(process->header, "argv"), *word;
    struct sheet line = {0};
    size_t i;
    sheet_add(&line, "");
    json_array_foreach(argv, i, word) sheet_format(
        &line, "%s%s", i ? " " : "", json_is_string(word) ? json_string_value(word) : "");
    cell(sheet, "<tr><td class=\"mono\">", tree_person(process));
    cell(sheet, "<td class=\"mono\">", line.data);
    cell(sheet, "<td>", verdict_ending(process));
    cell(sheet, "<td class=\"number\">",
         store_format("%.3f s", (double)member_amount(process->end, "t_us", 0) / 1e6));
    sheet_add(sheet, "</tr>\n");
}

static void listed(struct sheet *sheet, const char *heading, const json_t *list) {
    const json_t *item;
    size_t i;
    if (json_array_size(list))
        sheet_format(sheet, "<h3>%s</h3>\n<ul>\n", heading);
    json_array_foreach(list, i, item) {
        sheet_add(sheet, "<li>");
        markup_add(sheet, json_is_string(item) ? json_string_value(item) : "");
        sheet_add(sheet, "</li>\n");
    }
    if (json_array_size(list))
        sheet_add(sheet, "</ul>\n");
}

/* A table as text has it. */
static void as_text(const struct report *report, const char *heading,
                    void (*table)(const struct report *report, struct sheet *sheet),
                    struct sheet *sheet) {
    struct sheet text = {.stays = true};
    table(report, &text);
    if (!text.length)
        return;
    sheet_format(sheet, "<h3>%s</h3>\n<pre class=\"table\" tabindex=\"0\">", heading);
    markup_add_lines(sheet, text.data);
    sheet_add(sheet, "</pre>\n");
}

static void run(const struct page *page, struct sheet *sheet) {
    const struct tree *tree = page->report->tree;
    json_t *activity = about_activity(page->report);
    sheet_add(
        sheet,
        "<div class=\"scroll\" tabindex=\"0\"><table><thead><tr><th scope=\"col\">process</th>"
        "<th scope=\"col\">command</th><th scope=\"col\">end</th>"
        "<th scope=\"col\" class=\"number\">took</th></tr></thead><tbody>\n");
    for (size_t i = 0; i < tree->n_processes && i < MOST_NAMED; i++)
        process(tree->processes[i], sheet);
    sheet_add(sheet, "</tbody></table></div>\n");
    if (tree->n_processes > MOST_NAMED)
        sheet_format(sheet, "<p>and %zu more</p>\n", tree->n_processes - MOST_NAMED);
    as_text(page->report, "Alive when asked", alive_table, sheet);
    as_text(page->report, "Copies across devices", copies_table, sheet);
    listed(sheet, "What could not be seen", json_object_get(activity, "limits"));
    json_decref(activity);
    sheet_add(sheet, "<p class=\"faint\">arrowdev_check " ARROWDEV_CHECK_VERSION "</p>\n");
}

static void fill_in(const struct page *page, const char *name, size_t length, struct sheet *sheet) {
    static const struct {
        const char *name;
        void (*add)(const struct page *page, struct sheet *sheet);
    } places[] = {
        {"nonce", nonce}, {"style", style},     {"script", script},
        {"title", title}, {"verdict", verdict}, {"run", run},
        {"leaks", leaks}, {"checks", checks},   {"findings", findings},
    };
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        if (strlen(places[i].name) == length && !strncmp(name, places[i].name, length))
            places[i].add(page, sheet);
}

void html_render(const struct report *report, struct sheet *sheet) {
    struct page page = {.report = report};
    unsigned char chance[sizeof page.nonce / 2];
    /* Only ours is run, whatever a name in the report may have become. */
    if (getrandom(chance, sizeof chance, 0) != sizeof chance)
        store_fail();
    for (size_t i = 0; i < sizeof chance; i++)
        sprintf(page.nonce + 2 * i, "%02x", chance[i]);
    for (const char *text = html_frame, *place; *text;) {
        place = strstr(text, "{{");
        const char *end = place ? strstr(place, "}}") : NULL;
        if (!end)
            place = text + strlen(text);
        sheet_format(sheet, "%.*s", (int)(place - text), text);
        if (end)
            fill_in(&page, place + 2, (size_t)(end - place) - 2, sheet);
        text = end ? end + 2 : place;
    }
}
