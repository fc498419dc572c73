/* flatline/flatline.h: the library, for programs in C99 and for whatever else calls C.
 *
 * Map bytes in, flat arrays (types.h) or findings out. No function throws, prints, aborts,
 * reads the locale or keeps state of its own. A handle or pointer may be NULL unless a comment
 * says otherwise: the function then does nothing, or returns what an empty map would give.
 *
 * Strings that come without a size end in a zero byte. Every index that an array of a map
 * holds is valid or FLATLINE_NONE. A function checks the index that you pass to it; reading an
 * array beyond its count is the host's error. Any number of threads may read one map; a loader is
 * for one at a time.
 */
#ifndef FLATLINE_FLATLINE_H
#define FLATLINE_FLATLINE_H

#include "flatline/export.h"
#include "flatline/types.h"
#include "flatline/version.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- What all calls share -------------------------------------------------------------------- */

/* The version of the library that is linked, "MAJOR.MINOR.PATCH". Static. */
FLATLINE_API const char* flatline_version(void);

/* "ok", "refused", "out-of-memory", "bad-argument", "cancelled", "field-absent", "unusable"; ""
 * for another value. Static. */
FLATLINE_API const char* flatline_status_name(flatline_status status);

/* Sets all limits to the defaults, which fit maps of up to 2 GiB of text. */
FLATLINE_API void flatline_limits_default(flatline_limits* limits);

/* Sets all limits to a preset: "default", "gzdoom", "srb2", "dsda", "woof" or "eternity". The
 * last five are what these ports accept. For another name it returns BAD_ARGUMENT and changes
 * nothing. */
FLATLINE_API flatline_status flatline_limits_preset(flatline_limits* limits, const char* name);

/* Sets the limit called `name`, such as "things" or "text-bytes", from decimal text. A map of
 * exactly the limit loads, one above it is refused by a finding that names the limit.
 * BAD_ARGUMENT, and nothing changed, for an unknown name or a value that is malformed, negative
 * or above the limit's ceiling. */
FLATLINE_API flatline_status flatline_limits_set(flatline_limits* limits, const char* name,
                                                 const char* value);

/* Reads one limit into `value`; its unit is that of flatline_limit_unit. BAD_ARGUMENT, and
 * nothing written, for an unknown name. */
FLATLINE_API flatline_status flatline_limits_get(const flatline_limits* limits, const char* name,
                                                 double* value);

/* The name and the unit of limit number `i`, counted from 0, and why it is what it is by default;
 * NULL past the last. Static. */
FLATLINE_API const char* flatline_limit_name(size_t i);
FLATLINE_API const char* flatline_limit_unit(size_t i);
FLATLINE_API const char* flatline_limit_reason(size_t i);

/* The largest value that flatline_limits_set accepts for limit number `i`; 0 past the last. */
FLATLINE_API uint64_t flatline_limit_ceiling(size_t i);

/* The name of preset number `i`, counted from 0, and what it stands for; NULL past the last.
 * Static. */
FLATLINE_API const char* flatline_limit_preset_name(size_t i);
FLATLINE_API const char* flatline_limit_preset_meaning(size_t i);

/* The work that the limit file-work allows the maps of a file of `bytes` bytes, as it is stored: of
 * a packed archive those of the archive. The loads and checks of these maps get its address.
 * `limits` NULL: the defaults. Any thread. */
FLATLINE_API flatline_work flatline_work_of_file(const flatline_limits* limits, uint64_t bytes);

/* Memory of the system with its function to free it, uninitialised or with a copy of `bytes`.
 * `data` is NULL where memory is out, and where `bytes` is NULL. */
FLATLINE_API flatline_buffer flatline_buffer_allocate(size_t size);
FLATLINE_API flatline_buffer flatline_buffer_copy(const void* bytes, size_t size);

/* Calls the buffer's `release` and empties the buffer. Does nothing for an empty one. */
FLATLINE_API void flatline_buffer_free(flatline_buffer* buffer);

/* ---- Every handle ---------------------------------------------------------------------------- */

/* Frees a handle of any kind and all that was borrowed from it. NULL is fine. */
FLATLINE_API void flatline_free(void* handle);

/* How the call that made a handle ended; BAD_ARGUMENT for NULL. */
FLATLINE_API flatline_status flatline_status_of(const void* handle);

/* The findings of the call that made a handle: the first notes up to the limit `findings`, the
 * first warnings and errors up to `finding-lines`, where an error takes the place of a warning when
 * there is no more room. How many these are goes to *count. NULL where there are none. They live
 * until the handle is freed. */
FLATLINE_API const flatline_finding* flatline_findings(const void* handle, size_t* count);

/* How many findings of a severity that call gave, kept or not; 0 for an unknown severity. */
FLATLINE_API uint64_t flatline_finding_count(const void* handle, uint8_t severity);

/* 1 where that call gave a finding of this rule (flatline_finding::rule), kept or not, else 0. */
FLATLINE_API int flatline_has_rule(const void* handle, uint16_t rule);

/* How many bytes of memory that call announced, which is an upper bound, and how many it used, both
 * without the text. Either pointer may be NULL. */
FLATLINE_API void flatline_memory(const void* handle, uint64_t* announced, uint64_t* used);

/* 1 if the load estimated its memory from the size of the text, about ten times it, and reserved
 * that as address space only. 0 if it announced each piece before it took it, as it does with a
 * host's memory, or where address space cannot be reserved. 0 for NULL. */
FLATLINE_API int32_t flatline_memory_by_size(const void* handle);

/* ---- Tables of fields ------------------------------------------------------------------------ */

/* "udmf11", "udmf099", "srb2", "zdoom", "eternity", "dsda", "woof"; "" for another value. Static.
 */
FLATLINE_API const char* flatline_dialect_name(uint8_t dialect);

/* Namespace number `i`, counted from 0; past the last one `name` is NULL. Static strings. */
FLATLINE_API flatline_namespace_row flatline_namespace(size_t i);

/* Row number `i` of a dialect's table, counted from 0; the rows of a block stand together. Past the
 * last one `name` is NULL. Static strings. */
FLATLINE_API flatline_field_row flatline_dialect_field(uint8_t dialect, size_t i);

/* The default of that row as a value of the field's kind; FLATLINE_NO_VALUE where it is unset. */
FLATLINE_API flatline_value flatline_dialect_field_default(uint8_t dialect, size_t i);

/* Number `i` of the standard fields of UDMF 1.1 that lie in the structs of types.h, in the order of
 * UDMF 1.1: all of them but `comment`, which is a column. Past the last one `name` is NULL. */
FLATLINE_API flatline_standard_field_row flatline_standard_field(size_t i);

/* The id of a field by its canonical name, in any case, in a block (FLATLINE_VERTEX ..
 * FLATLINE_THING, FLATLINE_GLOBAL); FLATLINE_NO_FIELD where no dialect has it. */
FLATLINE_API uint16_t flatline_find_field(uint8_t block, const char* name);

/* The canonical name of a field, "" for FLATLINE_NO_FIELD. Static. */
FLATLINE_API const char* flatline_field_name(uint16_t field);

/* The block of a field, FLATLINE_MAP for FLATLINE_NO_FIELD. */
FLATLINE_API uint8_t flatline_field_block(uint16_t field);

/* ---- Loading --------------------------------------------------------------------------------- */

/* Makes a loader that takes its memory from `memory`, or from the system where that is NULL.
 * Returns NULL where memory is out, or one function of `memory` is missing. Maps stay valid after
 * their loader is freed. */
FLATLINE_API flatline_loader* flatline_loader_create(const flatline_memory_hooks* memory);

/* Loads the TEXTMAP of `size` bytes at `text`, which the caller keeps unchanged until the map is
 * freed. Any bytes are safe, nothing outside them is read. `loader` and `options` may be NULL.
 * *map is set also for REFUSED, OUT_OF_MEMORY and CANCELLED: it then has the findings and empty
 * arrays, and is freed the same. It is NULL for BAD_ARGUMENT, or where there was no memory even
 * for a handle. `map` must not be NULL. Thread-safe, each thread with a loader of its own or none.
 * Source: UDMF 1.1, 0.99 and the dialects of SRB2, ZDoom, Eternity, dsda-doom and Woof. */
FLATLINE_API flatline_status flatline_load_borrowed(flatline_loader* loader, const void* text,
                                                    size_t size, const flatline_options* options,
                                                    flatline_map** map);

/* As flatline_load_borrowed, for a text that the map is to own. Where the call returns OK the map
 * owns it, and flatline_free calls its `release`. For any other status it stays the caller's,
 * who may call again with it, and who must keep it as long as a *map that was set is not freed. */
FLATLINE_API flatline_status flatline_load_owned(flatline_loader* loader, flatline_buffer text,
                                                 const flatline_options* options,
                                                 flatline_map** map);

/* An upper bound of the memory of loading this text on one thread, from one pass that counts its
 * blocks and assignments: *text gets the arrays of the text and the memory of reading it, *total
 * the same with columns and lines of sectors. Either may be NULL. Products are not among them.
 * Allocates nothing. Both are 0 for a text that is refused before it is read, and for
 * BAD_ARGUMENT. Linear in the text. Any thread. */
FLATLINE_API flatline_status flatline_memory_bound(const void* bytes, size_t size,
                                                   const flatline_options* options, uint64_t* text,
                                                   uint64_t* total);

/* Frees a map of either kind as flatline_free does, and gives its memory to the loader that made
 * it, which uses it for its next load. */
FLATLINE_API void flatline_recycle(flatline_loader* loader, void* map);

/* "udmf", "doom", "hexen", "doom3"; "" for another value. Static. */
FLATLINE_API const char* flatline_format_name(uint8_t format);

/* What the map was loaded from: FLATLINE_FORMAT_UDMF, DOOM or HEXEN; UDMF for a refused map. */
FLATLINE_API uint8_t flatline_map_format(const flatline_map* map);

/* All arrays of a map, in file order, with all indices checked. Never NULL; of a refused map all
 * counts are 0. They live until the map is freed. */
FLATLINE_API const flatline_arrays* flatline_map_arrays(const flatline_map* map);

/* The bytes of a string of this map, not terminated, without a copy; their number goes to *size.
 * `text` must come from this map. They live until the map is freed; where the text was borrowed,
 * they also need the caller's bytes. */
FLATLINE_API const char* flatline_map_text(const flatline_map* map, flatline_text text,
                                           size_t* size);

/* The bytes of texture or flat name number `id`, as flatline_map_text gives strings; "" past the
 * last name. */
FLATLINE_API const char* flatline_map_name(const flatline_map* map, uint32_t id, size_t* size);

/* Copies texture or flat name number `id` to the `size` bytes at `out`, cut to fit, and fills the
 * rest with zero bytes, at least one: for a char[9]. Returns the length of the whole name; 0 past
 * the last name. */
FLATLINE_API size_t flatline_copy_name(const flatline_map* map, uint32_t id, char* out,
                                       size_t size);

/* 1 where no slope rule gave the sector's floor or ceiling a plane, so that heightfloor and
 * heightceiling say all about them, else 0. Past the last sector it is 1. */
FLATLINE_API int32_t flatline_map_is_flat(const flatline_map* map, uint32_t sector);

/* The plane a x + b y + c z + d = 0 of a sector's floor or ceiling, in map units. Its normal
 * (a, b, c) has length 1 and points up for floors (c > 0) and down for ceilings (c < 0). Where
 * nothing slopes it, it is level at heightfloor or heightceiling; past the last sector, at 0. */
FLATLINE_API flatline_plane flatline_map_floor_plane(const flatline_map* map, uint32_t sector);
FLATLINE_API flatline_plane flatline_map_ceiling_plane(const flatline_map* map, uint32_t sector);

/* What gave a sector's floor or ceiling its plane. The kind is FLATLINE_PLANE_FLAT where nothing
 * slopes it, and past the last sector. */
FLATLINE_API flatline_plane_source flatline_map_floor_source(const flatline_map* map,
                                                             uint32_t sector);
FLATLINE_API flatline_plane_source flatline_map_ceiling_source(const flatline_map* map,
                                                               uint32_t sector);

/* The height z of a plane above the point (x, y), in map units; finite for every plane of a map and
 * every point within the limit `coordinate`. */
FLATLINE_API double flatline_z_at(const flatline_plane* plane, double x, double y);

/* The word for a flatline_plane_source::kind: "flat", "field", "vertex", "line", "thing", "copy";
 * "" for another value. Static. */
FLATLINE_API const char* flatline_plane_kind_name(uint8_t kind);

/* The bytes of the TEXTMAP as they were given to the load, of a refused map too, as
 * flatline_map_text gives strings; "" for a binary map. */
FLATLINE_API const char* flatline_map_textmap(const flatline_map* map, size_t* size);

/* The namespace in lower case, as flatline_map_text gives strings; "" where the map has none. */
FLATLINE_API const char* flatline_map_namespace(const flatline_map* map, size_t* size);

/* The namespace as the text spells it, even if options->namespace_override replaced it. "" if the
 * text has none, and for a binary map. */
FLATLINE_API const char* flatline_map_own_namespace(const flatline_map* map, size_t* size);

/* The name of the table of fields that the map was read with: "udmf11", "zdoom", ... Static. */
FLATLINE_API const char* flatline_map_dialect(const flatline_map* map);

/* The grammar that the map was read with: FLATLINE_GRAMMAR_1_1 or FLATLINE_GRAMMAR_0_99. */
FLATLINE_API int32_t flatline_map_grammar(const flatline_map* map);

/* The column of a field beyond the standard ones; NULL where no element of the map gives it.
 * It lives until the map is freed. */
FLATLINE_API const flatline_column* flatline_map_column(const flatline_map* map, uint16_t field);

/* The entry of a column that holds the value of element number `index`, or FLATLINE_NONE where that
 * element does not give the field and so has its default. Logarithmic in the column's count. */
FLATLINE_API uint32_t flatline_column_find(const flatline_column* column, uint32_t index);

/* The same, looking first near entry *from, which becomes the place for the next call; begin with
 * 0. Going through elements in order costs O(1) a call. */
FLATLINE_API uint32_t flatline_column_find_from(const flatline_column* column, uint32_t index,
                                                uint32_t* from);

/* The default of a field in this map as text, "" where it is unset. Static. */
FLATLINE_API const char* flatline_field_default(const flatline_map* map, uint16_t field);

/* The same as a value of the field's kind: FLATLINE_NO_VALUE where it is unset. */
FLATLINE_API flatline_value flatline_field_default_value(const flatline_map* map, uint16_t field);

/* Writes a field of every element, standard or not, to one member of the host's structs: entry i
 * gets the value of element i, or the field's default where the element does not give it. Where a
 * field has no default either (zfloor), the member stays as it is. A texture or flat is written as
 * its index among the names, no element (sideback) as -1, or as the highest number of a type
 * without sign. *element, where it is not NULL, becomes the first element whose value the type
 * could not hold, FLATLINE_NONE where all fit. FIELD_ABSENT, which is no error, where the map's
 * dialect lacks the field (alpha in namespace doom): every entry became to->host_default. REFUSED
 * for a value that does not fit with FLATLINE_RANGE_REFUSE; BAD_ARGUMENT for a field that is no
 * number, and for a column too short, too narrow or unknown. After these two nothing is written.
 * Linear; allocates nothing. */
FLATLINE_API flatline_status flatline_scatter(const flatline_map* map, uint16_t field,
                                              const flatline_host_column* to, uint32_t* element);

/* Writes whether elements give a field: 1 where the element does, 0 where it has its default. A
 * binary map gives all standard fields. `bits` counts; `range`, `otherwise` and `host_default` do
 * not. FIELD_ABSENT, with all 0, and BAD_ARGUMENT as in flatline_scatter, but any kind of field
 * will do. Scans the text for a standard field. */
FLATLINE_API flatline_status flatline_map_given(const flatline_map* map, uint16_t field,
                                                const flatline_host_column* to);

/* The 16.16 of the number of `size` bytes at `text`. BAD_ARGUMENT, and nothing written, where it is
 * no number, where it does not fit and the port does not wrap, or for what DIGITS does not read
 * (exponents, hexadecimal). Any thread. Source: docs/udmf.md, "Numbers as 16.16". */
FLATLINE_API flatline_status flatline_fixed_of_text(const char* text, size_t size, int32_t cut,
                                                    int32_t* out);

/* The bytes of a field's value in the TEXTMAP, strings without their quotes; "" and 0 where the
 * text does not give it. They lie in the text, without a zero byte after them. Scans the text. */
FLATLINE_API const char* flatline_map_value_text(const flatline_map* map, uint8_t element,
                                                 uint32_t index, uint16_t field, size_t* size);

/* Writes the 16.16 of `field` for every element of its kind, out[i] of element i, in one pass over
 * the text, `otherwise` where it gives none. `count` is the number of elements. BAD_ARGUMENT for
 * another count, a binary map, a refused map or NULL. Allocates nothing. */
FLATLINE_API flatline_status flatline_map_fixed(const flatline_map* map, uint16_t field,
                                                int32_t cut, int32_t otherwise, int32_t* out,
                                                size_t count);

/* The same for several fields, of elements of any kinds, in one pass over the text, each into a
 * member of the host's structs. BAD_ARGUMENT, and nothing written, as above, for a field that is no
 * number, and for a column too short or too narrow. Allocates nothing. */
FLATLINE_API flatline_status flatline_map_fixed_columns(const flatline_map* map,
                                                        const flatline_fixed_column* columns,
                                                        size_t column_count);

/* ---- Findings -------------------------------------------------------------------------------- */

/* The number of the rule with this id, FLATLINE_NO_RULE where there is none. */
FLATLINE_API uint16_t flatline_find_rule(const char* id);
#define FLATLINE_NO_RULE 0xFFFFu

/* The id of a rule (flatline_finding::rule), such as "syntax-number". Ids never change; the numbers
 * of rules may. NULL past the last rule. Static. */
FLATLINE_API const char* flatline_rule_id(uint16_t rule);

/* The severity that a rule has by itself; FLATLINE_NOTE past the last rule. */
FLATLINE_API uint8_t flatline_rule_severity(uint16_t rule);

/* 1 where the option `repair` can mend what the rule finds: number-range, the missing fields of
 * vertices, lines, sides and things, line-missing-front, line-no-sides, indices out of range. */
FLATLINE_API int flatline_rule_is_repairable(uint16_t rule);

/* What flatline_finding::a and ::b of a rule hold; FLATLINE_NUMBERS_NONE past the last rule. */
FLATLINE_API uint8_t flatline_rule_numbers(uint16_t rule);

/* FLATLINE_FIX_SAFE or UNSAFE where flatline_fix can mend what the rule finds, else NONE. */
FLATLINE_API uint8_t flatline_rule_fix(uint16_t rule);

/* The sentence of a rule, with placeholders: {text}, {field}, {key}, {part}, {game}, {cause}, {a},
 * {b}, {related}, {more}, {times}. NULL past the last rule. Static. */
FLATLINE_API const char* flatline_rule_sentence(uint16_t rule);

/* Why the rule matters, how to mend what it finds, and which programs refuse, repair or report the
 * same: a sentence each. NULL past the last rule. Static. */
FLATLINE_API const char* flatline_rule_why(uint16_t rule);
FLATLINE_API const char* flatline_rule_mend(uint16_t rule);
FLATLINE_API const char* flatline_rule_ports(uint16_t rule);

/* A finding of the host's own about a map or file as a whole, without an element or a field, with
 * the severity of its rule. All zero past the last rule or lump. */
FLATLINE_API flatline_finding flatline_make_finding(uint16_t rule, uint8_t lump, uint64_t offset,
                                                    int64_t a, int64_t b);

/* The words for flatline_finding::severity ("note", "warning", "error"), ::element ("vertex",
 * "linedef", ...) and ::lump ("TEXTMAP", "ZNODES", ...); "" for any other number. Static. */
FLATLINE_API const char* flatline_severity_name(uint8_t severity);
FLATLINE_API const char* flatline_element_name(uint8_t element);
FLATLINE_API const char* flatline_lump_name(uint8_t lump);

/* The words for what flatline_rule_fix gives: "none", "safe", "unsafe"; "" for any other number.
 * Static. */
FLATLINE_API const char* flatline_fix_name(uint8_t fix);

/* Writes the element and the sentence of a finding of `map` into `out`, cut to `capacity` with its
 * zero byte, as snprintf does. Bytes of the map that are not printable ASCII become \xHH. Returns
 * the length of the whole sentence. Allocates nothing. A copy of the finding whose `index` is
 * FLATLINE_NONE gives the sentence without its element ("linedef 7: "). */
FLATLINE_API size_t flatline_describe(const void* map, const flatline_finding* finding, char* out,
                                      size_t capacity);

/* Writes place and sentence of a finding, such as "maps.wad:MAP01 TEXTMAP line 12 column 3,
 * linedef 7: v2 is 9, but the map has 4 vertices": file and map, then lump with line and column in
 * a text and the byte elsewhere, then the element. Written and returned as flatline_describe does,
 * "" for a source without its size; `source` may be NULL. Reads the text up to the place: for
 * thousands of findings flatline_locate is quicker. */
FLATLINE_API size_t flatline_describe_at(const flatline_finding* finding,
                                         const flatline_finding_source* source, char* out,
                                         size_t capacity);

/* The line and column of byte `offset` of the TEXTMAP. Both count from 1, columns in bytes; both
 * are 0 for FLATLINE_NO_OFFSET. Lines end at '\n', or at '\r' in a text that has no '\n'. Reads the
 * text up to that byte. */
FLATLINE_API void flatline_place(const void* map, uint64_t offset, uint64_t* line,
                                 uint64_t* column);

/* Finds where `count` findings of `map` are, which is of either kind: of its load or of a check, in
 * any order. Entry i of `locations`, which has room for `count`, is of finding i. One pass over the
 * text and one over the lines. Without a map, or without memory, a location is the finding's own
 * offset. */
FLATLINE_API void flatline_locate(const void* map, const flatline_finding* findings, size_t count,
                                  flatline_location* locations);

/* The byte offset of a field's value in the block of an element, or where the element does not give
 * the field, of that block. FLATLINE_NO_OFFSET where there is no such element. Reads the text. */
FLATLINE_API uint64_t flatline_locate_field(const flatline_map* map, uint8_t element,
                                            uint32_t index, uint16_t field);

/* ---- Binary maps ----------------------------------------------------------------------------- */

/* Loads a binary map as the UDMF text that a lossless converter would write of it, read with the
 * namespace "doom" or "hexen", or with options->namespace_override. Names lie in SIDEDEFS and
 * SECTORS, which the caller keeps unchanged until the map is freed; the other lumps are not needed
 * after the call. The lumps in `options` are not looked at. Statuses, NULLs and threads are those
 * of flatline_load_borrowed. Source: docs/binary.md, "What a map becomes". */
FLATLINE_API flatline_status flatline_load_binary_borrowed(flatline_loader* loader,
                                                           const flatline_binary_lumps* lumps,
                                                           const flatline_options* options,
                                                           flatline_map** map);

/* As flatline_load_binary_borrowed, for lumps that lie in `bytes`, which the map is to own. Where
 * the call returns OK the map owns it, and flatline_free calls its `release`. For any other
 * status it stays the caller's. */
FLATLINE_API flatline_status flatline_load_binary_owned(flatline_loader* loader,
                                                        const flatline_binary_lumps* lumps,
                                                        flatline_buffer bytes,
                                                        const flatline_options* options,
                                                        flatline_map** map);

/* An upper bound of the memory of loading these lumps, as flatline_memory_bound: *text gets the
 * arrays and the table of names, *total also columns and lines of sectors. Looks at the flags of
 * lines and things once. BAD_ARGUMENT for lumps or options that no version of the headers can have
 * made. */
FLATLINE_API flatline_status flatline_memory_bound_binary(const flatline_binary_lumps* lumps,
                                                          const flatline_options* options,
                                                          uint64_t* text, uint64_t* total);

/* The records of VERTEXES (FLATLINE_VERTEX), LINEDEFS, SIDEDEFS, SECTORS or THINGS of a binary map
 * that was loaded with FLATLINE_PRODUCT_STORED_RECORDS, in the byte order of this machine. All zero
 * for another element or map. They live as long as the map and the caller's lumps. */
FLATLINE_API flatline_stored flatline_map_stored(const flatline_map* map, uint8_t element);

/* ---- Nodes, blockmap, reject, runtime tables ------------------------------------------------- */

/* Builds GL nodes for `map`, which does not change; equal maps give equal trees. `options` may be
 * NULL. REFUSED where no line has a length, where a vertex is beyond what 16.16 fixed point holds,
 * and at a limit; the findings say which. CANCELLED by `progress`. BAD_ARGUMENT where `map` or
 * `nodes` is NULL, or for bad options. *nodes is set as *map is by flatline_load_borrowed. About n
 * log n steps. Any thread. Source: docs/nodes.md, "The node builder". */
FLATLINE_API flatline_status flatline_build_nodes(const flatline_map* map,
                                                  const flatline_nodes_options* options,
                                                  flatline_built_nodes** nodes);

/* Reads the `size` bytes of a ZNODES lump for `map`, in any form, and verifies them as a load does:
 * the nodes that the map would have if they were flatline_options::znodes. The bytes are not kept.
 * REFUSED where the nodes are damaged, of another map or over a limit; the findings say why, with
 * places in the lump. BAD_ARGUMENT where `map`, `nodes` or, with a size, `bytes` is NULL, or for
 * bad options. *nodes is set as by flatline_build_nodes. Linear. Any thread. Source: docs/nodes.md.
 */
FLATLINE_API flatline_status flatline_read_nodes(const flatline_map* map, const void* bytes,
                                                 size_t size, const flatline_nodes_options* options,
                                                 flatline_built_nodes** nodes);

/* The tree, all zero where there is none. Never NULL; it lives until the nodes are freed. */
FLATLINE_API const flatline_bsp* flatline_built_nodes_bsp(const flatline_built_nodes* nodes);

/* The index of the subsector of a tree that holds the point (x, y), in map units. A point exactly
 * on a node's line counts as to its right (child 0); a point outside the map is given some
 * subsector at the map's border. FLATLINE_NONE where there is no tree. At most bsp->depth steps. */
FLATLINE_API uint32_t flatline_subsector_at(const flatline_bsp* bsp, double x, double y);

/* The number of the cell that holds the point (x, y), in map units. A point on an edge between two
 * cells is in the one to the right or above. FLATLINE_NONE outside the blockmap and for NaN. */
FLATLINE_API uint32_t flatline_cell_at(const flatline_blockmap* blockmap, double x, double y);

/* Calls `visit` once for every cell that the segment, or the box, meets, where touching an edge is
 * meeting it. A segment goes column by column from its first end to its second, a box row by row
 * from the bottom. Returns 0 where `visit` stopped the walk, else 1. Coordinates are in map units;
 * one beyond 2^32 or NaN meets no cells. A walk keeps nothing in the blockmap, so any number of
 * threads may walk one at once. */
FLATLINE_API int flatline_cells_on_segment(const flatline_blockmap* blockmap, double x1, double y1,
                                           double x2, double y2, flatline_visit_cell visit,
                                           void* context);
FLATLINE_API int flatline_cells_in_box(const flatline_blockmap* blockmap, double left,
                                       double bottom, double right, double top,
                                       flatline_visit_cell visit, void* context);

/* Sets up `marks` over `memory`: `count` entries, one for each linedef of the map, all set to 0.
 * The memory must outlive the marks. */
FLATLINE_API void flatline_line_marks_init(flatline_line_marks* marks, uint32_t* memory,
                                           size_t count);
/* For the host's own walks: flatline_line_marks_begin unmarks all lines.
 * flatline_line_marks_first marks a line; it returns 1 the first time, else 0, and 0 for a line
 * without an entry. The walks below call flatline_line_marks_begin themselves. */
FLATLINE_API void flatline_line_marks_begin(flatline_line_marks* marks);
FLATLINE_API int flatline_line_marks_first(flatline_line_marks* marks, uint32_t line);

/* Calls `visit` once for every line that is listed in a cell that the box, or the segment, meets;
 * some of the lines may not meet it themselves. Cells go in the order of flatline_cells_in_box and
 * flatline_cells_on_segment, lines in the order of their cell. Lines that have no entry in `marks`
 * are passed over. Returns 0 where `visit` stopped the walk, else 1. */
FLATLINE_API int flatline_lines_in_box(const flatline_blockmap* blockmap,
                                       flatline_line_marks* marks, double left, double bottom,
                                       double right, double top, flatline_visit_line visit,
                                       void* context);
FLATLINE_API int flatline_lines_near_segment(const flatline_blockmap* blockmap,
                                             flatline_line_marks* marks, double x1, double y1,
                                             double x2, double y2, flatline_visit_line visit,
                                             void* context);

/* 0 where the table says that nothing in sector `from` can see anything in sector `to`, else 1; so
 * 1 without a table and for sectors that it does not have. The table need not be symmetric. */
FLATLINE_API int flatline_sees(const flatline_reject* reject, uint32_t from, uint32_t to);

/* The digest of a map's lumps by which a port looks it up in its tables of compatibility: `lumps`
 * are those of the map in the order of their file, the label first. Each port takes other lumps:
 * docs/library.md, "Digests of maps". All of them use MD5; SHA-1 is that of the same bytes. Writes
 * to `out`, which has room for `size` bytes, 16 or 20. BAD_ARGUMENT for less room, for a port that
 * has no such table (zdbsp), and where a lump is missing. Linear. Any thread. */
FLATLINE_API flatline_status flatline_lumps_digest(const flatline_named_lump* lumps, size_t count,
                                                   uint8_t port, int32_t kind, uint8_t* out,
                                                   size_t size);

/* Builds `tables` (FLATLINE_RUNTIME_*, or-ed) of what ports compute after loading. REFUSED where
 * arena-bytes is too low, CANCELLED by `progress`, BAD_ARGUMENT for NULL, unknown tables or
 * options. *runtime is set as *map is by flatline_load_borrowed. Linear, but for things without
 * nodes and polyobjects (n log n). Any thread. */
FLATLINE_API flatline_status flatline_build_runtime(const flatline_map* map, uint32_t tables,
                                                    const flatline_runtime_options* options,
                                                    flatline_built_runtime** runtime);

/* The arrays; those of tables that were not asked for are null. The result is never NULL and lives
 * until the runtime is freed. */
FLATLINE_API const flatline_runtime* flatline_built_runtime_arrays(
    const flatline_built_runtime* runtime);

/* The elements that have a tag, ascending; how many goes to *count. NULL where there is none.
 * What the tags 0 and -1 find depends on the dialect: see Runtime in derived.hpp. Logarithmic in
 * the number of tags. The result lives until the runtime is freed. */
FLATLINE_API const uint32_t* flatline_find_tag(const flatline_tags* table, int32_t tag,
                                               size_t* count);

/* ---- Fields that no dialect knows ------------------------------------------------------------ */

/* Finds the fields of every element that the map's dialect does not know, user_* among them.
 * `options` may be NULL. REFUSED where arena-bytes is too low, BAD_ARGUMENT where another pointer
 * is NULL or for bad options. *fields is set as *map is by flatline_load_borrowed. Linear in
 * elements and fields, but for the names (n log n). Any thread. */
FLATLINE_API flatline_status flatline_build_user_fields(const flatline_map* map,
                                                        const flatline_user_fields_options* options,
                                                        flatline_built_user_fields** fields);

/* The arrays, all zero where no element has such a field. Never NULL; they live until the fields
 * are freed. */
FLATLINE_API const flatline_user_fields* flatline_built_user_fields_arrays(
    const flatline_built_user_fields* fields);

/* The fields of one element in the order of the text; how many goes to *count. NULL where there are
 * none. O(1). */
FLATLINE_API const flatline_user_field* flatline_user_fields_of(const flatline_user_fields* fields,
                                                                uint8_t kind, uint32_t index,
                                                                size_t* count);

/* The number of the name `name`, in any case; FLATLINE_NONE where no element has it. `map` is the
 * one of the fields. Logarithmic in the number of names. */
FLATLINE_API uint32_t flatline_find_user_name(const flatline_map* map,
                                              const flatline_user_fields* fields, const char* name);

/* The last field of that name of an element, NULL where it has none. Linear in its own fields. */
FLATLINE_API const flatline_user_field* flatline_find_user_field(const flatline_user_fields* fields,
                                                                 uint8_t kind, uint32_t index,
                                                                 uint32_t name);

/* ---- Doom 3 maps ----------------------------------------------------------------------------- */

/* Loads a Doom 3 map (.map) of `size` bytes at `text`, which the caller keeps unchanged until the
 * map is freed. Any bytes are safe, nothing outside them is read. `loader` and `options` may be
 * NULL. *map is set as by flatline_load_borrowed. Thread-safe, each thread with a loader of its own
 * or none. Source: docs/doom3.md. */
FLATLINE_API flatline_status flatline_doom3_load_borrowed(flatline_loader* loader, const void* text,
                                                          size_t size,
                                                          const flatline_doom3_options* options,
                                                          flatline_doom3_map** map);

/* As flatline_doom3_load_borrowed, for a text that the map is to own. Who owns it after each status
 * is as in flatline_load_owned. */
FLATLINE_API flatline_status flatline_doom3_load_owned(flatline_loader* loader,
                                                       flatline_buffer text,
                                                       const flatline_doom3_options* options,
                                                       flatline_doom3_map** map);

/* Status, arrays, texts and memory of a Doom 3 map, each as flatline_map_* do for other maps. */
FLATLINE_API const flatline_doom3_arrays* flatline_doom3_map_arrays(const flatline_doom3_map* map);
FLATLINE_API const char* flatline_doom3_map_text(const flatline_doom3_map* map, flatline_text text,
                                                 size_t* size);

/* The value that Doom 3 uses for a key of entity number `entity`, NULL where it has none. Keys are
 * compared without case, of several the last counts, and white space after key and value is
 * dropped. The value is not terminated; its length goes to *size. It lives until the map is freed.
 */
FLATLINE_API const char* flatline_doom3_map_value(const flatline_doom3_map* map, uint32_t entity,
                                                  const char* key, size_t* size);

/* The pair of entity number `entity` that has that value, NULL where there is none; and key and
 * value of any pair of this map without the white space after them. They live as the value does.
 */
FLATLINE_API const flatline_doom3_pair* flatline_doom3_map_find(const flatline_doom3_map* map,
                                                                uint32_t entity, const char* key);
FLATLINE_API const char* flatline_doom3_map_pair_key(const flatline_doom3_map* map,
                                                     const flatline_doom3_pair* pair, size_t* size);
FLATLINE_API const char* flatline_doom3_map_pair_value(const flatline_doom3_map* map,
                                                       const flatline_doom3_pair* pair,
                                                       size_t* size);

/* The class of an entity: the value of its key "classname", or where it has no such key, that of
 * "spawnclass"; the name of material number `id`. "" where there is none; else as
 * flatline_map_text. */
FLATLINE_API const char* flatline_doom3_map_class_name(const flatline_doom3_map* map,
                                                       uint32_t entity, size_t* size);
FLATLINE_API const char* flatline_doom3_map_material(const flatline_doom3_map* map, uint32_t id,
                                                     size_t* size);

/* The bytes of the text as they were given to the load; of a refused map too. */
FLATLINE_API const char* flatline_doom3_map_source(const flatline_doom3_map* map, size_t* size);

/* 0 where the option `partial` left out a primitive or an entity with an error in it, else 1. */
FLATLINE_API int32_t flatline_doom3_map_complete(const flatline_doom3_map* map);

/* The plane of a side in the space of its entity, whose origin is 0 there, or in the world's, in
 * map units and not normalised; a control point of a patch in the space of its entity. `brush`,
 * `patch` and `entity` are those that it belongs to. All zero where a pointer is NULL. Any thread.
 * Source: docs/doom3.md, "Spaces". */
FLATLINE_API flatline_doom3_plane flatline_doom3_local_plane(const flatline_doom3_side* side,
                                                             const flatline_doom3_brush* brush,
                                                             const flatline_doom3_entity* entity);
FLATLINE_API flatline_doom3_plane flatline_doom3_world_plane(const flatline_doom3_side* side,
                                                             const flatline_doom3_brush* brush,
                                                             const flatline_doom3_entity* entity);
FLATLINE_API flatline_doom3_point flatline_doom3_local_point(const flatline_doom3_point* point,
                                                             const flatline_doom3_patch* patch,
                                                             const flatline_doom3_entity* entity);

/* Decodes a string that was loaded with `escapes` as DarkRadiant does: \n, \t and \" become a line
 * feed, a tab and a quote, and any other backslash stays. Writes at most `size` bytes to `out`,
 * which may be `text` itself, and returns how many. Any thread. */
FLATLINE_API size_t flatline_doom3_unescape(const char* text, size_t size, char* out);

/* Builds the windings or the surfaces of `map`, which does not change. `options` may be NULL.
 * REFUSED where arena-bytes is too low, BAD_ARGUMENT where another pointer is NULL or for bad
 * options. The result is set as *map is by flatline_load_borrowed. Flags say what is wrong with a
 * brush or a patch, which is no error. Any thread. */
FLATLINE_API flatline_status flatline_doom3_build_windings(
    const flatline_doom3_map* map, const flatline_doom3_geometry_options* options,
    flatline_doom3_built_windings** windings);
FLATLINE_API flatline_status flatline_doom3_build_surfaces(
    const flatline_doom3_map* map, const flatline_doom3_geometry_options* options,
    flatline_doom3_built_surfaces** surfaces);

/* The arrays of what was built. Never NULL; they live until it is freed. */
FLATLINE_API const flatline_doom3_windings* flatline_doom3_built_windings_arrays(
    const flatline_doom3_built_windings* windings);
FLATLINE_API const flatline_doom3_surfaces* flatline_doom3_built_surfaces_arrays(
    const flatline_doom3_built_surfaces* surfaces);

/* The texture coordinates s and t of a point on a winding, in repeats of the texture (1 is its
 * whole width or height); 0 where a pointer is NULL. */
FLATLINE_API double flatline_doom3_texture_s(const flatline_doom3_winding* winding,
                                             const flatline_doom3_vector* point);
FLATLINE_API double flatline_doom3_texture_t(const flatline_doom3_winding* winding,
                                             const flatline_doom3_vector* point);

/* 1 where all control points of a patch are at one place or on one line, within 0.01 units, so that
 * it has no area; also for no points. Any thread. */
FLATLINE_API int flatline_doom3_is_degenerate_patch(const flatline_doom3_point* points,
                                                    size_t count);

/* The point of a patch's exact surface at (u, v): place, texture coordinates and unit normal. u
 * runs over all columns and v over all rows from 0 to 1; values outside are clamped. `points` are
 * `width` by `height` control points in the order that flatline_doom3_patch has. The result is all
 * zero where they are NULL or below 3 by 3. */
FLATLINE_API flatline_doom3_vertex flatline_doom3_evaluate_patch(const flatline_doom3_point* points,
                                                                 uint32_t width, uint32_t height,
                                                                 double u, double v);

/* ---- Archives -------------------------------------------------------------------------------- */

/* Opens file 0 of `source`: a WAD, a bare TEXTMAP or a Doom 3 map, detected by its content and, if
 * that says nothing, by the suffix of `name`; the stem of `name` names a bare map. Reads the
 * directory only. `options` may be NULL. REFUSED: the file is of no use as a whole, the findings
 * say why. *archive is set also for REFUSED; it is NULL for OUT_OF_MEMORY and BAD_ARGUMENT. */
FLATLINE_API flatline_status flatline_archive_from_file(const flatline_source* source,
                                                        const char* name,
                                                        const flatline_archive_options* options,
                                                        flatline_archive** archive);

/* Opens all files of `source` as one archive: every WAD and every bare map among them, in the order
 * of their paths. The first map of maps/NAME.wad is called NAME. Statuses are those of
 * flatline_archive_from_file. */
FLATLINE_API flatline_status flatline_archive_from_source(const flatline_source* source,
                                                          const flatline_archive_options* options,
                                                          flatline_archive** archive);

/* Makes an archive that stands for something that exists and cannot be used: it has no maps, and
 * `reason` as its finding. REFUSED, with *archive set; else as flatline_archive_from_file. */
FLATLINE_API flatline_status flatline_archive_unusable(const flatline_finding* reason,
                                                       flatline_archive** archive);

/* 1 where the archive as a whole cannot be used, so that opening it was REFUSED, and for NULL; else
 * 0. */
FLATLINE_API int flatline_archive_broken(const flatline_archive* archive);

/* How many maps an archive has; map number `i` of them; and lump number `lump` of map `i`, in the
 * order of its file. Past the last map or lump all members are zero and strings are empty. */
FLATLINE_API size_t flatline_archive_map_count(const flatline_archive* archive);
FLATLINE_API flatline_map_entry flatline_archive_map(const flatline_archive* archive, size_t i);
FLATLINE_API flatline_map_lump flatline_archive_lump(const flatline_archive* archive, size_t i,
                                                     uint32_t lump);

/* The index of the map called `name`, in any case; FLATLINE_NONE where there is none. */
FLATLINE_API uint32_t flatline_archive_find(const flatline_archive* archive, const char* name);

/* The index of the lump of map `i` called `name`, in any case; FLATLINE_NONE where there is none.
 * Of several the last counts, or with `first_wins` the first, as SRB2 has it. */
FLATLINE_API uint32_t flatline_archive_find_lump(const flatline_archive* archive, size_t i,
                                                 const char* name, int32_t first_wins);

/* The index of the first map that has the lumps of map `i`: the same bytes of the same file under
 * the same names. A load and a check find the same in both, so one of them is enough. `i` itself
 * where no map before it is like that; FLATLINE_NONE past the last. */
FLATLINE_API uint32_t flatline_archive_twin_of(const flatline_archive* archive, size_t i);

/* Finding `i` about the archive itself, made when it was opened; NULL past the last. The path of
 * the file and the name of the map that it is about go to *path and *map, "" where there is none;
 * both may be NULL. flatline_describe with a NULL map writes its sentence.
 * It lives until the archive is freed. */
FLATLINE_API const flatline_finding* flatline_archive_finding(const flatline_archive* archive,
                                                              size_t i, const char** path,
                                                              const char** map);

/* Loads map number `i`, which is a UDMF or binary map. Reads its TEXTMAP or the five lumps of a
 * binary map, and of nodes, BLOCKMAP and REJECT what options->products includes; they take the
 * place of the lumps in `options`. Where what the map is made of is missing or cannot be read the
 * map is refused; another lump that cannot be read gives a warning. A map of Doom 3 and one that is
 * not supported are refused by map-unsupported, an error here. Statuses are those of
 * flatline_load_borrowed; BAD_ARGUMENT past the last map. The map does not need the archive. */
FLATLINE_API flatline_status flatline_archive_load(flatline_archive* archive, size_t i,
                                                   flatline_loader* loader,
                                                   const flatline_options* options,
                                                   flatline_map** map);

/* Loads map number `i`, which is a Doom 3 map, in the same way: reads its text, and refuses a map
 * of another format. Statuses are those of flatline_doom3_load_borrowed; BAD_ARGUMENT past the last
 * map. The map does not need the archive. */
FLATLINE_API flatline_status flatline_archive_load_doom3(flatline_archive* archive, size_t i,
                                                         flatline_loader* loader,
                                                         const flatline_doom3_options* options,
                                                         flatline_doom3_map** map);

/* The bytes of a lump of map `i`, which the caller does not change and frees by
 * flatline_buffer_free: where the archive has them in memory already they may be shared instead of
 * copied. They stay until they are freed, also without the archive. REFUSED or OUT_OF_MEMORY:
 * `buffer` is empty, and the reason goes to *problem, which may be NULL. BAD_ARGUMENT past the last
 * map or lump. */
FLATLINE_API flatline_status flatline_archive_read_lump(flatline_archive* archive, size_t i,
                                                        uint32_t lump, flatline_buffer* buffer,
                                                        flatline_finding* problem);

/* Reads the whole file that holds map `i`, a WAD or the text itself, as flatline_archive_read_lump
 * reads a lump. In a WAD the directory entry of the map's first lump is at directory_of, the others
 * follow, 16 bytes each; 0 of a bare map and past the last map. */
FLATLINE_API flatline_status flatline_archive_read_file(flatline_archive* archive, size_t i,
                                                        flatline_buffer* buffer,
                                                        flatline_finding* problem);
FLATLINE_API uint64_t flatline_archive_directory_of(const flatline_archive* archive, size_t i);

/* 1 where a file of the archive's tree can be read only from its beginning, as in a PK3; 0 where
 * any part can, and for an archive of one file. */
FLATLINE_API int flatline_archive_packed(flatline_archive* archive);

/* Calls `visit` with the path and the size of each file of the archive's tree, in any order, until
 * it returns 0. The path lives until `visit` returns. REFUSED where the tree has more than `limit`
 * names, folders included; BAD_ARGUMENT for an archive of one file, and NULL. */
FLATLINE_API flatline_status flatline_archive_list(flatline_archive* archive, uint64_t limit,
                                                   int (*visit)(void* context, const char* path,
                                                                uint64_t size),
                                                   void* context);

/* Opens the file at `path` of the archive's tree, or with NULL the one file that the archive is.
 * Reads do not count towards the limits of the archive. REFUSED or OUT_OF_MEMORY: *file is NULL,
 * and the reason goes to *problem, which may be NULL. BAD_ARGUMENT where the archive has no such
 * tree or file. */
FLATLINE_API flatline_status flatline_archive_open(flatline_archive* archive, const char* path,
                                                   flatline_file** file, flatline_finding* problem);

/* The size in bytes that the file claims, 0 for NULL; it need not be true. `read_at` copies up to
 * `size` bytes from byte `offset` on to `out` and returns how many: fewer than asked for are the
 * end of the file or an error. */
FLATLINE_API uint64_t flatline_file_size(const flatline_file* file);
FLATLINE_API uint64_t flatline_file_read_at(flatline_file* file, uint64_t offset, void* out,
                                            uint64_t size);

/* 1 where the file at `path` of the archive's tree has been read to its end and does not match the
 * checksum that the tree has of it, else 0. */
FLATLINE_API int flatline_archive_is_damaged(flatline_archive* archive, const char* path);

/* ---- Resources ------------------------------------------------------------------------------- */

/* Makes an empty one. OUT_OF_MEMORY; BAD_ARGUMENT for bad options. */
FLATLINE_API flatline_status flatline_resources_new(const flatline_resources_options* options,
                                                    flatline_resources** resources);

/* Adds one name of a kind FLATLINE_TEXTURE ... FLATLINE_FILE. The size in pixels counts for
 * textures; 0 by 0 where it is not known. REFUSED over the limit resource-names, OUT_OF_MEMORY,
 * BAD_ARGUMENT. */
FLATLINE_API flatline_status flatline_resources_add(flatline_resources* resources, uint8_t kind,
                                                    const char* name, uint32_t width,
                                                    uint32_t height);

/* Adds a thing type; one that is there already takes these values. Status as above. */
FLATLINE_API flatline_status flatline_resources_add_thing_type(flatline_resources* resources,
                                                               const flatline_thing_type* type);

/* Adds all names of a WAD, or of a tree and the WADs at its root, and the thing types of their
 * DECORATE, ZScript and MAPINFO. No other function may use the archive meanwhile. REFUSED over a
 * limit, OUT_OF_MEMORY, BAD_ARGUMENT; what was added before stays. */
FLATLINE_API flatline_status flatline_resources_add_archive(flatline_resources* resources,
                                                            flatline_archive* archive);

/* Adds the thing types of a game configuration of Ultimate Doom Builder: the file at `path`, in any
 * case, of a tree. `include` is followed within the tree. REFUSED also where there is no such file;
 * wrong syntax is a finding, and what stands before it counts. */
FLATLINE_API flatline_status flatline_resources_add_game_config(flatline_resources* resources,
                                                                flatline_archive* tree,
                                                                const char* path);

/* What is not found in `resources` is looked up in `base`, which must outlive it; NULL: no more. */
FLATLINE_API void flatline_resources_set_base(flatline_resources* resources,
                                              const flatline_resources* base);

/* 1 where the name is known as one of this kind, else 0. Any thread. */
FLATLINE_API int flatline_resources_knows(const flatline_resources* resources, uint8_t kind,
                                          const char* name);

/* 1 where there is a name of this kind, so that others can be called unknown; where thing types
 * came from a configuration or one by one, not from classes alone; where classes of things were
 * read, which alone may be obsolete. Else 0. Any thread. */
FLATLINE_API int flatline_resources_has(const flatline_resources* resources, uint8_t kind);
FLATLINE_API int flatline_resources_has_thing_types(const flatline_resources* resources);
FLATLINE_API int flatline_resources_has_classes(const flatline_resources* resources);

/* The size of a texture in pixels to *width and *height, which may be NULL; 0 by 0 where there is
 * no such texture, or its size is not known. Any thread. */
FLATLINE_API void flatline_resources_texture_size(const flatline_resources* resources,
                                                  const char* name, uint32_t* width,
                                                  uint32_t* height);

/* Copies what is known of a thing type. BAD_ARGUMENT, and *out as it was, where nothing is. */
FLATLINE_API flatline_status flatline_resources_thing_type(const flatline_resources* resources,
                                                           int32_t type, flatline_thing_type* out);

/* ---- Checks ---------------------------------------------------------------------------------- */

/* The level of a rule (flatline_finding::rule) where nothing sets it; FLATLINE_RULE_OFF past the
 * last rule. */
FLATLINE_API uint8_t flatline_rule_default_level(uint16_t rule);

/* Runs the sanity rules over `map`. No load does so by itself. `options` may be NULL. OK says that
 * the check ran, whatever it found; REFUSED that arena-bytes or `work` is too low. BAD_ARGUMENT for
 * a map that was refused, bad options (a rule or level that does not exist), or NULL. *report is
 * set for OK, REFUSED and OUT_OF_MEMORY (or NULL, without memory even for a handle). Findings name
 * element and field; flatline_locate gives their places in the text and on the map. Expected time
 * is linear in the map, and bounded by the limit check-steps. Any thread. */
FLATLINE_API flatline_status flatline_check(const flatline_map* map,
                                            const flatline_check_options* options,
                                            flatline_report** report);

/* Runs the sanity rules over a Doom 3 map: over its entities and their keys, its brushes, whose
 * windings it builds, and its patches. Findings have their byte offsets already, and the option
 * `archive` is not looked at. The rest is as in flatline_check. */
FLATLINE_API flatline_status flatline_doom3_check(const flatline_doom3_map* map,
                                                  const flatline_check_options* options,
                                                  flatline_report** report);

/* What a check did with a rule (flatline_finding::rule): FLATLINE_RULE_RUN, NOT_RUN (the rule is
 * on, but the host gave no archive or resources for it) or CUT_SHORT (by the limit check-steps). */
FLATLINE_API uint8_t flatline_report_rule(const flatline_report* report, uint16_t rule);

/* ---- Verdicts -------------------------------------------------------------------------------- */

/* Judges a map, loaded or refused, for all ports: entry FLATLINE_PORT_... of `verdicts`. `options`
 * may be NULL. BAD_ARGUMENT for NULL or bad options. Linear in the map, allocates nothing. Any
 * thread. */
FLATLINE_API flatline_status flatline_judge(const flatline_map* map,
                                            const flatline_verdict_options* options,
                                            flatline_verdict verdicts[FLATLINE_PORTS]);

/* "gzdoom", ... of FLATLINE_PORT_..., and "loads", "repairs", "unknown", "undefined", "refuses";
 * "" for other numbers. Static strings, any thread. */
FLATLINE_API const char* flatline_port_name(uint8_t port);
FLATLINE_API const char* flatline_judgement_name(uint8_t judgement);

/* Row number `i` of the table, and fact number `i` about a map that is no finding, because it is
 * wrong for some port only. Past the last one `rule` or `id` is NULL. Any thread. */
FLATLINE_API flatline_verdict_row flatline_verdict_table(size_t i);
FLATLINE_API flatline_port_fact_row flatline_port_fact(size_t i);

/* ---- Differences ----------------------------------------------------------------------------- */

/* Compares two maps by content, never by index: vertices by place, lines by their ends and sides,
 * sectors by the lines around them, things by place and type. `options` may be NULL. OK says that
 * they were compared, whatever differs; REFUSED that arena-bytes is too low. BAD_ARGUMENT for a map
 * that was refused, bad options, or NULL. *diff is set as *report is by flatline_check. Both maps
 * must live until it is freed. Expected time is linear in the maps. Any thread.
 * Source: docs/diff.md. */
FLATLINE_API flatline_status flatline_diff(const flatline_map* before, const flatline_map* after,
                                           const flatline_diff_options* options,
                                           flatline_diff_result** diff);

/* The changes that make the second map of the first, and how many there are; and the fields of all
 * of them, of which flatline_change::first_field is one. By kind of element: globals, blocks,
 * sectors, lines with their sides after them, vertices, things. They live until `diff` is freed.
 */
FLATLINE_API const flatline_change* flatline_diff_changes(const flatline_diff_result* diff,
                                                          size_t* count);
FLATLINE_API const flatline_field_change* flatline_diff_fields(const flatline_diff_result* diff,
                                                               size_t* count);

/* ---- Mending --------------------------------------------------------------------------------- */

/* Mends a map that is given as its lumps, in the order of its file and without the label: a
 * TEXTMAP, which may stand alone, or the lumps of a binary map, which is in Hexen's format where
 * there is a BEHAVIOR. It loads and checks the map, mends the findings whose rules can be mended
 * (flatline_rule_fix), and does so again until nothing is left to mend. Of a text only the bytes
 * that are mended change. It makes no change that would bring a finding of another rule. Nodes,
 * BLOCKMAP and REJECT that no longer fit are made anew. `options` may be NULL. REFUSED where the
 * map is, or at a limit; OUT_OF_MEMORY; CANCELLED by the progress of `load`. BAD_ARGUMENT for bad
 * options or NULL. *fixed is set as *map is by flatline_load_borrowed. Any thread. Source:
 * docs/fix.md. */
FLATLINE_API flatline_status flatline_fix(const flatline_named_lump* lumps, size_t count,
                                          const flatline_fix_options* options,
                                          flatline_fixed** fixed);

/* All lumps as they are then, as many and with the names that were given; what did not change is
 * the caller's bytes. And what was mended, then what was left although it was asked for. They live
 * until `fixed` is freed. */
FLATLINE_API const flatline_named_lump* flatline_fixed_lumps(const flatline_fixed* fixed,
                                                             size_t* count);
FLATLINE_API const flatline_fix_row* flatline_fixed_rows(const flatline_fixed* fixed,
                                                         size_t* count);

/* 1 where some lump has other bytes than before, else 0. */
FLATLINE_API int flatline_fixed_changed(const flatline_fixed* fixed);

/* ---- Writing --------------------------------------------------------------------------------- */

/* How many bytes the sinks took; after any status but OK they are of no use. */
FLATLINE_API uint64_t flatline_written_bytes(const flatline_written* written);

/* Writes a map as a UDMF 1.1 text that loads as the same map: the same elements, columns, unknown
 * fields and blocks. `options` and `written` may be NULL; else *written is to be freed, whatever
 * the status. A map of UDMF 0.99 is written as 0.99 only where it has keys that 1.1 does not take,
 * and REFUSED where then nothing can say so. Translated it is another map, of the namespace zdoom;
 * REFUSED where a number has no equivalent (convert-untranslated), and for a map that has none of
 * these games' numbers (map-unsupported). CANCELLED where the sink returns 0. BAD_ARGUMENT where
 * `map` or `sink` is NULL or an option unknown. 100 KB of the stack, no other memory. Any thread.
 * Source: docs/writer.md, "Text", "Translation". */
FLATLINE_API flatline_status flatline_write_textmap(const flatline_map* map,
                                                    const flatline_sink* sink,
                                                    const flatline_textmap_options* options,
                                                    flatline_written** written);

/* Writes a map as the five lumps of a binary map. `options` and `written` may be NULL. Read
 * with the map's namespace they are the same map, except for vertices after the last one that a
 * line names. REFUSED, and nothing written, where a field would be lost: each is a finding of
 * convert-loss. With `lossy` each kind is a warning, and only an index that does not fit refuses
 * the map. The rest is as in flatline_write_textmap.
 * Source: docs/writer.md, "Binary lumps". */
FLATLINE_API flatline_status flatline_write_binary(const flatline_map* map,
                                                   const flatline_binary_sinks* sinks,
                                                   const flatline_binary_options* options,
                                                   flatline_written** written);

/* Makes all lumps of a map in a format: a text with ZNODES and ENDMAP, or binary ones with nodes,
 * BLOCKMAP and what else the format has. `options` may be NULL. REFUSED where the format cannot
 * hold something (convert-loss, convert-lump-loss), but for `lossy`, and at a limit; OUT_OF_MEMORY;
 * CANCELLED by `progress`. BAD_ARGUMENT where `map` or `lumps` is NULL, or for bad options. *lumps
 * is set as *map is by flatline_load_borrowed. Source: docs/writer.md, "Lumps of a map". */
FLATLINE_API flatline_status flatline_make_map_lumps(const flatline_map* map,
                                                     const flatline_map_lumps_options* options,
                                                     flatline_map_lumps** lumps);

/* The lumps and how many there are. They live until `lumps` is freed. */
FLATLINE_API const flatline_named_lump* flatline_map_lumps_get(const flatline_map_lumps* lumps,
                                                               size_t* count);

/* Writes a PWAD of these lumps. REFUSED where it would be longer than 4 GiB; the rest is as in
 * flatline_write_textmap. Source: docs/writer.md, "WAD files". */
FLATLINE_API flatline_status flatline_write_wad(const flatline_named_lump* lumps, size_t count,
                                                const flatline_sink* sink,
                                                flatline_written** written);

/* Writes the WAD that holds map number `i` of an archive with `lumps` in the place of the map's
 * own; all else is the same bytes in the same order. Of a bare TEXTMAP a new WAD is written,
 * with the label MAP01. REFUSED where the file cannot be read or is damaged; the whole file is held
 * in memory. BAD_ARGUMENT where there is no such map. `sink` must not be the file that is read. */
FLATLINE_API flatline_status flatline_archive_write_wad(flatline_archive* archive, size_t i,
                                                        const flatline_named_lump* lumps,
                                                        size_t count, const flatline_sink* sink,
                                                        flatline_written** written);

/* The same of `count` maps in one WAD, in any order, each of which may get a new name.
 * BAD_ARGUMENT, too, where two of them are one map or lie in several files, where one of several is
 * a bare TEXTMAP, and for a bad label. Each but the last takes the length of the file once more, of
 * memory and of time. */
FLATLINE_API flatline_status flatline_archive_write_maps(flatline_archive* archive,
                                                         const flatline_written_map* maps,
                                                         size_t count, const flatline_sink* sink,
                                                         flatline_written** written);

/* ---- Baked maps ------------------------------------------------------------------------------ */

/* The key of a load: equal keys give the same map. It depends on `format` (FLATLINE_FORMAT_UDMF,
 * DOOM or HEXEN), on the names and bytes of the lumps
 * that the load reads, in this order and at most 16 (TEXTMAP alone, or those of a binary map), on
 * the lumps in `options`, on the options that change the result, and on the versions of the format
 * and of the library. Writes FLATLINE_BAKE_KEY_BYTES to `key`. `options` may be NULL. UNUSABLE
 * where the library was built without xxhash.h. BAD_ARGUMENT where `key`, or a lump or its name, is
 * NULL. Linear, about as fast as memory is read. Any thread. Source: docs/baked.md. */
FLATLINE_API flatline_status flatline_bake_key(uint8_t format, const flatline_named_lump* lumps,
                                               size_t count, const flatline_options* options,
                                               uint8_t* key);

/* Writes a loaded map with all that it holds as one flat file: arrays, columns, unknown fields,
 * names, nodes, blockmap, reject, planes, stored records, the findings of the load, and the runtime
 * tables of `options`. The TEXTMAP is no part of it. `options` may be NULL. CANCELLED where the
 * sink returns 0; UNUSABLE for strings of more than 4 GiB, for runtime tables of other nodes than
 * the map's, and where the library was built without xxhash.h. BAD_ARGUMENT where `map` or `sink`
 * is NULL, and for a map that was refused. Passes over the map twice; 40 KB of the stack, no other
 * memory. Any thread. Source: docs/baked.md. */
FLATLINE_API flatline_status flatline_map_bake(const flatline_map* map, const flatline_sink* sink,
                                               const flatline_bake_options* options);

/* The map that was baked, over `size` bytes that begin at a multiple of 8 and that the caller keeps
 * unchanged until the map is freed: in memory, or mapped from a file that nobody changes. Any bytes
 * are safe: the checksum is compared, and each offset, count, index and number is looked at as
 * after a load. The findings are those of the load. `options` may be NULL. UNUSABLE where the bytes
 * are no baked map, damaged, of another version of the library, of a machine with another byte
 * order or size of pointers, of another key or text, or over a limit: load the map, and bake it
 * again. *map is NULL then and for BAD_ARGUMENT. OUT_OF_MEMORY as in flatline_load_borrowed.
 * Linear; memory only for the columns, and a little to verify with (docs/baked.md). Any
 * thread. */
FLATLINE_API flatline_status flatline_map_open_baked(const void* bytes, size_t size,
                                                     const flatline_baked_options* options,
                                                     flatline_map** map);

/* The runtime tables that were baked with a map; they live as long as it does. NULL where there are
 * none. */
FLATLINE_API const flatline_runtime* flatline_map_baked_runtime(const flatline_map* map);

/* The same three for Doom 3 maps. The file has the text, too. */
FLATLINE_API flatline_status flatline_doom3_bake_key(const void* text, size_t size,
                                                     const flatline_doom3_options* options,
                                                     uint8_t* key);
FLATLINE_API flatline_status flatline_doom3_map_bake(const flatline_doom3_map* map,
                                                     const flatline_sink* sink,
                                                     const flatline_bake_options* options);
FLATLINE_API flatline_status flatline_doom3_map_open_baked(const void* bytes, size_t size,
                                                           const flatline_baked_options* options,
                                                           flatline_doom3_map** map);

#ifdef __cplusplus
}
#endif

#endif /* FLATLINE_FLATLINE_H */
