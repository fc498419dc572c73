// The C functions of flatline.h: loading a TEXTMAP, asking the map and its fields.
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <new>
#include <string_view>
#include <utility>

#include "api/handle.hpp"
#include "model/column.hpp"
#include "model/fields.hpp"
#include "model/scatter.hpp"

using namespace flatline::engine;
using namespace flatline::engine::capi;

namespace {

// C's answer is an int; the options outlive the load.
bool is_in(std::int32_t value, std::int32_t first, std::int32_t last) noexcept {
    return value >= first && value <= last;
}

bool read_repairs(const flatline_options& from, Repairs& out) noexcept {
    if (from.repair != FLATLINE_REPAIR_LISTED) {
        if (!is_in(from.repair, FLATLINE_REFUSE, FLATLINE_REPAIR)) return false;
        out = static_cast<Repair>(from.repair);
        return true;
    }
    if (from.extras.repair_rules == nullptr && from.extras.repair_rule_count != 0) return false;
    out = {};
    for (std::size_t i = 0; i < from.extras.repair_rule_count; ++i) {
        if (from.extras.repair_rules[i] == nullptr) return false;
        const Rule rule = find_rule(from.extras.repair_rules[i]);
        if (rule == Rule::count_) return false;
        out.add(rule);
    }
    return true;
}

}  // namespace

bool flatline::engine::capi::MapOptions::read(const flatline_options* from) noexcept {
    constexpr std::uint32_t kAllProducts =
        FLATLINE_PRODUCT_NODES | FLATLINE_PRODUCT_BLOCKMAP | FLATLINE_PRODUCT_REJECT |
        FLATLINE_PRODUCT_BUILD_NODES | FLATLINE_PRODUCT_PLANES | FLATLINE_PRODUCT_STORED_BOXES |
        FLATLINE_PRODUCT_BUILD_BLOCKMAP | FLATLINE_PRODUCT_STORED_RECORDS |
        FLATLINE_PRODUCT_STORED_ANGLES | FLATLINE_PRODUCT_TERMINATED | FLATLINE_PRODUCT_NONE;
    if (!copy_options(from, given_) || !read_repairs(given_, options_.repair) ||
        !is_in(given_.extras.grammar, FLATLINE_GRAMMAR_AUTOMATIC, FLATLINE_GRAMMAR_0_99) ||
        !is_in(given_.extras.slope_rules, FLATLINE_SLOPES_AUTOMATIC, FLATLINE_SLOPES_SRB2) ||
        !is_in(given_.extras.blockmap_style, FLATLINE_BLOCKMAP_TOUCHED, FLATLINE_BLOCKMAP_BOOM) ||
        !is_in(given_.extras.short_reject, FLATLINE_REJECT_DROP, FLATLINE_REJECT_OVERRUN_ONES) ||
        !is_in(given_.extras.field_gate, FLATLINE_GATE_NONE, FLATLINE_GATE_WOOF) ||
        !is_in(given_.extras.arg0_is_id, 0, 1) || given_.extras.unused2 != 0 ||
        (given_.products & ~kAllProducts) != 0 || given_.unused != 0 || given_.extras.unused != 0 ||
        !read_bytes(given_.znodes, options_.lumps.znodes) ||
        !read_bytes(given_.blockmap, options_.lumps.blockmap) ||
        !read_bytes(given_.reject, options_.lumps.reject) || !read_unreadable() ||
        !read_memory(given_.memory, options_.memory)) {
        return false;
    }
    options_.limits = limits_of(given_.limits);
    if (given_.products != 0)
        options_.products = given_.products & ~std::uint32_t{FLATLINE_PRODUCT_NONE};
    options_.grammar = static_cast<Grammar>(given_.extras.grammar);
    options_.strict = given_.extras.strict != 0;
    options_.slope_rules = static_cast<SlopeRules>(given_.extras.slope_rules);
    options_.gzdoom_plane_d = given_.extras.gzdoom_plane_d != 0;
    options_.blockmap_style = static_cast<BlockmapStyle>(given_.extras.blockmap_style);
    options_.work = given_.extras.work;
    options_.short_reject = given_.extras.short_reject;
    options_.field_gate = given_.extras.field_gate;
    options_.arg0_is_id = given_.extras.arg0_is_id != 0;
    options_.namespace_override = view(given_.extras.namespace_override);
    if (given_.threads != 0) options_.threads = given_.threads;
    if (given_.extras.thread_bytes != 0) options_.thread_bytes = given_.extras.thread_bytes;
    options_.jobs = {given_.extras.jobs.run, given_.extras.jobs.context};
    options_.progress = progress_of(given_.progress);
    options_.build_progress = progress_of(given_.extras.build_progress);
    return true;
}

bool flatline::engine::capi::MapOptions::read_unreadable() noexcept {
    const std::size_t count = given_.extras.unreadable_count;
    if (count > std::size(unreadable_) || (given_.extras.unreadable == nullptr && count != 0))
        return false;
    for (std::size_t i = 0; i < count; ++i) {
        const flatline_unreadable_lump& from = given_.extras.unreadable[i];
        if (!is_finding(from.finding)) return false;
        unreadable_[i] = {view(from.name), from.finding};
    }
    options_.lumps.unreadable = {unreadable_, count};
    return true;
}

// ---- Loading -----------------------------------------------------------------------------------

flatline_loader* flatline_loader_create(const flatline_memory_hooks* memory) {
    MemoryHooks hooks;
    if (memory != nullptr && !read_memory(*memory, hooks)) return nullptr;
    return new (std::nothrow) flatline_loader(Loaders(hooks));
}

flatline_status flatline_load_borrowed(flatline_loader* loader, const void* text, size_t size,
                                       const flatline_options* options, flatline_map** map) {
    if (!start(map)) return FLATLINE_BAD_ARGUMENT;
    MapOptions taken;
    Bytes bytes;
    if (!read_bytes(text, size, bytes) || !taken.read(options)) return FLATLINE_BAD_ARGUMENT;
    return make(map, [&](flatline_map& made) {
        made.text = bytes;
        return keep_load(made, loader != nullptr
                                   ? loader->value.maps.load_borrowed(bytes, taken.get())
                                   : load_borrowed(bytes, taken.get()));
    });
}

flatline_status flatline_load_owned(flatline_loader* loader, flatline_buffer text,
                                    const flatline_options* options, flatline_map** map) {
    return load_owned(text, map, [&](const void* data, size_t size) {
        return flatline_load_borrowed(loader, data, size, options, map);
    });
}

flatline_status flatline_memory_bound(const void* bytes, size_t size,
                                      const flatline_options* options, uint64_t* text,
                                      uint64_t* total) {
    Bytes read;
    return give_bound(read_bytes(bytes, size, read), read, options, text, total);
}

void flatline_recycle(flatline_loader* loader, void* map) {
    auto* const handle = static_cast<Handle*>(map);
    if (loader != nullptr && handle != nullptr) handle->recycle(loader->value);
    delete handle;
}

// ---- The map -----------------------------------------------------------------------------------

const char* flatline_format_name(uint8_t format) {
    if (format > FLATLINE_FORMAT_DOOM3) return "";
    return literal(map_format_name(static_cast<MapFormat>(format)));
}

uint8_t flatline_map_format(const flatline_map* map) {
    return static_cast<uint8_t>(map != nullptr ? map->value.format() : MapFormat::udmf);
}

const flatline_arrays* flatline_map_arrays(const flatline_map* map) { return arrays_of(map); }

const char* flatline_map_text(const flatline_map* map, flatline_text text, size_t* size) {
    return sized(map != nullptr ? map->value.text(text) : std::string_view(), size);
}

const char* flatline_map_name(const flatline_map* map, uint32_t id, size_t* size) {
    const bool known = map != nullptr && id < map->value.names().size();
    return sized(known ? map->value.name(id) : std::string_view(), size);
}

size_t flatline_copy_name(const flatline_map* map, uint32_t id, char* out, size_t size) {
    size_t length = 0;
    const char* const name = flatline_map_name(map, id, &length);
    if (out == nullptr || size == 0) return length;
    std::memset(out, 0, size);
    std::memcpy(out, name, std::min(length, size - 1));
    return length;
}

const char* flatline_plane_kind_name(uint8_t kind) { return literal(plane_kind_name(kind)); }

const char* flatline_map_textmap(const flatline_map* map, size_t* size) {
    return sized(text_of(map), size);
}

const char* flatline_map_namespace(const flatline_map* map, size_t* size) {
    return sized(map != nullptr ? map->value.map_namespace() : std::string_view(), size);
}

const char* flatline_map_own_namespace(const flatline_map* map, size_t* size) {
    return sized(map != nullptr ? map->value.own_namespace() : std::string_view(), size);
}

const char* flatline_map_dialect(const flatline_map* map) {
    return literal(dialect_name(map != nullptr ? map->value.dialect() : Dialect::udmf11));
}

int32_t flatline_map_grammar(const flatline_map* map) {
    return static_cast<int32_t>(map != nullptr ? map->value.grammar() : Grammar::v1_1);
}

// ---- Columns -----------------------------------------------------------------------------------

const flatline_column* flatline_map_column(const flatline_map* map, uint16_t field) {
    return map != nullptr ? map->value.column(field) : nullptr;
}

uint32_t flatline_column_find(const flatline_column* column, uint32_t index) {
    return ColumnCursor(column).find(index);
}

uint32_t flatline_column_find_from(const flatline_column* column, uint32_t index, uint32_t* from) {
    ColumnCursor cursor(column, from != nullptr ? *from : 0);
    const uint32_t entry = cursor.find(index);
    if (from != nullptr) *from = cursor.place();
    return entry;
}

flatline_value flatline_field_default_value(const flatline_map* map, uint16_t field) {
    if (map != nullptr) return map->value.default_value(field);
    flatline_value none{};
    none.kind = FLATLINE_NO_VALUE;
    return none;
}

const char* flatline_field_default(const flatline_map* map, uint16_t field) {
    return literal(map != nullptr ? map->value.field_default(field) : std::string_view());
}

flatline_status flatline_scatter(const flatline_map* map, uint16_t field,
                                 const flatline_host_column* to, uint32_t* element) {
    Scattered done{ScatterStatus::bad_argument, FLATLINE_NONE};
    if (map != nullptr && to != nullptr) done = scatter(map->value, field, *to);
    if (element != nullptr) *element = done.element;
    return static_cast<flatline_status>(done.status);
}

flatline_status flatline_map_given(const flatline_map* map, uint16_t field,
                                   const flatline_host_column* to) {
    if (map == nullptr || to == nullptr) return FLATLINE_BAD_ARGUMENT;
    return static_cast<flatline_status>(scatter_given(map->value, field, *to).status);
}

flatline_stored flatline_map_stored(const flatline_map* map, uint8_t element) {
    return map != nullptr ? map->value.stored(element) : flatline_stored{};
}
