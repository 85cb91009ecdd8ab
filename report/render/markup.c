/* markup: text in XML and HTML. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/markup.h"

#include <string.h>

static const char *entity(char c) {
    switch (c) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    case '\'':
        return "&#39;";
    }
    return NULL;
}

void markup_add(struct sheet *sheet, const char *text) {
    struct sheet clean = {0};
    sheet_add(&clean, "");
    sheet_add_path(&clean, text);
    for (const char *rest = clean.data; *rest;) {
        size_t plain = strcspn(rest, "&<>\"'");
        sheet_format(sheet, "%.*s", (int)plain, rest);
        rest += plain;
        if (*rest)
            sheet_add(sheet, entity(*rest++));
    }
}

void markup_add_lines(struct sheet *sheet, const char *text) {
    struct sheet line = {0};
    for (const char *end; *text; text = end + (*end == '\n')) {
        end = text + strcspn(text, "\n");
        line.length = 0;
        sheet_format(&line, "%.*s", (int)(end - text), text);
        markup_add(sheet, line.data);
        sheet_add(sheet, *end ? "\n" : "");
    }
}

void markup_attribute(struct sheet *sheet, const char *name, const char *text) {
    sheet_format(sheet, " %s=\"", name);
    markup_add(sheet, text);
    sheet_add(sheet, "\"");
}
