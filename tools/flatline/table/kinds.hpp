// table/kinds.hpp: the kinds of elements and the formats of tables.
#pragma once

#include <cstdint>
#include <utility>

namespace flatline::engine::tool {

enum class TableKind : std::uint8_t {
    files,
    maps,
    vertices,
    linedefs,
    sidedefs,
    sectors,
    things,
    segs,
    subsectors,
    nodes,
    entities,
    brushes,
    findings
};

/// The words of --of.
inline constexpr std::pair<const char*, TableKind> kTableKindNames[] = {
    {"files", TableKind::files},           {"maps", TableKind::maps},
    {"vertices", TableKind::vertices},     {"linedefs", TableKind::linedefs},
    {"sidedefs", TableKind::sidedefs},     {"sectors", TableKind::sectors},
    {"things", TableKind::things},         {"segs", TableKind::segs},
    {"subsectors", TableKind::subsectors}, {"nodes", TableKind::nodes},
    {"entities", TableKind::entities},     {"brushes", TableKind::brushes},
    {"findings", TableKind::findings},
};

/// `json` is what --json stands for.
enum class TableFormat : std::uint8_t { csv, ndjson, parquet, json = ndjson };

}  // namespace flatline::engine::tool
