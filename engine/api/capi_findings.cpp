// The C functions of c_findings.h: what a load had to say, in words and with its place.
#include <cstdint>
#include <string_view>

#include "api/capi.hpp"
#include "flatline/findings.hpp"

using flatline::capi::literal;
using flatline::capi::text_of;

static_assert(FLATLINE_NOTE == static_cast<int>(flatline::Severity::note) &&
              FLATLINE_WARNING == static_cast<int>(flatline::Severity::warning) &&
              FLATLINE_ERROR == static_cast<int>(flatline::Severity::error));

uint64_t flatline::capi::count_of(const FindingList& list, uint8_t severity) noexcept {
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

size_t flatline::capi::describe_to(const flatline_finding* finding, std::string_view text,
                                   char* out, size_t capacity) noexcept {
    const size_t size = finding != nullptr ? describe(*finding, text, out, capacity) : 0;
    if (capacity != 0) out[size < capacity ? size : capacity - 1] = '\0';
    return size;
}

void flatline::capi::place_to(std::string_view text, uint64_t offset, uint64_t* line,
                              uint64_t* column) noexcept {
    TextPlace place;
    if (offset != FLATLINE_NO_OFFSET) place = PlaceFinder(text).place(offset);
    if (line != nullptr) *line = place.line;
    if (column != nullptr) *column = place.column;
}

const flatline_finding* flatline_map_findings(const flatline_map* map, size_t* count) {
    return flatline::capi::findings_of(map != nullptr ? &map->result.findings : nullptr, count);
}

uint64_t flatline_map_finding_count(const flatline_map* map, uint8_t severity) {
    return map != nullptr ? flatline::capi::count_of(map->result.findings, severity) : 0;
}

const char* flatline_rule_id(uint16_t rule) {
    const auto rows = flatline::rule_rows();
    return rule < rows.size() ? literal(rows[rule].id) : nullptr;
}

namespace {

const char* note_text(uint16_t rule, std::string_view flatline::RuleNote::*text) noexcept {
    if (rule >= flatline::rule_rows().size()) return nullptr;
    return literal(flatline::rule_note(static_cast<flatline::Rule>(rule)).*text);
}

}  // namespace

const char* flatline_rule_why(uint16_t rule) { return note_text(rule, &flatline::RuleNote::why); }
const char* flatline_rule_mend(uint16_t rule) { return note_text(rule, &flatline::RuleNote::mend); }
const char* flatline_rule_ports(uint16_t rule) {
    return note_text(rule, &flatline::RuleNote::ports);
}

const char* flatline_severity_name(uint8_t severity) {
    if (severity > FLATLINE_ERROR) return "";
    return literal(flatline::severity_name(static_cast<flatline::Severity>(severity)));
}

const char* flatline_element_name(uint8_t element) {
    return literal(flatline::element_name(element));
}

const char* flatline_lump_name(uint8_t lump) {
    if (lump > static_cast<uint8_t>(flatline::Lump::nodes)) return "";
    return literal(flatline::lump_name(static_cast<flatline::Lump>(lump)));
}

size_t flatline_describe(const flatline_map* map, const flatline_finding* finding, char* out,
                         size_t capacity) {
    const bool of_text =
        finding != nullptr && finding->lump == static_cast<uint8_t>(flatline::Lump::textmap);
    return flatline::capi::describe_to(finding, of_text ? text_of(map) : std::string_view(), out,
                                       capacity);
}

void flatline_place(const flatline_map* map, uint64_t offset, uint64_t* line, uint64_t* column) {
    flatline::capi::place_to(text_of(map), map != nullptr ? offset : FLATLINE_NO_OFFSET, line,
                             column);
}

void flatline_locate(const flatline_map* map, const flatline_finding* findings, size_t count,
                     uint64_t* offsets) {
    if (findings == nullptr || offsets == nullptr) return;
    if (map != nullptr) {
        flatline::locate(map->result.value, {findings, count}, offsets);
    } else {
        for (size_t i = 0; i < count; ++i) offsets[i] = findings[i].offset;
    }
}

uint64_t flatline_locate_field(const flatline_map* map, uint8_t element, uint32_t index,
                               uint16_t field) {
    if (map == nullptr) return FLATLINE_NO_OFFSET;
    return flatline::locate(map->result.value, element, index, field);
}
