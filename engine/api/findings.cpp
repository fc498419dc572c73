// The C functions of flatline.h: the findings of a load, in words and with their place.
#include <cstdint>
#include <optional>
#include <string_view>

#include "api/handle.hpp"
#include "model/describe.hpp"
#include "model/findings.hpp"
#include "model/load.hpp"

using namespace flatline::engine;
using namespace flatline::engine::capi;

// ---- Every handle ------------------------------------------------------------------------------

void flatline_free(void* handle) { delete static_cast<Handle*>(handle); }

flatline_status flatline_status_of(const void* handle) {
    return handle != nullptr
               ? static_cast<flatline_status>(static_cast<const Handle*>(handle)->status)
               : FLATLINE_BAD_ARGUMENT;
}

const flatline_finding* flatline_findings(const void* handle, size_t* count) {
    const auto kept = handle != nullptr ? static_cast<const Handle*>(handle)->findings.kept()
                                        : View<flatline_finding>();
    if (count != nullptr) *count = kept.size();
    return kept.data();
}

uint64_t flatline_finding_count(const void* handle, uint8_t severity) {
    if (handle == nullptr) return 0;
    const FindingList& list = static_cast<const Handle*>(handle)->findings;
    switch (severity) {
        case FLATLINE_NOTE:
            return list.notes();
        case FLATLINE_WARNING:
            return list.warnings();
        case FLATLINE_ERROR:
            return list.errors();
        default:
            return 0;
    }
}

int flatline_has_rule(const void* handle, uint16_t rule) {
    return handle != nullptr && rule < kRuleCount &&
           static_cast<const Handle*>(handle)->findings.rules().has(static_cast<Rule>(rule));
}

void flatline_memory(const void* handle, uint64_t* announced, uint64_t* used) {
    const MemoryUse memory =
        handle != nullptr ? static_cast<const Handle*>(handle)->memory : MemoryUse{};
    if (announced != nullptr) *announced = memory.announced;
    if (used != nullptr) *used = memory.used;
}

int32_t flatline_memory_by_size(const void* handle) {
    return handle != nullptr && static_cast<const Handle*>(handle)->memory.by_size ? 1 : 0;
}

// ---- Rules -------------------------------------------------------------------------------------

namespace {

std::optional<RuleRow> rule_row(uint16_t rule) noexcept {
    if (rule >= kRuleCount) return {};
    return rule_rows()[rule];
}

const char* note_text(uint16_t rule, std::string_view RuleNote::*text) noexcept {
    if (!rule_row(rule)) return nullptr;
    return literal(rule_note(static_cast<Rule>(rule)).*text);
}

}  // namespace

uint16_t flatline_find_rule(const char* id) {
    const Rule rule = find_rule(view(id));
    return rule != Rule::count_ ? static_cast<uint16_t>(rule) : FLATLINE_NO_RULE;
}

const char* flatline_rule_id(uint16_t rule) {
    const auto row = rule_row(rule);
    return row ? literal(row->id) : nullptr;
}

uint8_t flatline_rule_severity(uint16_t rule) {
    const auto row = rule_row(rule);
    return row ? static_cast<uint8_t>(row->severity) : uint8_t{FLATLINE_NOTE};
}

int flatline_rule_is_repairable(uint16_t rule) {
    for (const Rule each : repairable_rules()) {
        if (static_cast<uint16_t>(each) == rule) return 1;
    }
    return 0;
}

uint8_t flatline_rule_numbers(uint16_t rule) {
    const auto row = rule_row(rule);
    return row ? static_cast<uint8_t>(row->numbers) : uint8_t{FLATLINE_NUMBERS_NONE};
}

uint8_t flatline_rule_fix(uint16_t rule) {
    const auto row = rule_row(rule);
    return row ? static_cast<uint8_t>(row->fix) : uint8_t{FLATLINE_FIX_NONE};
}

const char* flatline_rule_sentence(uint16_t rule) {
    const auto row = rule_row(rule);
    return row ? literal(row->sentence) : nullptr;
}

flatline_finding flatline_make_finding(uint16_t rule, uint8_t lump, uint64_t offset, int64_t a,
                                       int64_t b) {
    if (!rule_row(rule) || lump > FLATLINE_LUMP_NODES) return {};
    return make_finding(static_cast<Rule>(rule), static_cast<Lump>(lump), offset, a, b);
}

const char* flatline_rule_why(uint16_t rule) { return note_text(rule, &RuleNote::why); }
const char* flatline_rule_mend(uint16_t rule) { return note_text(rule, &RuleNote::mend); }
const char* flatline_rule_ports(uint16_t rule) { return note_text(rule, &RuleNote::ports); }

const char* flatline_fix_name(uint8_t fix) {
    if (fix > FLATLINE_FIX_UNSAFE) return "";
    return literal(fix_name(static_cast<RuleFix>(fix)));
}

const char* flatline_severity_name(uint8_t severity) {
    if (severity > FLATLINE_ERROR) return "";
    return literal(severity_name(static_cast<Severity>(severity)));
}

const char* flatline_element_name(uint8_t element) { return literal(element_name(element)); }

const char* flatline_lump_name(uint8_t lump) {
    if (lump > FLATLINE_LUMP_NODES) return "";
    return literal(lump_name(static_cast<Lump>(lump)));
}

// ---- Sentences and places ----------------------------------------------------------------------

namespace {

// What a finding of a map quotes: of a TEXTMAP, or of a Doom 3 map, its text.
std::string_view quoted(const void* map, const Finding& finding) noexcept {
    const bool of_text = finding.lump == static_cast<uint8_t>(Lump::textmap) ||
                         finding.lump == static_cast<uint8_t>(Lump::map);
    return of_text ? text_of(map) : std::string_view();
}

}  // namespace

size_t flatline_describe(const void* map, const flatline_finding* finding, char* out,
                         size_t capacity) {
    return write_to(out, capacity, [&](char* to, size_t room) {
        return finding != nullptr ? describe(*finding, quoted(map, *finding), to, room) : 0;
    });
}

size_t flatline_describe_at(const flatline_finding* finding, const flatline_finding_source* source,
                            char* out, size_t capacity) {
    flatline_finding_source taken = FLATLINE_FINDING_SOURCE_INIT;
    const bool good = finding != nullptr && copy_options(source, taken);
    return write_to(out, capacity, [&](char* to, size_t room) {
        if (!good) return size_t{0};
        FindingSource from;
        from.file = view(taken.file);
        from.map = view(taken.map_name);
        from.text = text_of(taken.map);
        if (taken.map != nullptr) from.loaded = static_cast<const Handle*>(taken.map)->map();
        return describe_at(*finding, from, to, room);
    });
}

void flatline_place(const void* map, uint64_t offset, uint64_t* line, uint64_t* column) {
    TextPlace place;
    if (map != nullptr && offset != FLATLINE_NO_OFFSET) {
        place = PlaceFinder(text_of(map)).place(offset);
    }
    if (line != nullptr) *line = place.line;
    if (column != nullptr) *column = place.column;
}

void flatline_locate(const void* map, const flatline_finding* findings, size_t count,
                     flatline_location* locations) {
    if (findings == nullptr || locations == nullptr) return;
    const Map* const of = map != nullptr ? static_cast<const Handle*>(map)->map() : nullptr;
    locate(of, text_of(map), {findings, count}, locations);
}

uint64_t flatline_locate_field(const flatline_map* map, uint8_t element, uint32_t index,
                               uint16_t field) {
    if (map == nullptr) return FLATLINE_NO_OFFSET;
    return locate(map->value, element, index, field);
}
