// Fuzzer of the C functions: bytes choose calls, their handles (which may be null, empty or of a
// map that was refused) and their arguments, in any order. After the first 0x1E stand contents
// that loads may use beside those that are valid. Whatever is published is walked by its counts.

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "flatline/flatline.h"
#include "fuzz/harness/promise.hpp"
#include "support/geometry_oracle.hpp"
#include "support/nodes_tools.hpp"
#include "support/wad_builder.hpp"

namespace {

using fuzz::require;
using fuzz::require_none;

/// The bytes that choose; 0 after their end.
class Choices {
public:
    explicit Choices(std::string_view bytes) : bytes_(bytes) {}
    bool over() const { return at_ >= bytes_.size(); }
    std::uint8_t byte() { return over() ? 0 : static_cast<std::uint8_t>(bytes_[at_++]); }
    std::uint32_t word() {
        std::uint32_t value = 0;
        for (int i = 0; i < 4; ++i) value |= std::uint32_t{byte()} << (8 * i);
        return value;
    }
    /// Near an end more often than not.
    std::uint32_t index() {
        const std::uint8_t kind = byte();
        if (kind < 200) return kind & 15;
        return kind < 230 ? FLATLINE_NONE - (kind & 1) : word();
    }
    double real() {
        static constexpr double kOdd[] = {0, -1, 64, 1e308, -1e308, INFINITY, -INFINITY, NAN};
        const std::uint8_t kind = byte();
        return kind < 64 ? kOdd[kind & 7] : (static_cast<double>(kind) - 128) * 8;
    }
    const char* name() {
        static const char* const kNames[] = {nullptr, "",      "things",     "TEXTMAP",
                                             "WALL",  "zdoom", "x",          "MAP01",
                                             "12",    "-1",    "text-bytes", "gzdoom"};
        return kNames[byte() % std::size(kNames)];
    }

private:
    std::string_view bytes_;
    std::size_t at_ = 0;
};

std::string valid_wad() {
    return testing_support::WadBuilder()
        .lump("MAP01")
        .lump("TEXTMAP", nodes_tools::two_squares_map())
        .lump("ZNODES", nodes_tools::uncompressed("XGL3", nodes_tools::two_squares_lump()))
        .lump("ENDMAP")
        .build();
}

/// Handles by slot. A slot that is used again frees what it had.
struct Calls {
    explicit Calls(std::string_view bytes) : choose(bytes.substr(0, bytes.find('\x1E'))) {
        contents = {nodes_tools::two_squares_map(), testing_support::square_text("srb2"),
                    valid_wad(), "Version 2\n{ \"classname\" \"worldspawn\" }"};
        while (bytes.find('\x1E') != std::string_view::npos && contents.size() < 8) {
            bytes.remove_prefix(bytes.find('\x1E') + 1);
            contents.emplace_back(bytes.substr(0, bytes.find('\x1E')));
        }
        flatline_limits_default(&limits);
        flatline_limits_set(&limits, "arena-bytes", "33554432");
        flatline_limits_set(&limits, "check-steps", "65536");
        flatline_limits_set(&limits, "slope-steps", "65536");
        flatline_limits_set(&limits, "blockmap-cells", "65536");
        flatline_limits_set(&limits, "surface-points", "4096");
    }
    ~Calls() {
        for (auto* report : reports) flatline_free(report);
        for (auto* n : nodes) flatline_free(n);
        for (auto* r : runtimes) flatline_free(r);
        for (auto* m : maps) flatline_free(m);
        for (auto* m : doom3_maps) flatline_free(m);
        for (auto* a : archives) flatline_free(a);
        for (auto* l : loaders) flatline_free(l);
    }

    template <class Handle, std::size_t count>
    Handle*& slot(Handle* (&handles)[count]) {
        return handles[choose.byte() % count];
    }
    const std::string& content() { return contents[choose.byte() % contents.size()]; }
    flatline_options options() {
        flatline_options o = FLATLINE_OPTIONS_INIT;
        o.limits = &limits;
        const std::uint8_t bits = choose.byte();
        o.repair = bits & 1;
        o.extras.strict = bits >> 1 & 1;
        o.products = choose.byte() & 31;
        if ((bits & 4) != 0) o.extras.namespace_override = choose.name();
        if ((bits & 8) != 0) o.extras.grammar = static_cast<std::int32_t>(choose.index());
        if ((bits & 16) != 0) o.extras.slope_rules = static_cast<std::int32_t>(choose.index());
        if ((bits & 32) != 0) o.threads = choose.index();
        if ((bits & 64) != 0) {
            const std::string& lump = content();
            o.znodes = {lump.data(), lump.size()};
        }
        return o;
    }

    Choices choose;
    std::vector<std::string> contents;
    flatline_limits limits;
    flatline_loader* loaders[2] = {};
    flatline_map* maps[4] = {};
    flatline_doom3_map* doom3_maps[2] = {};
    flatline_archive* archives[2] = {};
    flatline_report* reports[2] = {};
    flatline_built_nodes* nodes[2] = {};
    flatline_built_runtime* runtimes[2] = {};
};

void walk(const flatline_map* map) {
    const flatline_arrays* a = flatline_map_arrays(map);
    require(a != nullptr, "arrays are never null");
    for (std::uint32_t i = 0; i < a->linedef_count; ++i) {
        const flatline_linedef& line = a->linedefs[i];
        require(line.v1 < a->vertex_count && line.v2 < a->vertex_count &&
                    line.sidefront < a->sidedef_count &&
                    (line.sideback < a->sidedef_count || line.sideback == FLATLINE_NONE),
                "indices of a line");
    }
    for (std::uint32_t i = 0; i < a->sidedef_count; ++i) {
        require(a->sidedefs[i].sector < a->sector_count, "sector of a side");
    }
    std::uint64_t announced = 0, used = 0;
    flatline_memory(map, &announced, &used);
    require(used <= announced, "memory at most as announced");
}

void walk(const flatline_finding* findings, std::size_t count, const flatline_map* map) {
    require(count == 0 || findings != nullptr, "findings are there");
    for (std::size_t i = 0; i < count; ++i) {
        char sentence[64];
        const std::size_t size = flatline_describe(map, findings + i, sentence, sizeof sentence);
        require(size > 0 && sentence[size < sizeof sentence ? size : sizeof sentence - 1] == '\0',
                "a sentence ends");
        require(*flatline_rule_id(findings[i].rule) != '\0', "a rule has an id");
    }
}

// ---- One function a call: what it takes comes from the bytes ------------------------------------

void new_loader(Calls& c) {
    flatline_loader*& loader = c.slot(c.loaders);
    flatline_free(loader);
    loader = flatline_loader_create(nullptr);
}
void load(Calls& c) {
    flatline_map*& map = c.slot(c.maps);
    flatline_free(map);
    map = nullptr;
    const std::string& text = c.content();
    const flatline_options o = c.options();
    const bool bare = c.choose.byte() > 250;
    const flatline_status status = flatline_load_borrowed(c.slot(c.loaders), text.data(),
                                                          text.size(), bare ? nullptr : &o, &map);
    require(status != FLATLINE_OK || map != nullptr, "a loaded map is there");
    walk(map);
}
void load_binary(Calls& c) {
    flatline_map*& map = c.slot(c.maps);
    flatline_free(map);
    map = nullptr;
    flatline_binary_lumps lumps = FLATLINE_BINARY_LUMPS_INIT;
    for (flatline_lump* lump : {&lumps.things, &lumps.linedefs, &lumps.sidedefs, &lumps.vertexes,
                                &lumps.sectors, &lumps.nodes, &lumps.reject, &lumps.blockmap}) {
        const std::string& bytes = c.content();
        *lump = {bytes.data(), bytes.size()};
    }
    lumps.hexen = c.choose.byte() & 1;
    const flatline_options o = c.options();
    std::uint64_t text = 0, total = 0;
    flatline_memory_bound_binary(&lumps, &o, &text, &total);
    flatline_load_binary_borrowed(c.slot(c.loaders), &lumps, &o, &map);
    walk(map);
}
void memory_bound(Calls& c) {
    const std::string& text = c.content();
    const flatline_options o = c.options();
    std::uint64_t of_text = 0, total = 0;
    flatline_memory_bound(text.data(), text.size(), &o, &of_text, &total);
    require(of_text <= total, "the whole is more than a part");
}
void free_map(Calls& c) {
    flatline_map*& map = c.slot(c.maps);
    if ((c.choose.byte() & 1) != 0) {
        flatline_recycle(c.slot(c.loaders), map);
    } else {
        flatline_free(map);
    }
    map = nullptr;
}
void ask_map(Calls& c) {
    const flatline_map* map = c.slot(c.maps);
    const std::uint32_t i = c.choose.index();
    std::size_t size = 0;
    const char* name = flatline_map_name(map, i, &size);
    require(size == 0 || name != nullptr, "a name is there");
    name = flatline_map_namespace(map, &size);
    require(name != nullptr, "a namespace is there");
    const flatline_plane floor = flatline_map_floor_plane(map, i);
    flatline_z_at(&floor, c.choose.real(), c.choose.real());
    flatline_map_ceiling_plane(map, i);
    flatline_map_floor_source(map, i);
    flatline_map_ceiling_source(map, i);
    flatline_map_is_flat(map, i);
    flatline_map_format(map);
    flatline_status_of(map);
    flatline_map_dialect(map);
    const std::uint16_t field = flatline_find_field(c.choose.byte(), c.choose.name());
    flatline_field_name(field);
    flatline_field_default(map, static_cast<std::uint16_t>(c.choose.index()));
    if (const flatline_column* column = flatline_map_column(map, field)) {
        const std::uint32_t at = flatline_column_find(column, i);
        require(at == FLATLINE_NONE || at < column->count, "an entry of a column");
    }
}
void ask_findings(Calls& c) {
    const flatline_map* map = c.slot(c.maps);
    std::size_t count = 0;
    const flatline_finding* findings = flatline_findings(map, &count);
    walk(findings, count, map);
    flatline_finding_count(map, c.choose.byte());
    std::vector<flatline_location> places(count);
    flatline_locate(map, findings, count, places.data());
    flatline_locate_field(map, c.choose.byte(), c.choose.index(),
                          static_cast<std::uint16_t>(c.choose.index()));
    std::uint64_t line = 0, column = 0;
    flatline_place(map, c.choose.word(), &line, &column);
}
void ask_derived(Calls& c) {
    const flatline_arrays* a = flatline_map_arrays(c.slot(c.maps));
    const double x = c.choose.real(), y = c.choose.real();
    const std::uint32_t found = flatline_subsector_at(&a->nodes, x, y);
    require(found == FLATLINE_NONE || found < a->nodes.subsector_count, "a subsector");
    flatline_cell_at(&a->blockmap, x, y);
    std::uint32_t left = 1 + c.choose.byte();
    const auto visit = [](void* context, std::uint32_t) {
        return --*static_cast<std::uint32_t*>(context) > 0 ? 1 : 0;
    };
    flatline_cells_on_segment(&a->blockmap, x, y, c.choose.real(), c.choose.real(), visit, &left);
    left = 300;
    flatline_cells_in_box(&a->blockmap, x, y, c.choose.real(), c.choose.real(), visit, &left);
    flatline_sees(&a->reject, c.choose.index(), c.choose.index());
}
void build_nodes(Calls& c) {
    flatline_built_nodes*& nodes = c.slot(c.nodes);
    flatline_free(nodes);
    nodes = nullptr;
    flatline_nodes_options o = FLATLINE_NODES_OPTIONS_INIT;
    o.limits = &c.limits;
    flatline_build_nodes(c.slot(c.maps), &o, &nodes);
    const flatline_bsp* bsp = flatline_built_nodes_bsp(nodes);
    for (std::uint32_t i = 0; i < bsp->subsector_count; ++i) {
        const flatline_subsector& leaf = bsp->subsectors[i];
        require(leaf.count <= bsp->seg_count && leaf.first <= bsp->seg_count - leaf.count,
                "segs of a subsector");
    }
    std::size_t count = 0;
    const flatline_finding* findings = flatline_findings(nodes, &count);
    walk(findings, count, nullptr);
}
void build_runtime(Calls& c) {
    flatline_built_runtime*& runtime = c.slot(c.runtimes);
    flatline_free(runtime);
    runtime = nullptr;
    flatline_runtime_options o = FLATLINE_RUNTIME_OPTIONS_INIT;
    o.limits = &c.limits;
    flatline_build_runtime(c.slot(c.maps), c.choose.word(), &o, &runtime);
    const flatline_runtime* a = flatline_built_runtime_arrays(runtime);
    std::size_t count = 0;
    const std::uint32_t* found =
        flatline_find_tag(&a->line_tags, static_cast<std::int32_t>(c.choose.index()), &count);
    for (std::size_t i = 0; i < count; ++i) require(found[i] < a->line_count, "a line of a tag");
}
void check(Calls& c) {
    flatline_report*& report = c.slot(c.reports);
    flatline_free(report);
    report = nullptr;
    flatline_check_options o = FLATLINE_CHECK_OPTIONS_INIT;
    o.limits = &c.limits;
    o.game = c.choose.byte() % 8u;
    const flatline_rule_level levels[] = {{c.choose.name(), c.choose.byte()}, {"line-cross", 3}};
    if ((c.choose.byte() & 1) != 0) {
        o.levels = levels;
        o.level_count = 2;
    }
    if ((c.choose.byte() & 1) != 0) {
        o.archive = c.slot(c.archives);
        o.archive_map = c.choose.index();
    }
    const std::string& behavior = c.content();
    if ((c.choose.byte() & 1) != 0) {
        o.behavior = behavior.data();
        o.behavior_size = behavior.size();
    }
    const flatline_map* map = c.slot(c.maps);
    flatline_check(map, &o, &report);
    std::size_t count = 0;
    const flatline_finding* findings = flatline_findings(report, &count);
    walk(findings, count, map);
    flatline_report_rule(report, static_cast<std::uint16_t>(c.choose.index()));
    flatline_verdict_options judged = FLATLINE_VERDICT_OPTIONS_INIT;
    judged.report = report;
    flatline_verdict verdicts[FLATLINE_PORTS];
    flatline_judge(map, &judged, verdicts);
}
void open_archive(Calls& c) {
    flatline_archive*& archive = c.slot(c.archives);
    flatline_free(archive);
    archive = nullptr;
    static const auto list = [](void*, std::uint64_t i) -> const char* {
        static const char* const kPaths[] = {"maps/map01.wad", "b.map", "c.udmf"};
        return i < 3 ? kPaths[i] : nullptr;
    };
    static const auto size = [](void* context, std::uint64_t i) -> std::uint64_t {
        return i == 2 ? FLATLINE_NO_FILE : static_cast<const std::string*>(context)->size();
    };
    static const auto read = [](void* context, std::uint64_t, std::uint64_t offset, void* out,
                                std::uint64_t count) -> std::uint64_t {
        const std::string& bytes = *static_cast<const std::string*>(context);
        if (offset >= bytes.size()) return 0;
        count = std::min<std::uint64_t>(count, bytes.size() - offset);
        std::memcpy(out, bytes.data() + offset, static_cast<std::size_t>(count));
        return count;
    };
    flatline_source source = FLATLINE_SOURCE_INIT;
    source.list = list;
    source.size = size;
    source.read = read;
    source.context = const_cast<std::string*>(&c.content());
    flatline_archive_options o = FLATLINE_ARCHIVE_OPTIONS_INIT;
    o.limits = &c.limits;
    o.direct = c.choose.byte() & 1;
    if ((c.choose.byte() & 1) != 0) {
        flatline_archive_from_file(&source, c.choose.name(), &o, &archive);
    } else {
        flatline_archive_from_source(&source, &o, &archive);
    }
}
void ask_archive(Calls& c) {
    flatline_archive* archive = c.slot(c.archives);
    const std::uint32_t i = c.choose.index();
    const flatline_map_entry entry = flatline_archive_map(archive, i);
    require(i >= flatline_archive_map_count(archive) || entry.name != nullptr, "a map has a name");
    flatline_archive_lump(archive, i, c.choose.index());
    flatline_archive_find(archive, c.choose.name());
    const std::uint32_t lump = flatline_archive_find_lump(archive, i, c.choose.name(), 0);
    require(lump == FLATLINE_NONE || lump < entry.lump_count, "a lump that is found is there");
    const char *path = nullptr, *map = nullptr;
    flatline_archive_finding(archive, c.choose.index(), &path, &map);
    flatline_finding_count(archive, c.choose.byte());
    flatline_buffer buffer = {};
    flatline_finding problem = {};
    flatline_archive_read_lump(archive, i, c.choose.index(), &buffer, &problem);
    flatline_buffer_free(&buffer);
    flatline_archive_read_lump(archive, i, c.choose.index(), &buffer, &problem);
    flatline_buffer_free(&buffer);
    flatline_archive_read_file(archive, i, &buffer, &problem);
    flatline_buffer_free(&buffer);
    flatline_archive_directory_of(archive, i);
    flatline_file* file = nullptr;
    flatline_archive_open(archive, "b.map", &file, &problem);
    char head[16];
    require(flatline_file_read_at(file, c.choose.index(), head, sizeof head) <= sizeof head,
            "no more is read than asked for");
    flatline_free(file);
}
void load_from_archive(Calls& c) {
    flatline_map*& map = c.slot(c.maps);
    flatline_free(map);
    map = nullptr;
    const flatline_options o = c.options();
    flatline_archive_load(c.slot(c.archives), c.choose.index(), c.slot(c.loaders), &o, &map);
    walk(map);
}
void walk(const flatline_finding* findings, std::size_t count, const flatline_doom3_map* map) {
    require(count == 0 || findings != nullptr, "findings are there");
    for (std::size_t i = 0; i < count; ++i) {
        char sentence[64];
        require(flatline_describe(map, findings + i, sentence, sizeof sentence) > 0,
                "a finding has a sentence");
        std::uint64_t line = 0, column = 0;
        flatline_place(map, findings[i].offset, &line, &column);
    }
}
void build_geometry(Calls& c, const flatline_doom3_map* map) {
    flatline_doom3_geometry_options o = FLATLINE_DOOM3_GEOMETRY_OPTIONS_INIT;
    o.limits = &c.limits;
    const std::uint8_t bits = c.choose.byte();
    o.local = bits & 1;
    o.straighten_fixed = bits >> 1 & 1;
    if ((bits & 4) != 0) o.max_error = c.choose.real();
    std::size_t count = 0;
    flatline_doom3_built_windings* windings = nullptr;
    flatline_doom3_build_windings(map, &o, &windings);
    require_none(geometry_oracle::first_fault(*flatline_doom3_built_windings_arrays(windings)));
    const flatline_finding* findings = flatline_findings(windings, &count);
    walk(findings, count, map);
    flatline_free(windings);
    flatline_doom3_built_surfaces* surfaces = nullptr;
    flatline_doom3_build_surfaces(map, &o, &surfaces);
    require_none(geometry_oracle::first_fault(*flatline_doom3_built_surfaces_arrays(surfaces)));
    findings = flatline_findings(surfaces, &count);
    walk(findings, count, map);
    flatline_free(surfaces);
}
void load_doom3(Calls& c) {
    flatline_doom3_map*& map = c.slot(c.doom3_maps);
    flatline_free(map);
    map = nullptr;
    const std::string& text = c.content();
    flatline_doom3_load_borrowed(nullptr, text.data(), text.size(), nullptr, &map);
    std::size_t size = 0;
    flatline_doom3_map_value(map, c.choose.index(), c.choose.name(), &size);
    const flatline_finding* findings = flatline_findings(map, &size);
    walk(findings, size, map);
    flatline_check_options o = FLATLINE_CHECK_OPTIONS_INIT;
    o.limits = &c.limits;
    flatline_report* report = nullptr;
    flatline_doom3_check(map, &o, &report);
    findings = flatline_findings(report, &size);
    walk(findings, size, map);
    flatline_free(report);
    build_geometry(c, map);
}
void set_limit(Calls& c) {
    flatline_limits limits;
    flatline_limits_preset(&limits, "default");
    flatline_limits_set(&limits, c.choose.name(), c.choose.name());
    double value = 0;
    flatline_limits_get(&limits, c.choose.name(), &value);
    flatline_limit_name(c.choose.index());
    flatline_limit_unit(c.choose.index());
}
void write(Calls& c) {
    const flatline_map* map = c.slot(c.maps);
    std::int64_t room = std::int64_t{c.choose.byte()} << c.choose.byte() % 12;
    const flatline_sink sink = {[](void* context, const void*, std::size_t size) {
                                    auto& left = *static_cast<std::int64_t*>(context);
                                    left -= static_cast<std::int64_t>(size);
                                    return left >= 0 ? 1 : 0;
                                },
                                &room};
    flatline_textmap_options o = FLATLINE_TEXTMAP_OPTIONS_INIT;
    o.style = c.choose.byte() & 3;
    flatline_written* written = nullptr;
    flatline_write_textmap(map, &sink, &o, &written);
    flatline_written_bytes(written);
    flatline_free(written);
    const flatline_binary_sinks sinks = {sink, sink, sink, sink, sink};
    written = nullptr;
    flatline_binary_options of_binary = FLATLINE_BINARY_OPTIONS_INIT;
    of_binary.format = c.choose.byte() & 3;
    flatline_write_binary(map, &sinks, &of_binary, &written);
    flatline_free(written);
    flatline_map_lumps_options of_lumps = FLATLINE_MAP_LUMPS_OPTIONS_INIT;
    of_lumps.limits = &c.limits;
    of_lumps.format = c.choose.byte() & 3;
    of_lumps.nodes = c.choose.byte() & 3;
    flatline_map_lumps* lumps = nullptr;
    flatline_make_map_lumps(map, &of_lumps, &lumps);
    std::size_t count = 0;
    flatline_map_lumps_get(lumps, &count);
    flatline_free(lumps);
}

constexpr void (*kCalls[])(Calls&) = {
    new_loader, load,         load_binary, memory_bound,      free_map,
    ask_map,    ask_findings, ask_derived, build_nodes,       build_runtime,
    check,      open_archive, ask_archive, load_from_archive, load_doom3,
    set_limit,  write};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Calls calls({reinterpret_cast<const char*>(data), size});
    for (int n = 0; n < 40 && !calls.choose.over(); ++n) {
        kCalls[calls.choose.byte() % std::size(kCalls)](calls);
    }
    return 0;
}
