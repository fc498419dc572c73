// What the npm package calls besides the program's main: it opens a file, loads its maps, and says
// where in memory their arrays lie. Everything else the package asks of the program's commands.
// Answers are JSON on standard output, which the package takes.
#include <emscripten.h>

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
#include "report/model.hpp"
#include "session.hpp"
#include "table/columns.hpp"

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

/// Rows with the columns that `table` has of a kind.
template <class Element>
void write_rows(JsonWriter& json, const char* name, TableKind kind, const Element* elements,
                std::uint64_t count) {
    constexpr const char* kKinds[] = {"integer", "real", "flag", "name", "child"};
    begin_table(json, name, elements, count);
    for (const TableColumn& column : columns_of(kind)) {
        if (column.filled_by != FilledBy::member) continue;
        write_member(json, column.name, kKinds[static_cast<std::size_t>(column.form)],
                     column.offset, column.bit);
    }
    end_table(json);
}

void write_nodes(JsonWriter& json, const Map& map) {
    const flatline_bsp& bsp = map.nodes();
    json.key("nodes");
    if (bsp.subsector_count == 0) return json.null();
    json.begin_object();
    json.member("format", static_cast<const char*>(bsp.format));
    json.member("originalVertices", bsp.original_vertices);
    write_elements(json, "newVertices", FLATLINE_VERTEX, View(bsp.vertices, bsp.vertex_count));
    write_rows(json, "segs", TableKind::segs, bsp.segs, bsp.seg_count);
    write_rows(json, "subsectors", TableKind::subsectors, bsp.subsectors, bsp.subsector_count);
    write_rows(json, "nodes", TableKind::nodes, bsp.nodes, bsp.node_count);
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
    json.member("status", status_name(session.status));
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

// Memory that grows, even by nothing, is another ArrayBuffer: every view of the old one has no
// elements from then on. So a view that outlives its map never shows what comes to lie there. The
// function of emscripten makes its own views anew.
EM_JS(void, flatline_js_detach_views, (), {
    wasmMemory.grow(0);
    updateGlobalBufferAndViews(wasmMemory.buffer);
});

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

void flatline_js_unload(OpenFile* file, std::uint32_t map) {
    flatline_js_detach_views();
    file->sessions[map].reset();
}

void flatline_js_close(OpenFile* file) {
    flatline_js_detach_views();
    delete file;
}

/// The text of the map that is built into the program.
const char* flatline_js_built_in() { return built_in_textmap().data(); }
std::size_t flatline_js_built_in_size() { return built_in_textmap().size(); }
}
