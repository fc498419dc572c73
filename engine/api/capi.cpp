// The C functions of flatline.h that load a map and ask it, each over the C++ function that does
// the work; capi_derived.cpp has those about nodes, blockmap, reject and runtime structures.
#include "api/capi.hpp"

#include <cstdint>
#include <cstring>
#include <new>
#include <string_view>
#include <utility>

#include "flatline/fields.hpp"
#include "flatline/findings.hpp"
#include "flatline/limits.hpp"
#include "flatline/version.hpp"

using flatline::Bytes;
using flatline::Limits;
using flatline::LoadOptions;
using flatline::capi::hooks_of;
using flatline::capi::limits_of;
using flatline::capi::load_text;

static_assert(FLATLINE_OK == static_cast<int>(flatline::Status::ok) &&
              FLATLINE_REFUSED == static_cast<int>(flatline::Status::refused) &&
              FLATLINE_OUT_OF_MEMORY == static_cast<int>(flatline::Status::out_of_memory) &&
              FLATLINE_CANCELLED == static_cast<int>(flatline::Status::cancelled));
static_assert(FLATLINE_REPAIR == static_cast<int>(flatline::Repair::repair));
static_assert(FLATLINE_GRAMMAR_AUTOMATIC == static_cast<int>(flatline::Grammar::automatic) &&
              FLATLINE_GRAMMAR_1_1 == static_cast<int>(flatline::Grammar::v1_1) &&
              FLATLINE_GRAMMAR_0_99 == static_cast<int>(flatline::Grammar::v0_99));
static_assert(FLATLINE_PART_NODES == static_cast<int>(flatline::kPartNodes) &&
              FLATLINE_PART_BLOCKMAP == static_cast<int>(flatline::kPartBlockmap) &&
              FLATLINE_PART_REJECT == static_cast<int>(flatline::kPartReject) &&
              FLATLINE_PART_BUILD_NODES == static_cast<int>(flatline::kPartBuildNodes) &&
              FLATLINE_PART_PLANES == static_cast<int>(flatline::kPartPlanes));
static_assert(FLATLINE_SLOPES_AUTOMATIC == static_cast<int>(flatline::SlopeRules::automatic) &&
              FLATLINE_SLOPES_NONE == static_cast<int>(flatline::SlopeRules::none) &&
              FLATLINE_SLOPES_ZDOOM == static_cast<int>(flatline::SlopeRules::zdoom) &&
              FLATLINE_SLOPES_ETERNITY == static_cast<int>(flatline::SlopeRules::eternity) &&
              FLATLINE_SLOPES_SRB2 == static_cast<int>(flatline::SlopeRules::srb2));
static_assert(FLATLINE_NOTE == static_cast<int>(flatline::Severity::note) &&
              FLATLINE_WARNING == static_cast<int>(flatline::Severity::warning) &&
              FLATLINE_ERROR == static_cast<int>(flatline::Severity::error));

struct flatline_loader {
    flatline::Loader loader;
};

namespace {

// The strings that the engine gives out without a size are literals, so a zero byte follows them
// (capi_test.cpp looks at each); an empty view may point nowhere.
const char* literal(std::string_view text) noexcept { return text.empty() ? "" : text.data(); }

const char* sized(std::string_view text, size_t* size) noexcept {
    if (size != nullptr) *size = text.size();
    return literal(text);
}

std::string_view view(const char* text) noexcept {
    return text != nullptr ? std::string_view(text) : std::string_view();
}

std::string_view text_of(const flatline_map* map) noexcept {
    if (map == nullptr) return {};
    return {reinterpret_cast<const char*>(map->text.data()), map->text.size()};
}

void set_limits(flatline_limits& to, const Limits& limits) noexcept {
    to = {};
    std::memcpy(to.storage, &limits, sizeof limits);
}

bool read_lump(const flatline_lump& from, Bytes& lump) noexcept {
    lump = {static_cast<const unsigned char*>(from.data), from.size};
    return from.data != nullptr || from.size == 0;
}

// C's answer is an int; the options outlive the load.
bool report_progress(void* context, std::uint64_t done, std::uint64_t total) {
    const auto& progress = *static_cast<const flatline_progress*>(context);
    return progress.report(progress.context, done, total) != 0;
}

// False for options that no version of the header can have made.
bool read_options(const flatline_options* from, LoadOptions& options) noexcept {
    if (from == nullptr) return true;
    if (from->size < sizeof(flatline_options)) return false;
    if (from->repair < FLATLINE_REFUSE || from->repair > FLATLINE_REPAIR) return false;
    if (from->grammar < FLATLINE_GRAMMAR_AUTOMATIC || from->grammar > FLATLINE_GRAMMAR_0_99) {
        return false;
    }
    constexpr std::uint32_t kAllParts = FLATLINE_PART_NODES | FLATLINE_PART_BLOCKMAP |
                                        FLATLINE_PART_REJECT | FLATLINE_PART_BUILD_NODES |
                                        FLATLINE_PART_PLANES;
    if ((from->parts & ~kAllParts) != 0) return false;
    if (from->slope_rules < FLATLINE_SLOPES_AUTOMATIC || from->slope_rules > FLATLINE_SLOPES_SRB2) {
        return false;
    }
    if (!read_lump(from->znodes, options.lumps.znodes) ||
        !read_lump(from->blockmap, options.lumps.blockmap) ||
        !read_lump(from->reject, options.lumps.reject)) {
        return false;
    }
    options.parts = from->parts;
    if (from->limits != nullptr) options.limits = limits_of(*from->limits);
    options.repair = static_cast<flatline::Repair>(from->repair);
    options.grammar = static_cast<flatline::Grammar>(from->grammar);
    options.strict = from->strict != 0;
    options.slope_rules = static_cast<flatline::SlopeRules>(from->slope_rules);
    options.gzdoom_plane_d = from->gzdoom_plane_d != 0;
    options.namespace_override = view(from->namespace_override);
    options.memory = hooks_of(from->memory);
    if (from->threads == 0) return false;
    options.threads = from->threads;
    options.jobs = {from->jobs.run, from->jobs.context};
    if (from->progress.report != nullptr) {
        options.progress = {report_progress, const_cast<flatline_progress*>(&from->progress),
                            from->progress.interval_ms};
    }
    return true;
}

flatline_status load(flatline_loader* loader, const void* text, size_t size,
                     const flatline_options* options, flatline_map** out, bool copy) noexcept {
    if (out == nullptr) return FLATLINE_BAD_ARGUMENT;
    *out = nullptr;
    LoadOptions load_options;
    if ((text == nullptr && size != 0) || !read_options(options, load_options)) {
        return FLATLINE_BAD_ARGUMENT;
    }
    return load_text(text, size, load_options.limits.text_bytes, copy, out, [&](Bytes bytes) {
        return loader != nullptr ? loader->loader.load_borrowed(bytes, load_options)
                                 : flatline::load_borrowed(bytes, load_options);
    });
}

}  // namespace

const char* flatline_version(void) { return flatline::version().data(); }

const char* flatline_status_name(flatline_status status) {
    switch (status) {
        case FLATLINE_OK:
            return "ok";
        case FLATLINE_REFUSED:
            return "refused";
        case FLATLINE_OUT_OF_MEMORY:
            return "out-of-memory";
        case FLATLINE_BAD_ARGUMENT:
            return "bad-argument";
        case FLATLINE_CANCELLED:
            return "cancelled";
    }
    return "";
}

// ---- Limits ------------------------------------------------------------------------------------

void flatline_limits_default(flatline_limits* limits) {
    if (limits != nullptr) set_limits(*limits, Limits{});
}

flatline_status flatline_limits_preset(flatline_limits* limits, const char* name) {
    if (limits == nullptr) return FLATLINE_BAD_ARGUMENT;
    for (const flatline::LimitPreset& preset : flatline::limit_presets()) {
        if (preset.name != view(name)) continue;
        set_limits(*limits, preset.limits);
        return FLATLINE_OK;
    }
    return FLATLINE_BAD_ARGUMENT;
}

flatline_status flatline_limits_set(flatline_limits* limits, const char* name, const char* value) {
    if (limits == nullptr) return FLATLINE_BAD_ARGUMENT;
    Limits changed = limits_of(*limits);
    if (!flatline::set_limit(changed, view(name), view(value))) return FLATLINE_BAD_ARGUMENT;
    set_limits(*limits, changed);
    return FLATLINE_OK;
}

flatline_status flatline_limits_get(const flatline_limits* limits, const char* name,
                                    double* value) {
    if (limits == nullptr || value == nullptr) return FLATLINE_BAD_ARGUMENT;
    const Limits all = limits_of(*limits);
    for (const flatline::LimitRow& row : flatline::limit_rows()) {
        if (row.name != view(name)) continue;
        *value = row.real != nullptr ? all.*row.real : static_cast<double>(all.*row.count);
        return FLATLINE_OK;
    }
    return FLATLINE_BAD_ARGUMENT;
}

const char* flatline_limit_name(size_t i) {
    const auto rows = flatline::limit_rows();
    return i < rows.size() ? literal(rows[i].name) : nullptr;
}

const char* flatline_limit_unit(size_t i) {
    const auto rows = flatline::limit_rows();
    return i < rows.size() ? literal(rows[i].unit) : nullptr;
}

// ---- Loading -----------------------------------------------------------------------------------

flatline_loader* flatline_loader_create(const flatline_memory* memory) {
    auto* loader = new (std::nothrow) flatline_loader;
    if (loader != nullptr && memory != nullptr) {
        loader->loader = flatline::Loader(hooks_of(*memory));
    }
    return loader;
}

void flatline_loader_free(flatline_loader* loader) { delete loader; }

flatline_status flatline_load_borrowed(flatline_loader* loader, const void* text, size_t size,
                                       const flatline_options* options, flatline_map** map) {
    return load(loader, text, size, options, map, false);
}

flatline_status flatline_load_copy(flatline_loader* loader, const void* text, size_t size,
                                   const flatline_options* options, flatline_map** map) {
    return load(loader, text, size, options, map, true);
}

void flatline_map_free(flatline_map* map) { delete map; }

void flatline_map_recycle(flatline_loader* loader, flatline_map* map) {
    if (loader != nullptr && map != nullptr) loader->loader.recycle(std::move(map->result.map));
    delete map;
}

// ---- The map -----------------------------------------------------------------------------------

flatline_status flatline_map_status(const flatline_map* map) {
    return map != nullptr ? static_cast<flatline_status>(map->result.status)
                          : FLATLINE_BAD_ARGUMENT;
}

const flatline_arrays* flatline_map_arrays(const flatline_map* map) {
    static constexpr flatline_arrays kEmpty{};
    return map != nullptr ? &map->result.map.arrays() : &kEmpty;
}

const char* flatline_map_text(const flatline_map* map, flatline_text text, size_t* size) {
    return sized(map != nullptr ? map->result.map.text(text) : std::string_view(), size);
}

const char* flatline_map_name(const flatline_map* map, uint32_t id, size_t* size) {
    const bool known = map != nullptr && id < map->result.map.names().size();
    return sized(known ? map->result.map.name(id) : std::string_view(), size);
}

const char* flatline_map_namespace(const flatline_map* map, size_t* size) {
    return sized(map != nullptr ? map->result.map.map_namespace() : std::string_view(), size);
}

const char* flatline_map_dialect(const flatline_map* map) {
    return literal(flatline::dialect_name(map != nullptr ? map->result.map.dialect()
                                                         : flatline::Dialect::udmf11));
}

int32_t flatline_map_grammar(const flatline_map* map) {
    return static_cast<int32_t>(map != nullptr ? map->result.map.grammar()
                                               : flatline::Grammar::v1_1);
}

void flatline_map_memory(const flatline_map* map, uint64_t* announced, uint64_t* used) {
    flatline::capi::tell(map != nullptr ? map->result.memory : flatline::MemoryUse{}, announced,
                         used);
}

// ---- Fields ------------------------------------------------------------------------------------

uint16_t flatline_find_field(uint8_t block, const char* name) {
    return flatline::find_field(block, view(name));
}

const char* flatline_field_name(uint16_t field) { return literal(flatline::field_name(field)); }

uint8_t flatline_field_block(uint16_t field) { return flatline::field_block(field); }

const flatline_column* flatline_map_column(const flatline_map* map, uint16_t field) {
    return map != nullptr ? map->result.map.column(field) : nullptr;
}

uint32_t flatline_column_find(const flatline_column* column, uint32_t index) {
    if (column == nullptr) return FLATLINE_NONE;
    uint32_t low = 0;
    uint32_t high = column->count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (column->elements[middle] < index) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < column->count && column->elements[low] == index ? low : FLATLINE_NONE;
}

const char* flatline_field_default(const flatline_map* map, uint16_t field) {
    return literal(map != nullptr ? map->result.map.field_default(field) : std::string_view());
}

// ---- Findings ----------------------------------------------------------------------------------

const flatline_finding* flatline_map_findings(const flatline_map* map, size_t* count) {
    const auto kept =
        map != nullptr ? map->result.findings().kept() : flatline::View<flatline_finding>();
    if (count != nullptr) *count = kept.size();
    return kept.data();
}

uint64_t flatline_map_finding_count(const flatline_map* map, uint8_t severity) {
    if (map == nullptr) return 0;
    switch (severity) {
        case FLATLINE_NOTE:
            return map->result.findings().notes();
        case FLATLINE_WARNING:
            return map->result.findings().warnings();
        case FLATLINE_ERROR:
            return map->result.findings().errors();
        default:
            return 0;
    }
}

const char* flatline_rule_id(uint16_t rule) {
    const auto rows = flatline::rule_rows();
    return rule < rows.size() ? literal(rows[rule].id) : nullptr;
}

const char* flatline_severity_name(uint8_t severity) {
    if (severity > FLATLINE_ERROR) return "";
    return literal(flatline::severity_name(static_cast<flatline::Severity>(severity)));
}

const char* flatline_element_name(uint8_t element) {
    return literal(flatline::element_name(element));
}

const char* flatline_lump_name(uint8_t lump) {
    if (lump > static_cast<uint8_t>(flatline::Lump::file)) return "";
    return literal(flatline::lump_name(static_cast<flatline::Lump>(lump)));
}

size_t flatline_describe(const flatline_map* map, const flatline_finding* finding, char* out,
                         size_t capacity) {
    size_t size = 0;
    if (finding != nullptr) {
        const bool of_text = finding->lump == static_cast<uint8_t>(flatline::Lump::textmap);
        size = flatline::describe(*finding, of_text ? text_of(map) : std::string_view(), out,
                                  capacity);
    }
    if (capacity != 0) out[size < capacity ? size : capacity - 1] = '\0';
    return size;
}

void flatline_place(const flatline_map* map, uint64_t offset, uint64_t* line, uint64_t* column) {
    flatline::TextPlace place;
    if (map != nullptr && offset != FLATLINE_NO_OFFSET) {
        place = flatline::PlaceFinder(text_of(map)).place(offset);
    }
    if (line != nullptr) *line = place.line;
    if (column != nullptr) *column = place.column;
}

void flatline_locate(const flatline_map* map, const flatline_finding* findings, size_t count,
                     uint64_t* offsets) {
    if (findings == nullptr || offsets == nullptr) return;
    if (map != nullptr) {
        flatline::locate(map->result.map, {findings, count}, offsets);
    } else {
        for (size_t i = 0; i < count; ++i) offsets[i] = findings[i].offset;
    }
}

uint64_t flatline_locate_field(const flatline_map* map, uint8_t element, uint32_t index,
                               uint16_t field) {
    if (map == nullptr) return FLATLINE_NO_OFFSET;
    return flatline::locate(map->result.map, element, index, field);
}
