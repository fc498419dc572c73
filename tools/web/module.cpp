// What the npm package calls besides the program's main: it opens a file, loads its maps, and says
// where in memory their arrays lie. Everything else the package asks of the program's commands.
// Answers are JSON on standard output, which the package takes.
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "builtin.hpp"
#include "commands.hpp"
#include "document.hpp"
#include "json.hpp"
#include "report/doom3_info.hpp"
#include "report/json_lines.hpp"
#include "report/map_info.hpp"
#include "session.hpp"

namespace flatline::engine::tool {

// It asks the processor, which WebAssembly does not show.
int run_bench(Console& console) {
    console.complain("there is no bench in WebAssembly");
    return kExitUsage;
}

namespace {

constexpr std::size_t kAnswerBuffer = 1u << 16;

/// A file that the package keeps open.
struct OpenFile {
    Arguments args;
    Document document;
    Loader loader;
    std::vector<std::optional<Session>> sessions;  ///< by map, of those that are loaded
};

std::uint32_t address_of(const void* pointer) {
    return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(pointer));
}

/// A member of a struct, as the package reads it: [name, kind, offset, bit].
void write_member(JsonWriter& json, std::string_view name, const char* kind, std::size_t offset,
                  std::uint32_t bit = 0) {
    json.begin_array();
    json.string(name);
    json.string(kind);
    json.natural(offset);
    json.natural(bit);
    json.end_array();
}

template <class Element>
void begin_table(JsonWriter& json, const char* name, const Element* elements, std::uint64_t count) {
    json.key(name);
    json.begin_object();
    json.member("at", address_of(elements));
    json.member("count", count);
    json.member("stride", sizeof(Element));
    json.key("members");
    json.begin_array();
}

void end_table(JsonWriter& json) {
    json.end_array();
    json.end_object();
}

template <class Element>
void write_elements(JsonWriter& json, const char* name, std::uint8_t block,
                    View<Element> elements) {
    begin_table(json, name, elements.data(), elements.size());
    for (const StandardField& field : standard_fields()) {
        if (field.block != block) continue;
        const char* const kind = field.bit != 0                ? "flag"
                                 : field.is_name               ? "name"
                                 : field.is_index              ? "index"
                                 : field.kind == FLATLINE_REAL ? "real"
                                                               : "integer";
        write_member(json, field.name, kind, field.offset, field.bit);
    }
    end_table(json);
}

struct PlainMember {
    const char* name;
    const char* kind;
    std::size_t offset;
};

template <class Element, std::size_t N>
void write_plain(JsonWriter& json, const char* name, const Element* elements, std::uint64_t count,
                 const PlainMember (&members)[N]) {
    begin_table(json, name, elements, count);
    for (const PlainMember& m : members) write_member(json, m.name, m.kind, m.offset);
    end_table(json);
}

constexpr std::size_t box_edge(std::size_t child, std::size_t edge) {
    return offsetof(flatline_node, bbox) + (child * 4 + edge) * sizeof(double);
}

constexpr PlainMember kVertexMembers[] = {{"x", "real", offsetof(flatline_vertex, x)},
                                          {"y", "real", offsetof(flatline_vertex, y)}};
constexpr PlainMember kSegMembers[] = {{"v1", "index", offsetof(flatline_seg, v1)},
                                       {"v2", "index", offsetof(flatline_seg, v2)},
                                       {"partner", "index", offsetof(flatline_seg, partner)},
                                       {"linedef", "index", offsetof(flatline_seg, linedef)},
                                       {"side", "index", offsetof(flatline_seg, side)}};
constexpr PlainMember kSubsectorMembers[] = {
    {"sector", "index", offsetof(flatline_subsector, sector)},
    {"first", "index", offsetof(flatline_subsector, first)},
    {"count", "index", offsetof(flatline_subsector, count)}};
// The children as `dump` and `table` have them: -1 - k is subsector k.
constexpr PlainMember kNodeMembers[] = {
    {"x", "real", offsetof(flatline_node, x)},
    {"y", "real", offsetof(flatline_node, y)},
    {"dx", "real", offsetof(flatline_node, dx)},
    {"dy", "real", offsetof(flatline_node, dy)},
    {"right", "child", offsetof(flatline_node, children)},
    {"left", "child", offsetof(flatline_node, children) + sizeof(std::uint32_t)},
    {"right_top", "real", box_edge(0, 0)},
    {"right_bottom", "real", box_edge(0, 1)},
    {"right_left", "real", box_edge(0, 2)},
    {"right_right", "real", box_edge(0, 3)},
    {"left_top", "real", box_edge(1, 0)},
    {"left_bottom", "real", box_edge(1, 1)},
    {"left_left", "real", box_edge(1, 2)},
    {"left_right", "real", box_edge(1, 3)}};

void write_nodes(JsonWriter& json, const Map& map) {
    const flatline_bsp& bsp = map.nodes();
    json.key("nodes");
    if (bsp.subsector_count == 0) return json.null();
    json.begin_object();
    json.member("format", static_cast<const char*>(bsp.format));
    json.member("originalVertices", bsp.original_vertices);
    write_plain(json, "newVertices", bsp.vertices, bsp.vertex_count, kVertexMembers);
    write_plain(json, "segs", bsp.segs, bsp.seg_count, kSegMembers);
    write_plain(json, "subsectors", bsp.subsectors, bsp.subsector_count, kSubsectorMembers);
    write_plain(json, "nodes", bsp.nodes, bsp.node_count, kNodeMembers);
    json.end_object();
}

/// The strings of a column, or its lists of integers. There are as many as elements give the field.
void write_texts(JsonWriter& json, const Map& map, const flatline_column& column) {
    json.key("list");
    json.begin_array();
    for (std::uint32_t i = 0; i < column.count; ++i) {
        if (column.kind == FLATLINE_STRING) {
            json.string(map.text(column.values.texts[i]));
            continue;
        }
        const flatline_text range = column.values.ids[i];
        json.begin_array();
        for (std::uint32_t id = 0; id < range.size; ++id) {
            json.integer(map.ids()[range.offset + id]);
        }
        json.end_array();
    }
    json.end_array();
}

void write_default(JsonWriter& json, const Map& map, const flatline_column& column) {
    const flatline_value value = map.default_value(column.field);
    json.key("default");
    switch (value.kind) {
        case FLATLINE_INTEGER:
            return json.integer(value.integer);
        case FLATLINE_REAL:
            return json.real(value.real);
        case FLATLINE_BOOLEAN:
            return json.boolean(value.boolean != 0);
        case FLATLINE_STRING:
            return json.string({value.string, static_cast<std::size_t>(value.size)});
        default:
            return json.null();
    }
}

/// The fields beyond the standard ones that the map gives.
void write_columns(JsonWriter& json, const Map& map) {
    constexpr const char* kKinds[] = {"integer", "real", "boolean", "string", "ids"};
    json.key("columns");
    json.begin_array();
    for (const flatline_column& column : map.columns()) {
        json.begin_object();
        json.member("element", column.element);
        json.member("name", field_name(column.field));
        json.member("kind", kKinds[column.kind]);
        json.member("count", column.count);
        json.member("elements", address_of(column.elements));
        json.member("values", address_of(column.values.integers));
        write_default(json, map, column);
        if (column.kind == FLATLINE_STRING || column.kind == FLATLINE_IDS) {
            write_texts(json, map, column);
        }
        json.end_object();
    }
    json.end_array();
}

void write_lines_of_sectors(JsonWriter& json, const flatline_arrays& arrays) {
    json.key("sectorLines");
    json.begin_object();
    json.member("rows", address_of(arrays.sector_line_rows));
    json.member("lines", address_of(arrays.sector_lines));
    json.member("count", arrays.sector_line_count);
    json.end_object();
}

void write_arrays(JsonWriter& json, const Map& map) {
    write_elements(json, "vertices", FLATLINE_VERTEX, map.vertices());
    write_elements(json, "linedefs", FLATLINE_LINEDEF, map.linedefs());
    write_elements(json, "sidedefs", FLATLINE_SIDEDEF, map.sidedefs());
    write_elements(json, "sectors", FLATLINE_SECTOR, map.sectors());
    write_elements(json, "things", FLATLINE_THING, map.things());
    json.key("names");
    json.begin_array();
    for (const flatline_text name : map.names()) json.string(map.text(name));
    json.end_array();
    write_columns(json, map);
    write_lines_of_sectors(json, map.arrays());
    write_nodes(json, map);
}

void write_map(JsonWriter& json, const Session& session) {
    const Map& map = session.result.value;
    const bool loaded = session.status == MapStatus::ok;
    json.begin_object();
    json.member("status", loaded                                     ? "ok"
                          : session.status == MapStatus::unsupported ? "unsupported"
                                                                     : "refused");
    json.member("namespace", map.map_namespace());
    json.key("counts");
    if (!loaded) {
        json.null();
    } else if (session.is_doom3()) {
        write_counts(json, doom3_counts(session.doom3.value));
    } else {
        write_counts(json, map_counts(map));
    }
    write_arrays(json, map);
    json.end_object();
    json.end_line();
}

/// What `action` returns, or `otherwise` after a word of what went wrong.
template <class Result, class Action>
Result guarded(Result otherwise, const Action& action) noexcept {
    try {
        return action();
    } catch (const std::exception& e) {
        complain_at_once(e.what());
    }
    return otherwise;
}

}  // namespace
}  // namespace flatline::engine::tool

using namespace flatline::engine::tool;

// CMakeLists.txt beside this lists them.
extern "C" {

/// Opens the file of the words of `info FILE`, without loading a map. Null after a complaint.
OpenFile* flatline_js_open(int argc, const char* const* argv) {
    return guarded<OpenFile*>(nullptr, [&]() -> OpenFile* {
        auto file = std::make_unique<OpenFile>();
        if (parse_arguments(argc, argv, file->args)) return nullptr;
        const std::string& path = file->args.paths.front();
        file->document = Document::open({path}, file->args.load.limits, file->args.batch);
        file->sessions.resize(file->document.maps().size());
        return file.release();
    });
}

/// Prints the maps of the file.
int flatline_js_maps(const OpenFile* file) {
    return guarded(kExitFindings, [&] {
        Output out(kStandardOutput, kAnswerBuffer);
        JsonWriter json(out);
        json.begin_array();
        for (const flatline::engine::MapEntry& entry : file->document.maps()) {
            json.begin_object();
            json.member("name", entry.name);
            json.member("file", file->document.path_of(entry.path));
            json.member("format", map_format_name(entry.format));
            json.end_object();
        }
        json.end_array();
        json.end_line();
        return kExitOk;
    });
}

/// Loads a map, if it is not loaded yet, and prints what it is and where its arrays are. They stay
/// there until flatline_js_unload.
int flatline_js_load(OpenFile* file, std::uint32_t map) {
    return guarded(kExitFindings, [&] {
        std::optional<Session>& session = file->sessions[map];
        if (!session) {
            session = load_session(file->document, map, file->loader, file->args, Rules::load);
        }
        Output out(kStandardOutput, kAnswerBuffer);
        JsonWriter json(out);
        write_map(json, *session);
        return kExitOk;
    });
}

void flatline_js_unload(OpenFile* file, std::uint32_t map) { file->sessions[map].reset(); }

void flatline_js_close(OpenFile* file) { delete file; }

/// The text of the map that is built into the program.
const char* flatline_js_built_in() { return built_in_textmap().data(); }
std::size_t flatline_js_built_in_size() { return built_in_textmap().size(); }
}
