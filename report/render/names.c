/* names: function, file and line of a module's offset. One Dwfl a module, at bias 0, so that a
 * recorded offset is an address of its file. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/names.h"

#include "report/render/demangle.h"
#include "report/render/store.h"
#include "report/render/symbols.h"

#include <dwarf.h>
#include <elfutils/libdwfl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* A module's file once it was asked for; the look-ups are a hash table. */
struct image {
    enum symbol_kind kind;
    Dwfl_Module *dwfl;
    struct symbols *symbols; /* NULL until a look-up needs them */
    struct lookup *lookups;
};

struct lookup {
    uint64_t address;
    struct names names;
    UT_hash_handle hh;
};

#define MOST_INLINED 64
#define MOST_NESTED  200

static bool is_disabled;

void names_enable(bool enable) {
    is_disabled = !enable;
}

static bool has_build_id(Dwfl_Module *dwfl, const char *wanted) {
    const unsigned char *bits;
    GElf_Addr address;
    int length = dwfl_module_build_id(dwfl, &bits, &address);
    if (length <= 0 || !*wanted)
        return length <= 0 && !*wanted;
    char text[2 * 64 + 1] = "";
    for (int i = 0; i < length && i < 64; i++)
        snprintf(text + 2 * i, 3, "%02x", bits[i]);
    return !strcmp(text, wanted);
}

/* .dynsym alone serves the linker: it lacks every function that is not exported. */
static int n_dynamic_symbols(Elf *elf) {
    GElf_Shdr header;
    for (Elf_Scn *section = NULL; (section = elf_nextscn(elf, section));)
        if (gelf_getshdr(section, &header) && header.sh_type == SHT_DYNSYM && header.sh_entsize)
            return (int)(header.sh_size / header.sh_entsize);
    return 0;
}

static enum symbol_kind best_symbols(Dwfl_Module *dwfl) {
    Dwarf_Addr bias;
    if (dwfl_module_getdwarf(dwfl, &bias))
        return SYMBOLS_DWARF;
    int n = dwfl_module_getsymtab(dwfl);
    if (n <= 1)
        return SYMBOLS_NONE;
    return n > n_dynamic_symbols(dwfl_module_getelf(dwfl, &bias)) ? SYMBOLS_SYMTAB : SYMBOLS_DYNSYM;
}

static void open_image(struct image *image, const struct module *module) {
    static const Dwfl_Callbacks callbacks = {
        .find_elf = dwfl_build_id_find_elf,
        .find_debuginfo = dwfl_standard_find_debuginfo,
        .section_address = dwfl_offline_section_address,
    };
    if (is_disabled || access(module->path, R_OK))
        return;
    Dwfl *dwfl = dwfl_begin(&callbacks);
    if (!dwfl)
        store_fail();
    dwfl_report_begin(dwfl);
    Dwfl_Module *found = dwfl_report_elf(dwfl, module->name, module->path, -1, 0, true);
    dwfl_report_end(dwfl, NULL, NULL);
    GElf_Addr bias;
    if (!found || !dwfl_module_getelf(found, &bias) || !has_build_id(found, module->build_id))
        return;
    image->dwfl = found;
    image->kind = best_symbols(found);
}

static struct image *image_of(const struct module *module) {
    if (!module->image) {
        struct image *image = store_new(sizeof *image);
        image->kind = SYMBOLS_NONE;
        open_image(image, module);
        ((struct module *)module)->image = image;
    }
    return module->image;
}

/* The compilation unit of an address. Compilers other than gcc leave out .debug_aranges, which the
 * first look-up needs: beside units of gcc it then answers with the one before. */
static Dwarf_Die *unit_of(Dwfl_Module *dwfl, Dwarf_Addr address, Dwarf_Addr *bias) {
    Dwarf_Die *unit = dwfl_module_addrdie(dwfl, address, bias);
    if (unit && dwarf_haspc(unit, address - *bias) == 1)
        return unit;
    unit = NULL;
    while ((unit = dwfl_module_nextcu(dwfl, unit, bias)))
        if (dwarf_haspc(unit, address - *bias) == 1)
            return unit;
    return NULL;
}

static bool is_function(Dwarf_Die *die) {
    int tag = dwarf_tag(die);
    return tag == DW_TAG_subprogram || tag == DW_TAG_inlined_subroutine ||
           tag == DW_TAG_entry_point;
}

static const char *function_name(Dwarf_Die *die) {
    Dwarf_Attribute attribute;
    const char *name = NULL;
    if (dwarf_attr_integrate(die, DW_AT_linkage_name, &attribute) ||
        dwarf_attr_integrate(die, DW_AT_MIPS_linkage_name, &attribute))
        name = dwarf_formstring(&attribute);
    if (!name)
        name = dwarf_diename(die);
    return name ? demangle_function(name) : NULL;
}

static const char *file_path(Dwarf_Die *unit, const char *file) {
    Dwarf_Attribute attribute;
    const char *folder = NULL;
    if (!file || *file == '/')
        return store_string(file);
    if (dwarf_attr(unit, DW_AT_comp_dir, &attribute))
        folder = dwarf_formstring(&attribute);
    if (!folder)
        return store_string(file);
    return store_format("%s/%s", folder, file);
}

static int number_of(Dwarf_Die *die, unsigned attribute_name) {
    Dwarf_Attribute attribute;
    Dwarf_Word number = 0;
    if (dwarf_attr(die, attribute_name, &attribute))
        dwarf_formudata(&attribute, &number);
    return (int)number;
}

/* Where an inlined function was called: the place of the name after it. */
static void call_site(Dwarf_Die *unit, Dwarf_Die *inlined, struct name *name) {
    Dwarf_Files *files;
    size_t n_files;
    int file = number_of(inlined, DW_AT_call_file);
    if (!dwarf_getsrcfiles(unit, &files, &n_files) && file > 0 && (size_t)file < n_files)
        name->file = file_path(unit, dwarf_filesrc(files, (size_t)file, NULL, NULL));
    name->line = number_of(inlined, DW_AT_call_line);
    name->column = number_of(inlined, DW_AT_call_column);
}

static void source_line(Dwarf_Die *unit, Dwarf_Addr address, struct name *name) {
    Dwarf_Line *line = dwarf_getsrc_die(unit, address);
    if (!line)
        return;
    name->file = file_path(unit, dwarf_linesrc(line, NULL, NULL));
    dwarf_lineno(line, &name->line);
    dwarf_linecol(line, &name->column);
}

/* The functions around an address, outermost first. */
struct chain {
    Dwarf_Addr address;
    bool looks_everywhere;
    size_t n;
    Dwarf_Die functions[MOST_INLINED];
};

/* What has no addresses of its own but may hold functions. libdw's dwarf_getscopes() leaves these
 * out, and with them nearly every function of Rust. */
static bool is_holder(Dwarf_Die *die, const struct chain *chain) {
    int tag = dwarf_tag(die);
    return tag == DW_TAG_namespace || tag == DW_TAG_module || tag == DW_TAG_structure_type ||
           tag == DW_TAG_class_type || chain->looks_everywhere;
}

static bool find_functions(Dwarf_Die *parent, struct chain *chain, unsigned depth) {
    Dwarf_Die die;
    if (depth > MOST_NESTED || dwarf_child(parent, &die))
        return false;
    do {
        bool is_around = dwarf_haspc(&die, chain->address) == 1;
        if (is_around && is_function(&die) && chain->n < MOST_INLINED)
            chain->functions[chain->n++] = die;
        bool is_inside =
            (is_around || is_holder(&die, chain)) && find_functions(&die, chain, depth + 1);
        if (is_around || is_inside)
            return true;
    } while (!dwarf_siblingof(&die, &die));
    return false;
}

static void find_chain(Dwarf_Die *unit, Dwarf_Addr address, struct chain *chain) {
    *chain = (struct chain){.address = address};
    if (!find_functions(unit, chain, 0)) {
        chain->looks_everywhere = true; /* a function within a function */
        find_functions(unit, chain, 0);
    }
}

static struct names from_dwarf(Dwfl_Module *dwfl, uint64_t address) {
    struct name *list = NULL;
    struct names names = {0};
    Dwarf_Addr bias = 0;
    Dwarf_Die *unit = unit_of(dwfl, address, &bias);
    if (!unit)
        return names;
    struct chain chain;
    find_chain(unit, address - bias, &chain);
    struct name place = {0};
    source_line(unit, address - bias, &place);
    for (size_t i = chain.n; i-- > 0;) {
        Dwarf_Die *function = &chain.functions[i];
        place.function = function_name(function);
        place.is_inlined = i > 0 && dwarf_tag(function) == DW_TAG_inlined_subroutine;
        STORE_ADD(list, names.n) = place;
        if (!place.is_inlined)
            break;
        place = (struct name){0};
        call_site(unit, function, &place);
    }
    if (!names.n && place.file)
        STORE_ADD(list, names.n) = place;
    names.list = list;
    return names;
}

static const char *symbol_name(struct image *image, uint64_t address) {
    if (!image->symbols)
        image->symbols = symbols_new(image->dwfl);
    const char *name = symbols_find(image->symbols, address);
    return name ? demangle_function(name) : NULL;
}

/* The function itself, not what was inlined where it begins. */
static Dwarf_Die *own_function(struct chain *chain) {
    for (size_t i = chain->n; i-- > 0;)
        if (dwarf_tag(&chain->functions[i]) != DW_TAG_inlined_subroutine)
            return &chain->functions[i];
    return NULL;
}

static const char *first_parameter(Dwarf_Die *function) {
    Dwarf_Die die;
    if (dwarf_child(function, &die))
        return NULL;
    do {
        Dwarf_Attribute artificial; /* a this pointer */
        if (dwarf_tag(&die) == DW_TAG_formal_parameter &&
            !dwarf_attr_integrate(&die, DW_AT_artificial, &artificial)) {
            const char *name = dwarf_diename(&die);
            return name ? store_string(name) : NULL;
        }
    } while (!dwarf_siblingof(&die, &die));
    return NULL;
}

/* Made up by the compiler it has no place of its own: then that of its first instruction. */
static struct name definition(Dwfl_Module *dwfl, uint64_t address) {
    struct name name = {0};
    Dwarf_Addr bias = 0;
    Dwarf_Die *unit = unit_of(dwfl, address, &bias);
    if (!unit)
        return name;
    struct chain chain;
    find_chain(unit, address - bias, &chain);
    Dwarf_Die *function = own_function(&chain);
    if (!function)
        return name;
    name.function = function_name(function);
    name.first = first_parameter(function);
    if (dwarf_decl_line(function, &name.line) == 0) {
        name.file = file_path(unit, dwarf_decl_file(function));
        dwarf_decl_column(function, &name.column);
    } else {
        source_line(unit, address - bias, &name);
    }
    return name;
}

struct name names_definition(const struct module *module, uint64_t offset) {
    bool before = store_keep_begin();
    struct image *image = module ? image_of(module) : NULL;
    struct name name = {0};
    if (image && image->dwfl)
        name = definition(image->dwfl, offset);
    if (image && image->dwfl && !name.function)
        name.function = symbol_name(image, offset);
    store_keep_end(before);
    return name;
}

static struct names look_up(struct image *image, uint64_t address) {
    struct names names = from_dwarf(image->dwfl, address);
    if (!names.n) {
        names.list = store_new(sizeof *names.list);
        names.n = 1;
    }
    struct name *last = (struct name *)&names.list[names.n - 1];
    if (!last->function)
        last->function = symbol_name(image, address);
    return names;
}

/* What was looked up once stays known. */
static struct names find(const struct module *module, uint64_t offset, bool exact) {
    static const struct name unknown;
    static const struct names none = {1, &unknown};
    struct image *image = module ? image_of(module) : NULL;
    if (!image || !image->dwfl)
        return none;
    uint64_t address = exact || !offset ? offset : offset - 1;
    struct lookup *lookup;
    HASH_FIND(hh, image->lookups, &address, sizeof address, lookup);
    if (!lookup) {
        lookup = store_new(sizeof *lookup);
        lookup->address = address;
        lookup->names = look_up(image, address);
        HASH_ADD(hh, image->lookups, address, sizeof lookup->address, lookup);
    }
    return lookup->names;
}

struct names names_find(const struct module *module, uint64_t offset, bool exact) {
    bool before = store_keep_begin();
    struct names names = find(module, offset, exact);
    store_keep_end(before);
    return names;
}

enum symbol_kind names_symbols(const struct module *module) {
    return module->image ? module->image->kind : SYMBOLS_NOT_OPENED;
}
