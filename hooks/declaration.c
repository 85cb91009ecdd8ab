/* declaration: reads one line, word by word; the first word that does not fit is the error. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "hooks/declaration.h"

#include "report/base/memory.h"
#include "report/base/nearest.h"
#include "report/base/text.h"

/* Registers of the ABI that carry integer and pointer arguments. */
#define MOST_ARGUMENTS 6

struct reader {
    const char *begin, *at, *end;
    struct declaration *declaration;
    struct declaration_error *error;
    unsigned n_clauses;
};

struct word {
    const char *at;
    size_t length;
};

static const char *const roles[] = {"gives", "gives!", "takes", "peeks", "closes"};
static const enum call_verb role_verbs[] = {CALL_GIVES, CALL_GIVES, CALL_TAKES, CALL_PEEKS,
                                            CALL_CLOSES};
/* In the order of enum object_kind. */
static const char *const kinds[] = {"array",        "schema",        "stream",
                                    "device_array", "device_stream", "async_handler"};
_Static_assert(LENGTH(kinds) == KIND_ASYNC_TASK, "a word for each kind but tasks");

static void add_quoted(struct text *text, const char *at, size_t length) {
    text_add(text, "'");
    text_add_bytes(text, at, length);
    text_add(text, "'");
}

/* The error at a word: what was expected, what stands there, what it may have been meant to be. */
static bool expected(struct reader *reader, struct word word, const char *what,
                     const char *const *words, size_t n_words) {
    struct text text = text_begin(reader->error->what, sizeof(reader->error->what));
    char copy[32] = "";
    reader->error->column = (unsigned)(word.at - reader->begin) + 1;
    text_add(&text, "expected ");
    text_add(&text, what);
    if (word.length == 0) {
        text_add(&text, ", found the end of the line");
        return false;
    }
    text_add(&text, ", found ");
    add_quoted(&text, word.at, word.length);
    if (word.length < sizeof(copy))
        memcpy(copy, word.at, word.length);
    const char *near = n_words ? nearest_of(copy, words, n_words) : NULL;
    if (near) {
        text_add(&text, "; did you mean ");
        add_quoted(&text, near, strlen(near));
        text_add(&text, "?");
    }
    return false;
}

static bool wrong(struct reader *reader, struct word word, const char *what) {
    struct text text = text_begin(reader->error->what, sizeof(reader->error->what));
    reader->error->column = (unsigned)(word.at - reader->begin) + 1;
    text_add(&text, what);
    return false;
}

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

static void skip_blanks(struct reader *reader) {
    while (reader->at < reader->end && is_blank(*reader->at))
        reader->at++;
}

static bool is_delimiter(char c) {
    return is_blank(c) || c == ':' || c == '(' || c == ')' || c == ',';
}

/* The next word or the next single delimiter; length 0 at the end. */
static struct word peek_word(struct reader *reader) {
    skip_blanks(reader);
    struct word word = {reader->at, 0};
    while (word.at + word.length < reader->end && !is_delimiter(word.at[word.length]))
        word.length++;
    if (word.length == 0 && word.at < reader->end)
        word.length = 1;
    return word;
}

static struct word next_word(struct reader *reader) {
    struct word word = peek_word(reader);
    reader->at = word.at + word.length;
    return word;
}

static bool is_word(struct word word, const char *text) {
    return word.length == strlen(text) && memcmp(word.at, text, word.length) == 0;
}

static bool take(struct reader *reader, const char *text, const char *what) {
    struct word word = next_word(reader);
    return is_word(word, text) || expected(reader, word, what, NULL, 0);
}

static bool take_if(struct reader *reader, const char *text) {
    bool is_it = is_word(peek_word(reader), text);
    if (is_it)
        next_word(reader);
    return is_it;
}

static int index_of(struct word word, const char *const *words, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (is_word(word, words[i]))
            return (int)i;
    return -1;
}

/* 1 to 6; 0: something else. */
static uint8_t argument_of(struct word word) {
    bool is_number = word.length == 1 && *word.at >= '1' && *word.at <= '0' + MOST_ARGUMENTS;
    return is_number ? (uint8_t)(*word.at - '0') : 0;
}

static bool read_name(struct reader *reader, const char **name, struct word word,
                      const char *what) {
    if (word.length == 0 || is_delimiter(*word.at))
        return expected(reader, word, what, NULL, 0);
    *name = memory_copy_string(word.at, word.length);
    return *name || wrong(reader, word, "no memory is left for it");
}

static bool read_function(struct reader *reader) {
    struct declaration *declaration = reader->declaration;
    struct word word = next_word(reader);
    if (!is_word(peek_word(reader), ":"))
        return read_name(reader, &declaration->function, word, "the name of a function");
    next_word(reader);
    return read_name(reader, &declaration->module, word, "the file name of a module") &&
           read_name(reader, &declaration->function, next_word(reader), "the name of a function");
}

static bool read_kind(struct reader *reader, struct call_clause *clause) {
    static const char what[] =
        "a kind (array, schema, stream, device_array, device_stream, async_handler)";
    struct word word = next_word(reader);
    if (word.length > 0 && *word.at == '*') {
        clause->indirect = true;
        word = word.length > 1 ? (struct word){word.at + 1, word.length - 1} : next_word(reader);
    }
    int kind = index_of(word, kinds, LENGTH(kinds));
    if (kind < 0)
        return expected(reader, word, what, kinds, LENGTH(kinds));
    clause->kind = (enum object_kind)kind;
    return true;
}

/* from:1 or of:1, for all that this role gives. */
static bool read_handle(struct reader *reader, struct word word, struct call_clause *model) {
    model->bond = is_word(word, "of") ? BOND_ALL : BOND_USE;
    if (model->verb != CALL_GIVES)
        return wrong(reader, word, "only what is given comes from a handle");
    if (!take(reader, ":", "':' and the argument with the handle"))
        return false;
    struct word argument = next_word(reader);
    model->handle = argument_of(argument);
    return model->handle || expected(reader, argument, "an argument (1 to 6)", NULL, 0);
}

static bool add_clause(struct reader *reader, struct word word, const struct call_clause *clause) {
    if (reader->n_clauses == CALL_MAX_CLAUSES)
        return wrong(reader, word, "a function can hand over 8 structures at most");
    reader->declaration->form.clauses[reader->n_clauses++] = *clause;
    return true;
}

static bool read_item(struct reader *reader, struct call_clause *model) {
    struct word word = next_word(reader);
    struct call_clause clause = *model;
    if (is_word(word, "from") || is_word(word, "of"))
        return read_handle(reader, word, model);
    clause.argument = argument_of(word);
    if (is_word(word, "ret") && model->verb == CALL_GIVES) {
        clause.argument = CALL_RESULT;
        clause.always = true;
    }
    if (!clause.argument)
        return expected(reader, word,
                        model->verb == CALL_GIVES ? "an argument (1 to 6, or ret), from or of"
                                                  : "an argument (1 to 6)",
                        NULL, 0);
    if (model->verb != CALL_CLOSES &&
        (!take(reader, ":", "':' and a kind") || !read_kind(reader, &clause)))
        return false;
    return add_clause(reader, word, &clause);
}

static bool read_role(struct reader *reader) {
    struct word word = next_word(reader);
    int role = index_of(word, roles, LENGTH(roles));
    if (role < 0)
        return expected(reader, word, "a role (gives, gives!, takes, peeks, closes)", roles,
                        LENGTH(roles));
    struct call_clause model = {.verb = role_verbs[role],
                                .always = role_verbs[role] != CALL_GIVES || role == 1};
    unsigned first = reader->n_clauses;
    if (!take(reader, "(", "'('"))
        return false;
    do {
        if (!read_item(reader, &model))
            return false;
    } while (take_if(reader, ","));
    if (!take(reader, ")", "',' or ')'"))
        return false;
    if (reader->n_clauses == first)
        return wrong(reader, word, "names no structure");
    /* from: and of: may stand behind what they speak of. */
    for (unsigned i = first; i < reader->n_clauses; i++) {
        reader->declaration->form.clauses[i].handle = model.handle;
        reader->declaration->form.clauses[i].bond = model.bond;
    }
    return true;
}

/* A void function leaves nothing to test: only a plain `gives` looks at the result. */
static enum call_success success_of(const struct call_form *form) {
    for (unsigned i = 0; i < CALL_MAX_CLAUSES; i++)
        if (form->clauses[i].verb == CALL_GIVES && !form->clauses[i].always)
            return SUCCESS_ZERO;
    return SUCCESS_ALWAYS;
}

bool declaration_read(const char *line, size_t length, struct declaration *declaration,
                      struct declaration_error *error) {
    const char *comment = memchr(line, '#', length);
    struct reader reader = {line, line, comment ? comment : line + length, declaration, error, 0};
    *declaration = (struct declaration){0};
    if (peek_word(&reader).length == 0)
        return true;
    if (!read_function(&reader))
        return false;
    do {
        if (!read_role(&reader))
            return false;
    } while (peek_word(&reader).length > 0);
    declaration->form.success = success_of(&declaration->form);
    return true;
}
