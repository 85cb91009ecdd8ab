/* locus: places as SARIF has them. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/locus.h"

#include "report/render/sheet.h"
#include "report/render/store.h"
#include "report/render/value.h"

#include <ctype.h>
#include <string.h>

static void add_encoded(struct sheet *uri, const char *path) {
    for (; *path; path++)
        if (isalnum((unsigned char)*path) || strchr("/-._~", *path))
            sheet_format(uri, "%c", *path);
        else
            sheet_format(uri, "%%%02X", (unsigned char)*path);
}

json_t *locus_artifact(const char *path) {
    struct sheet uri = {0};
    sheet_add(&uri, *path == '/' ? "file://" : "");
    add_encoded(&uri, path);
    if (*path == '/')
        return json_pack("{s:s}", "uri", uri.data);
    return json_pack("{s:s, s:s}", "uri", uri.data, "uriBaseId", LOCUS_BASE);
}

const char *locus_folder(const char *path) {
    struct sheet uri = {0};
    size_t length = strlen(path);
    sheet_add(&uri, "file://");
    add_encoded(&uri, path);
    sheet_add(&uri, length && path[length - 1] == '/' ? "" : "/");
    return uri.data;
}

/* {0} is a placeholder, [a](1) a link (SARIF 3.11.5, 3.11.6). */
json_t *locus_message(const char *text) {
    struct sheet escaped = {0};
    sheet_add(&escaped, "");
    for (; *text; text++)
        if (strchr("{}", *text))
            sheet_format(&escaped, "%c%c", *text, *text);
        else if (*text == '[' && strstr(text, "]("))
            sheet_add(&escaped, "\\[");
        else
            sheet_format(&escaped, "%c", *text);
    return json_pack("{s:o}", "text", value_text(escaped.data));
}

static json_t *physical(const struct spot *spot) {
    if (spot->file) {
        json_t *json = json_pack("{s:o}", "artifactLocation", locus_artifact(spot->file));
        if (spot->line > 0)
            json_object_set_new(json, "region", json_pack("{s:i}", "startLine", spot->line));
        if (spot->line > 0 && spot->column > 0)
            json_object_set_new(json_object_get(json, "region"), "startColumn",
                                json_integer(spot->column));
        return json;
    }
    if (!spot->module)
        return NULL;
    return json_pack("{s:o, s:{s:I, s:s}}", "artifactLocation", locus_artifact(spot->module->path),
                     "address", "relativeAddress", (json_int_t)spot->offset, "kind", "instruction");
}

json_t *locus_of(const struct spot *spot, const char *message) {
    json_t *json = json_object(), *place = spot ? physical(spot) : NULL;
    if (place)
        json_object_set_new(json, "physicalLocation", place);
    if (spot && spot->function)
        json_object_set_new(json, "logicalLocations",
                            json_pack("[{s:o, s:s}]", "fullyQualifiedName",
                                      value_text(spot->function), "kind", "function"));
    if (message)
        json_object_set_new(json, "message", locus_message(message));
    return json;
}
