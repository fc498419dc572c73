// flatline/map.hpp: loading a TEXTMAP or binary lumps, and the map: flat arrays, indices checked.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "flatline/flatline.h"
#include "flatline/host.hpp"
#include "flatline/result.hpp"

namespace flatline {

// ---- Fields ------------------------------------------------------------------------------------

/// The number of a field of a block, the same in every dialect; flatline_find_field gives it.
using FieldId = std::uint16_t;

/// All namespaces that the loader knows. Static data, any thread.
inline Items<flatline_namespace_row> namespace_rows() noexcept {
    return detail::table<flatline_namespace_row>(
        [](const void*, std::size_t, std::size_t i) noexcept { return flatline_namespace(i); },
        &flatline_namespace_row::name);
}

/// The fields that a dialect (FLATLINE_DIALECT_*) has beyond the standard ones, those of a block
/// together. Static data, any thread.
inline Items<flatline_field_row> field_rows(std::uint8_t dialect) noexcept {
    return detail::table<flatline_field_row>(
        [](const void*, std::size_t of, std::size_t i) noexcept {
            return flatline_dialect_field(static_cast<std::uint8_t>(of), i);
        },
        &flatline_field_row::name, dialect);
}

/// The standard fields of UDMF 1.1 that are members of the structs of types.h: all but `comment`,
/// which is a column. Static data, any thread.
inline Items<flatline_standard_field_row> standard_fields() noexcept {
    return detail::table<flatline_standard_field_row>(
        [](const void*, std::size_t, std::size_t i) noexcept { return flatline_standard_field(i); },
        &flatline_standard_field_row::name);
}

/// Finds entries of one column, best for elements in order: a step to an element near the last one
/// costs O(1). The column must outlive this. One thread at a time.
class ColumnCursor {
public:
    /// Null is a column without entries, as Map::column gives for a field that nobody uses.
    explicit ColumnCursor(const flatline_column* column, std::uint32_t from = 0) noexcept
        : column_(column), at_(from) {}

    /// The entry with the value of element number `index`; FLATLINE_NONE where that element does
    /// not give the field and so has its default.
    std::uint32_t find(std::uint32_t index) noexcept {
        return flatline_column_find_from(column_, index, &at_);
    }
    /// Where the last find ended, for another cursor to go on from.
    std::uint32_t place() const noexcept { return at_; }

private:
    const flatline_column* column_;
    std::uint32_t at_;
};

// ---- The map -----------------------------------------------------------------------------------

/// One loaded map. Elements stand in file order, coordinates and heights are in map units. It never
/// changes, so any number of threads may read it at once. Views and texts live as long as the Map;
/// where the text was borrowed, texts also need the caller's bytes. Move-only; a default-made one
/// and a refused one have no elements.
class Map : public detail::Loaded<flatline_map> {
public:
    using Loaded::Loaded;

    View<flatline_vertex> vertices() const noexcept FLATLINE_LIFETIMEBOUND {
        return {arrays().vertices, arrays().vertex_count};
    }
    View<flatline_linedef> linedefs() const noexcept FLATLINE_LIFETIMEBOUND {
        return {arrays().linedefs, arrays().linedef_count};
    }
    View<flatline_sidedef> sidedefs() const noexcept FLATLINE_LIFETIMEBOUND {
        return {arrays().sidedefs, arrays().sidedef_count};
    }
    View<flatline_sector> sectors() const noexcept FLATLINE_LIFETIMEBOUND {
        return {arrays().sectors, arrays().sector_count};
    }
    View<flatline_thing> things() const noexcept FLATLINE_LIFETIMEBOUND {
        return {arrays().things, arrays().thing_count};
    }

    /// Texture and flat names, each spelling once, in the order of their first use. Name 0 is "-".
    View<flatline_text> names() const noexcept FLATLINE_LIFETIMEBOUND {
        return {arrays().names, arrays().name_count};
    }
    /// The spelling of one name; "" past the last.
    std::string_view name(std::uint32_t id) const noexcept FLATLINE_LIFETIMEBOUND {
        return detail::sized([&](auto* size) { return flatline_map_name(raw(), id, size); });
    }
    /// The bytes of a string of this map, without a copy.
    std::string_view text(flatline_text t) const noexcept FLATLINE_LIFETIMEBOUND {
        return detail::sized([&](auto* size) { return flatline_map_text(raw(), t, size); });
    }

    /// Copies a name for a host's char[9], and fills the rest of it with zero bytes.
    template <std::size_t Size>
    void copy_name(std::uint32_t id, char (&out)[Size]) const noexcept {
        flatline_copy_name(raw(), id, out, Size);
    }

    /// The records of a lump of a binary map, loaded with FLATLINE_PRODUCT_STORED_RECORDS, by their
    /// struct: stored<flatline_doom_linedef>(FLATLINE_LINEDEF). Empty for a struct of another size,
    /// so that of the two of LINEDEFS and of THINGS one is empty. Valid as long as the lumps, too.
    template <class Record>
    View<Record> stored(std::uint8_t element) const noexcept FLATLINE_LIFETIMEBOUND {
        const flatline_stored all = flatline_map_stored(raw(), element);
        if (all.record_bytes != sizeof(Record)) return {};
        return {static_cast<const Record*>(all.records), all.count};
    }

    /// One column for each field beyond the standard ones that some element gives, by FieldId.
    View<flatline_column> columns() const noexcept FLATLINE_LIFETIMEBOUND {
        return {arrays().columns, arrays().column_count};
    }
    /// The column of a field, by id or by block (FLATLINE_VERTEX .. FLATLINE_THING) and name in any
    /// case. Null where no element gives the field. Logarithmic in the number of columns.
    const flatline_column* column(FieldId field) const noexcept FLATLINE_LIFETIMEBOUND {
        return flatline_map_column(raw(), field);
    }
    const flatline_column* column(std::uint8_t block,
                                  const char* name) const noexcept FLATLINE_LIFETIMEBOUND {
        return column(flatline_find_field(block, name));
    }
    /// The integers of all columns of kind FLATLINE_IDS, whose entries are ranges of this array.
    View<std::int32_t> ids() const noexcept FLATLINE_LIFETIMEBOUND {
        return {arrays().ids, arrays().id_count};
    }
    /// Fields and blocks that the dialect does not know, in file order. The contents of an unknown
    /// block follow it.
    View<flatline_unknown> unknowns() const noexcept FLATLINE_LIFETIMEBOUND {
        return {arrays().unknowns, arrays().unknown_count};
    }

    /// The linedefs with a side in a sector, ascending, each once. Precondition, here and for
    /// planes: `sector` is below sectors().size(). O(1).
    View<std::uint32_t> sector_lines(std::uint32_t sector) const noexcept FLATLINE_LIFETIMEBOUND {
        const std::uint32_t first = arrays().sector_line_rows[sector];
        return {arrays().sector_lines + first, arrays().sector_line_rows[sector + 1] - first};
    }

    /// Whether nothing slopes the sector: heightfloor and heightceiling say all about it.
    bool is_flat(std::uint32_t sector) const noexcept {
        return arrays().sectors[sector].planes == 0;
    }
    /// The plane of a sector's floor or ceiling: the normal (a, b, c) has length 1 and points into
    /// the sector. flatline_z_at gives a height. Source: docs/slopes.md, "Order of steps".
    flatline_plane floor_plane(std::uint32_t sector) const noexcept {
        return is_flat(sector) ? flatline_plane{0, 0, 1, 0.0 - sectors()[sector].heightfloor}
                               : flatline_map_floor_plane(raw(), sector);
    }
    flatline_plane ceiling_plane(std::uint32_t sector) const noexcept {
        return is_flat(sector) ? flatline_plane{0, 0, -1, sectors()[sector].heightceiling + 0.0}
                               : flatline_map_ceiling_plane(raw(), sector);
    }
    /// What gave a floor or ceiling its plane; FLATLINE_PLANE_FLAT where nothing slopes it.
    flatline_plane_source floor_source(std::uint32_t sector) const noexcept {
        return flatline_map_floor_source(raw(), sector);
    }
    flatline_plane_source ceiling_source(std::uint32_t sector) const noexcept {
        return flatline_map_ceiling_source(raw(), sector);
    }
    /// The planes of all that slopes, in order of sectors, a floor before its ceiling, and for each
    /// what gave it.
    View<flatline_plane> planes() const noexcept FLATLINE_LIFETIMEBOUND {
        return {arrays().planes, arrays().plane_count};
    }
    View<flatline_plane_source> plane_sources() const noexcept FLATLINE_LIFETIMEBOUND {
        return {arrays().plane_sources, arrays().plane_count};
    }

    /// The verified tree, stored or built; all zero where there is none. See derived.hpp for this
    /// and the next two.
    const flatline_bsp& nodes() const noexcept FLATLINE_LIFETIMEBOUND { return arrays().nodes; }
    /// Which lines are in which cell; without columns where it was not asked for.
    const flatline_blockmap& blockmap() const noexcept FLATLINE_LIFETIMEBOUND {
        return arrays().blockmap;
    }
    /// Which sectors cannot see each other; null bits where there is no usable table.
    const flatline_reject& reject() const noexcept FLATLINE_LIFETIMEBOUND {
        return arrays().reject;
    }

    /// FLATLINE_FORMAT_UDMF, DOOM or HEXEN.
    std::uint8_t format() const noexcept { return flatline_map_format(raw()); }
    /// The bytes of the TEXTMAP as given to the load, of a refused map too; "" for a binary map.
    std::string_view textmap() const noexcept FLATLINE_LIFETIMEBOUND {
        return detail::sized([&](auto* size) { return flatline_map_textmap(raw(), size); });
    }
    /// The namespace in lower case; "" where neither the text nor the options say one.
    std::string_view map_namespace() const noexcept FLATLINE_LIFETIMEBOUND {
        return detail::sized([&](auto* size) { return flatline_map_namespace(raw(), size); });
    }
    /// What the text itself says, spelled as there, also beside an override; "" where it says none.
    std::string_view own_namespace() const noexcept FLATLINE_LIFETIMEBOUND {
        return detail::sized([&](auto* size) { return flatline_map_own_namespace(raw(), size); });
    }
    /// The table of fields that the map was read with, "zdoom", and the grammar:
    /// FLATLINE_GRAMMAR_1_1 or FLATLINE_GRAMMAR_0_99.
    std::string_view dialect() const noexcept FLATLINE_LIFETIMEBOUND {
        return flatline_map_dialect(raw());
    }
    std::int32_t grammar() const noexcept { return flatline_map_grammar(raw()); }
    /// What a field has in elements that do not give it, as text and as a value of its kind; "" and
    /// FLATLINE_NO_VALUE where it is unset there. Static.
    std::string_view field_default(FieldId field) const noexcept FLATLINE_LIFETIMEBOUND {
        return flatline_field_default(raw(), field);
    }
    flatline_value default_value(FieldId field) const noexcept {
        return flatline_field_default_value(raw(), field);
    }

    /// The bytes of a field's value in the TEXTMAP, strings without quotes; "" where the text does
    /// not give it. Scans the text.
    std::string_view value_text(std::uint8_t element, std::uint32_t index,
                                FieldId field) const noexcept FLATLINE_LIFETIMEBOUND {
        return detail::sized([&](auto* size) {
            return flatline_map_value_text(raw(), element, index, field, size);
        });
    }
    /// The byte offset of that value, or of the element's block where the element does not give it;
    /// FLATLINE_NO_OFFSET for no such element. Scans the text.
    std::uint64_t locate(std::uint8_t element, std::uint32_t index, FieldId field) const noexcept {
        return flatline_locate_field(raw(), element, index, field);
    }
    /// Where each finding of this map is, of its load or of a check, in the text and on the map:
    /// one pass over the text and one over the lines.
    std::vector<flatline_location> locate(View<flatline_finding> findings) const {
        std::vector<flatline_location> locations(findings.size());
        flatline_locate(raw(), findings.data(), findings.size(), locations.data());
        return locations;
    }
};

// ---- Loading -----------------------------------------------------------------------------------

/// How to load. Zero is the default of every member.
struct LoadOptions : detail::Options<flatline_options> {
    /// Adds FLATLINE_PRODUCT_* to the products that are asked for; without any these are the
    /// default set, which setting `products` itself replaces.
    LoadOptions& add_products(std::uint32_t more) noexcept FLATLINE_LIFETIMEBOUND {
        products = (products != 0 ? products : std::uint32_t{FLATLINE_PRODUCT_DEFAULT}) | more;
        return *this;
    }
    /// Repairs findings of these rules only, such as "line-missing-front". The array has to last
    /// until the load.
    LoadOptions& repair_only(View<const char*> rules) noexcept FLATLINE_LIFETIMEBOUND {
        repair = FLATLINE_REPAIR_LISTED;
        extras.repair_rules = rules.data();
        extras.repair_rule_count = rules.size();
        return *this;
    }
};

/// The lumps of a binary map. Those that are empty are not there.
using BinaryLumps = detail::Options<flatline_binary_lumps>;

namespace detail {

inline Result<Map> load_map(flatline_loader* loader, Text&& text,
                            const LoadOptions& options) noexcept {
    return load<Map>(
        std::move(text),
        [&](Bytes bytes, flatline_map** map) noexcept {
            return flatline_load_borrowed(loader, bytes.data(), bytes.size(), &options, map);
        },
        [&](const flatline_buffer& bytes, flatline_map** map) noexcept {
            return flatline_load_owned(loader, bytes, &options, map);
        });
}

inline Result<Map> load_lumps(flatline_loader* loader, const BinaryLumps& lumps, Text&& bytes,
                              const LoadOptions& options) noexcept {
    return load<Map>(
        std::move(bytes),
        [&](Bytes, flatline_map** map) noexcept {
            return flatline_load_binary_borrowed(loader, &lumps, &options, map);
        },
        [&](const flatline_buffer& owned, flatline_map** map) noexcept {
            return flatline_load_binary_owned(loader, &lumps, owned, &options, map);
        });
}

}  // namespace detail

/// Loads a TEXTMAP. Any bytes are safe: nothing is read outside them, and no padding is needed.
/// Errors: refused, out_of_memory, cancelled, and bad_argument for bad options. Findings of a
/// refused map have their places in the text, those of a loaded one get theirs from Map::locate.
/// Any thread. Source: UDMF 1.1, UDMF 0.99 and the dialects of docs/udmf.md.
inline Result<Map> load(Text text, const LoadOptions& options = {}) noexcept {
    return detail::load_map(nullptr, std::move(text), options);
}
inline Result<Map> load(const void* text, std::size_t size,
                        const LoadOptions& options = {}) noexcept {
    return detail::load_map(nullptr, Text(text, size), options);
}

/// Loads a binary map as the UDMF text that a lossless converter would write of it. Names lie in
/// SIDEDEFS and SECTORS, which the caller keeps, unchanged, as long as the map, or the map owns as
/// `bytes`; the other lumps are not needed after the call. The rest is as in load.
/// Source: docs/binary.md, "What a map becomes".
inline Result<Map> load_binary(const BinaryLumps& lumps, const LoadOptions& options = {}) noexcept {
    return detail::load_lumps(nullptr, lumps, Text(nullptr, 0), options);
}
inline Result<Map> load_binary(const BinaryLumps& lumps, Buffer bytes,
                               const LoadOptions& options = {}) noexcept {
    return detail::load_lumps(nullptr, lumps, Text(std::move(bytes)), options);
}

/// Bytes that a load will take at most, known before it: the arrays of the text and the working
/// memory of reading it; and the same with columns and lines of sectors, without products.
struct MemoryBound {
    std::uint64_t text = 0, total = 0;
};
/// An upper bound of the memory of loading this on one thread, from one pass that counts. Nothing
/// is allocated. 0 for a text that is refused before it is read. Any thread.
inline Result<MemoryBound> memory_bound(Bytes text, const LoadOptions& options = {}) noexcept {
    MemoryBound bound;
    const flatline_status ended =
        flatline_memory_bound(text.data(), text.size(), &options, &bound.text, &bound.total);
    return {detail::status(ended), bound};
}
inline Result<MemoryBound> memory_bound(const BinaryLumps& lumps,
                                        const LoadOptions& options = {}) noexcept {
    MemoryBound bound;
    const flatline_status ended =
        flatline_memory_bound_binary(&lumps, &options, &bound.text, &bound.total);
    return {detail::status(ended), bound};
}

class Doom3Map;
struct Doom3Options;

/// Loads many maps and keeps its working memory between them. Maps may outlive it. One thread at a
/// time. Move-only.
class Loader : public detail::Handle<flatline_loader> {
public:
    /// Takes memory from the system.
    Loader() noexcept : Handle(flatline_loader_create(nullptr)) {}
    /// Takes memory from `memory`, which outlives the Loader and all its maps; the hooks of the
    /// options are not used.
    explicit Loader(const flatline_memory_hooks& memory) noexcept
        : Handle(flatline_loader_create(&memory)), memory_(memory) {}

    /// As the functions of these names.
    Result<Map> load(Text text, const LoadOptions& options = {}) noexcept {
        return detail::load_map(raw(), std::move(text), own(options));
    }
    Result<Map> load(const void* text, std::size_t size, const LoadOptions& options = {}) noexcept {
        return detail::load_map(raw(), Text(text, size), own(options));
    }
    Result<Map> load_binary(const BinaryLumps& lumps, const LoadOptions& options = {}) noexcept {
        return detail::load_lumps(raw(), lumps, Text(nullptr, 0), own(options));
    }
    Result<Map> load_binary(const BinaryLumps& lumps, Buffer bytes,
                            const LoadOptions& options = {}) noexcept {
        return detail::load_lumps(raw(), lumps, Text(std::move(bytes)), own(options));
    }
    Result<Doom3Map> load_doom3(Text text) noexcept;
    Result<Doom3Map> load_doom3(Text text, const Doom3Options& options) noexcept;

    /// Takes the memory of a map of either kind that this made, for the next load.
    template <class AnyMap>
    void recycle(AnyMap&& map) noexcept {
        static_assert(!std::is_reference_v<AnyMap>, "move the map in");
        flatline_recycle(raw(), map.release());
    }

    /// Options with the memory of this, for a load that there was no memory to make a handle for.
    template <class LoadOptionsOf>
    LoadOptionsOf own(LoadOptionsOf options) const noexcept {
        options.memory = memory_;
        return options;
    }

private:
    flatline_memory_hooks memory_{};
};

}  // namespace flatline
