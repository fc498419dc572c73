#include "json_walk.hpp"

#include <simdjson.h>

#include <bit>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <utility>

#include "base/array.hpp"
#include "base/budget.hpp"
#include "base/bytes.hpp"
#include "base/compiler.hpp"
#include "base/finding_edit.hpp"
#include "base/layout.hpp"
#include "base/reservation.hpp"
#include "model/findings.hpp"
#include "model/limits.hpp"
#include "text/name_pool.hpp"
#include "udmf/field_tables.hpp"

namespace flatline::engine::bench {
namespace {

namespace ondemand = simdjson::ondemand;
using udmf::FieldRecord;
using udmf::FieldTable;
using udmf::SideValue;
using udmf::Store;

// The bytes of a string before its quote or its first escape, `p` after its opening quote. The
// padding after the text lets eight bytes be read anywhere.
std::size_t plain_size(const unsigned char* p) {
    constexpr std::uint64_t kOnes = 0x0101010101010101u;
    const auto zero_bytes = [](std::uint64_t v) { return (v - kOnes) & ~v & (kOnes << 7); };
    for (std::size_t size = 0;; size += 8) {
        const std::uint64_t word = load_u64le(p + size);
        const std::uint64_t found =
            zero_bytes(word ^ (kOnes * '"')) | zero_bytes(word ^ (kOnes * '\\'));
        if (found != 0) return size + static_cast<std::size_t>(std::countr_zero(found)) / 8;
    }
}

template <class T>
void put(unsigned char* member, T value) {
    std::memcpy(member, &value, sizeof value);
}

}  // namespace

struct JsonWalk::State {
    simdjson::padded_string json;
    ondemand::parser parser;
    mapgen::Counts counts;

    MemoryHooks hooks;
    Budget budget{0};
    Reservation memory, column_memory;
    FindingList findings;
    text::NamePool names;
    FieldTable table{Dialect::udmf11, false};
    udmf::RawMap raw;
    udmf::Columns columns;

    const unsigned char* base() const {
        return reinterpret_cast<const unsigned char*>(json.data());
    }
    Bytes text() const { return {base(), json.size()}; }

    bool place() {
        constexpr std::uint64_t kNames = 1u << 20;
        const std::uint64_t elements =
            counts.vertices + counts.linedefs + counts.sidedefs + counts.sectors + counts.things;
        const std::uint64_t values = elements * 24;
        Layout layout;
        const std::uint64_t vertices_at = layout.add(counts.vertices, sizeof(flatline_vertex));
        const std::uint64_t linedefs_at = layout.add(counts.linedefs, sizeof(flatline_linedef));
        const std::uint64_t sidedefs_at = layout.add(counts.sidedefs, sizeof(flatline_sidedef));
        const std::uint64_t sectors_at = layout.add(counts.sectors, sizeof(flatline_sector));
        const std::uint64_t things_at = layout.add(counts.things, sizeof(flatline_thing));
        const std::uint64_t names_at = layout.add(kNames, sizeof(flatline_text));
        const std::uint64_t decoded_at = layout.add(json.size() + 1, 1);
        const std::uint64_t values_at = layout.add(values, sizeof(SideValue));
        if (!memory.ensure(hooks, layout.bytes())) return false;
        budget = Budget(Limits().arena_bytes);
        budget.announce(layout.bytes());
        unsigned char* at = memory.data();
        raw.vertices.place(at + vertices_at, counts.vertices, &budget);
        raw.linedefs.place(at + linedefs_at, counts.linedefs, &budget);
        raw.sidedefs.place(at + sidedefs_at, counts.sidedefs, &budget);
        raw.sectors.place(at + sectors_at, counts.sectors, &budget);
        raw.things.place(at + things_at, counts.things, &budget);
        raw.names.place(at + names_at, kNames, &budget);
        raw.decoded.place(at + decoded_at, json.size() + 1, &budget);
        raw.values.place(at + values_at, values, &budget);
        names.begin(&raw.names, text(), &raw.decoded, hooks, &budget);
        unsigned char* dash = raw.decoded.push();
        if (dash == nullptr) return false;
        *dash = '-';
        return names.intern({static_cast<std::uint32_t>(json.size()), 1}) == 0;
    }

    // Most strings have no escape and stay where they are.
    bool string(ondemand::value value, flatline_text& out) {
        ondemand::raw_json_string raw_string;
        if (value.get_raw_json_string().get(raw_string)) return false;
        const auto* p = reinterpret_cast<const unsigned char*>(raw_string.raw());
        const std::size_t size = plain_size(p);
        if (p[size] == '"') {
            out = {static_cast<std::uint32_t>(p - base()), static_cast<std::uint32_t>(size)};
            return true;
        }
        std::string_view decoded;
        if (value.get_string().get(decoded)) return false;
        const std::size_t at = raw.decoded.size();
        unsigned char* copy = raw.decoded.push(decoded.size());
        if (copy == nullptr) return false;
        std::memcpy(copy, decoded.data(), decoded.size());
        out = {static_cast<std::uint32_t>(json.size() + at),
               static_cast<std::uint32_t>(decoded.size())};
        return true;
    }

    std::uint32_t name(flatline_text text) {
        if (text.size > text::NamePool::kCachedBytes || text.offset >= json.size()) {
            return names.intern(text);
        }
        return names.intern_short(text::NamePool::short_key(base() + text.offset, text.size), text);
    }

    FLATLINE_ALWAYS_INLINE bool field(ondemand::value value, const FieldRecord& record,
                                      std::uint8_t block, std::uint32_t index,
                                      unsigned char* element) {
        unsigned char* member = element + record.offset;
        std::int64_t integer = 0;
        double real = 0;
        bool on = false;
        SideValue side{};
        switch (record.store) {
            case Store::integer:
            case Store::index:
                if (value.get_int64().get(integer)) return false;
                put(member, static_cast<std::int32_t>(integer));
                return true;
            case Store::real:
                if (value.get_double().get(real)) return false;
                put(member, real);
                return true;
            case Store::whole:
                if (value.get_int64().get(integer)) return false;
                put(member, static_cast<double>(integer));
                return true;
            case Store::name: {
                flatline_text text;
                if (!string(value, text)) return false;
                const std::uint32_t id = name(text);
                put(member, id);
                return id != text::NamePool::kNone;
            }
            case Store::flag:
            case Store::not_flag: {
                if (value.get_bool().get(on)) return false;
                std::uint32_t flags;
                std::memcpy(&flags, member, sizeof flags);
                const bool set = on == (record.store == Store::flag);
                put(member, set ? flags | record.mask : flags & ~record.mask);
                return true;
            }
            case Store::column_integer:
                if (value.get_int64().get(integer)) return false;
                side.integer = static_cast<std::int32_t>(integer);
                side.kind = FLATLINE_INTEGER;
                break;
            case Store::column_real:
                if (value.get_double().get(side.real)) return false;
                side.kind = FLATLINE_REAL;
                break;
            case Store::column_boolean:
                if (value.get_bool().get(on)) return false;
                side.integer = on;
                side.kind = FLATLINE_BOOLEAN;
                break;
            case Store::column_string:
            case Store::column_ids:
                if (!string(value, side.text)) return false;
                side.kind = record.store == Store::column_ids ? FLATLINE_IDS : FLATLINE_STRING;
                break;
        }
        SideValue* kept = raw.values.push();
        if (kept == nullptr) return false;
        side.element = index;
        side.field = record.field;
        side.block = block;
        *kept = side;
        return true;
    }

    template <class Element>
    bool elements(ondemand::value list, Array<Element>& array, std::uint8_t block,
                  const Element& fallback) {
        ondemand::array objects;
        if (list.get_array().get(objects)) return false;
        for (auto entry : objects) {
            ondemand::object object;
            if (entry.get_object().get(object)) return false;
            const auto index = static_cast<std::uint32_t>(array.size());
            Element* element = array.push();
            if (element == nullptr) return false;
            *element = fallback;
            for (auto each : object) {
                ondemand::field member;
                if (std::move(each).get(member)) return false;
                const auto* key = reinterpret_cast<const unsigned char*>(member.key().raw());
                const std::size_t size = plain_size(key);
                if (size > udmf::kMaxKeyBytes) return false;
                const FieldRecord* record = table.find(
                    block,
                    udmf::load_key(key, size, base() + json.size() + simdjson::SIMDJSON_PADDING));
                if (record == nullptr) continue;  // real maps have some; no column is made of them
                if (!field(std::move(member).value(), *record, block, index,
                           reinterpret_cast<unsigned char*>(element))) {
                    return false;
                }
            }
        }
        return true;
    }

    // What an element holds where the dialect's defaults are not zero.
    template <class Element>
    void set_fallback(Element& element, std::uint8_t block) const {
        element = {};
        for (const StandardField& field : standard_fields()) {
            if (field.block != block || field.kind != FLATLINE_INTEGER) continue;
            const auto row = udmf::find_row(raw.dialect, false, field.field);
            if (!row) continue;
            std::int32_t number = 0;
            std::from_chars(row->fallback.data(), row->fallback.data() + row->fallback.size(),
                            number);
            put(reinterpret_cast<unsigned char*>(&element) + field.offset, number);
        }
    }

    bool of_namespace(ondemand::value value) {
        std::string_view name;
        if (value.get_string().get(name)) return false;
        const NamespaceRow* row = udmf::find_namespace(name);
        if (row == nullptr) return false;
        raw.dialect = row->dialect;
        table = FieldTable(row->dialect, false);
        set_fallback(vertex, FLATLINE_VERTEX);
        set_fallback(linedef, FLATLINE_LINEDEF);
        set_fallback(sidedef, FLATLINE_SIDEDEF);
        set_fallback(sector, FLATLINE_SECTOR);
        set_fallback(thing, FLATLINE_THING);
        if (row->zero_line_id) linedef.id = 0;
        return true;
    }

    bool walk() {
        ondemand::document document;
        ondemand::object root;
        if (parser.iterate(json).get(document) || document.get_object().get(root)) return false;
        for (auto each : root) {
            ondemand::field member;
            std::string_view key;
            ondemand::value value;
            if (std::move(each).get(member) || member.unescaped_key().get(key)) return false;
            value = std::move(member).value();
            if (key == "namespace") {
                if (!of_namespace(value)) return false;
            } else if (key == "vertex") {
                if (!elements(value, raw.vertices, FLATLINE_VERTEX, vertex)) return false;
            } else if (key == "linedef") {
                if (!elements(value, raw.linedefs, FLATLINE_LINEDEF, linedef)) return false;
            } else if (key == "sidedef") {
                if (!elements(value, raw.sidedefs, FLATLINE_SIDEDEF, sidedef)) return false;
            } else if (key == "sector") {
                if (!elements(value, raw.sectors, FLATLINE_SECTOR, sector)) return false;
            } else if (key == "thing") {
                if (!elements(value, raw.things, FLATLINE_THING, thing)) return false;
            } else {
                return false;
            }
        }
        return true;
    }

    flatline_vertex vertex{};
    flatline_linedef linedef{};
    flatline_sidedef sidedef{};
    flatline_sector sector{};
    flatline_thing thing{};
};

JsonWalk::JsonWalk(const std::string& json, const mapgen::Counts& counts)
    : state_(std::make_unique<State>()) {
    state_->json = simdjson::padded_string(json);
    state_->counts = counts;
}

JsonWalk::~JsonWalk() = default;

bool JsonWalk::again() {
    State& s = *state_;
    flatline::engine::detail::FindingEdit::clear(s.findings);
    return s.place() && s.walk() &&
           udmf::build_columns(s.raw, s.text(), s.hooks, s.budget, s.column_memory, s.findings,
                               s.columns) == Outcome::ok;
}

const udmf::RawMap& JsonWalk::raw() const { return state_->raw; }
const udmf::Columns& JsonWalk::columns() const { return state_->columns; }

std::string_view JsonWalk::text(flatline_text text) const {
    const std::size_t size = state_->json.size();
    const unsigned char* from = text.offset < size
                                    ? state_->base() + text.offset
                                    : state_->raw.decoded.data() + (text.offset - size);
    return {reinterpret_cast<const char*>(from), text.size};
}

std::string JsonWalk::library() {
    return std::string("simdjson ") + SIMDJSON_STRINGIFY(SIMDJSON_VERSION) + ", walks by " +
           SIMDJSON_STRINGIFY(SIMDJSON_BUILTIN_IMPLEMENTATION) + ", structure by " +
           simdjson::get_active_implementation()->name();
}

}  // namespace flatline::engine::bench
