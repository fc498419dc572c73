// The C functions of c_findings.h: what a load had to say, in words and with its place.
#include <cstdint>
#include <new>
#include <optional>
#include <string_view>
#include <type_traits>

#include "api/capi.hpp"
#include "flatline/check.hpp"
#include "flatline/describe.hpp"
#include "flatline/findings.hpp"

using flatline::capi::literal;
using flatline::capi::text_of;

static_assert(FLATLINE_NOTE == static_cast<int>(flatline::Severity::note) &&
              FLATLINE_WARNING == static_cast<int>(flatline::Severity::warning) &&
              FLATLINE_ERROR == static_cast<int>(flatline::Severity::error));
static_assert(FLATLINE_LUMP_NONE == static_cast<int>(flatline::Lump::none) &&
              FLATLINE_LUMP_TEXTMAP == static_cast<int>(flatline::Lump::textmap) &&
              FLATLINE_LUMP_ZNODES == static_cast<int>(flatline::Lump::znodes) &&
              FLATLINE_LUMP_BLOCKMAP == static_cast<int>(flatline::Lump::blockmap) &&
              FLATLINE_LUMP_REJECT == static_cast<int>(flatline::Lump::reject) &&
              FLATLINE_LUMP_DIRECTORY == static_cast<int>(flatline::Lump::directory) &&
              FLATLINE_LUMP_FILE == static_cast<int>(flatline::Lump::file) &&
              FLATLINE_LUMP_MAP == static_cast<int>(flatline::Lump::map) &&
              FLATLINE_LUMP_THINGS == static_cast<int>(flatline::Lump::things) &&
              FLATLINE_LUMP_LINEDEFS == static_cast<int>(flatline::Lump::linedefs) &&
              FLATLINE_LUMP_SIDEDEFS == static_cast<int>(flatline::Lump::sidedefs) &&
              FLATLINE_LUMP_VERTEXES == static_cast<int>(flatline::Lump::vertexes) &&
              FLATLINE_LUMP_SECTORS == static_cast<int>(flatline::Lump::sectors) &&
              FLATLINE_LUMP_SEGS == static_cast<int>(flatline::Lump::segs) &&
              FLATLINE_LUMP_SSECTORS == static_cast<int>(flatline::Lump::ssectors) &&
              FLATLINE_LUMP_NODES == static_cast<int>(flatline::Lump::nodes));
static_assert(FLATLINE_NUMBERS_NONE == static_cast<int>(flatline::Numbers::none) &&
              FLATLINE_NUMBERS_INTEGERS == static_cast<int>(flatline::Numbers::integers) &&
              FLATLINE_NUMBERS_REALS == static_cast<int>(flatline::Numbers::reals) &&
              FLATLINE_NUMBERS_LUMP_NAME == static_cast<int>(flatline::Numbers::lump_name) &&
              FLATLINE_NUMBERS_PLANE == static_cast<int>(flatline::Numbers::plane) &&
              FLATLINE_NUMBERS_RULES == static_cast<int>(flatline::Numbers::rules));

uint64_t flatline::capi::count_of(const FindingList* list, uint8_t severity) noexcept {
    if (list == nullptr) return 0;
    switch (severity) {
        case FLATLINE_NOTE:
            return list->notes();
        case FLATLINE_WARNING:
            return list->warnings();
        case FLATLINE_ERROR:
            return list->errors();
        default:
            return 0;
    }
}

int flatline::capi::has_rule(const FindingList* list, uint16_t rule) noexcept {
    return list != nullptr && rule < kRuleCount && list->rules().has(static_cast<Rule>(rule));
}

size_t flatline::capi::describe_to(const flatline_finding* finding, std::string_view text,
                                   char* out, size_t capacity) noexcept {
    return write_to(out, capacity, [&](char* to, size_t room) {
        return finding != nullptr ? describe(*finding, text, to, room) : 0;
    });
}

void flatline::capi::place_to(std::string_view text, uint64_t offset, uint64_t* line,
                              uint64_t* column) noexcept {
    TextPlace place;
    if (offset != FLATLINE_NO_OFFSET) place = PlaceFinder(text).place(offset);
    if (line != nullptr) *line = place.line;
    if (column != nullptr) *column = place.column;
}

const flatline_finding* flatline_map_findings(const flatline_map* map, size_t* count) {
    return flatline::capi::findings_of(flatline::capi::list_of(map), count);
}

uint64_t flatline_map_finding_count(const flatline_map* map, uint8_t severity) {
    return flatline::capi::count_of(flatline::capi::list_of(map), severity);
}

int flatline_map_has_rule(const flatline_map* map, uint16_t rule) {
    return flatline::capi::has_rule(flatline::capi::list_of(map), rule);
}

namespace {

std::optional<flatline::RuleRow> rule_row(uint16_t rule) noexcept {
    if (rule >= flatline::kRuleCount) return {};
    return flatline::rule_rows()[rule];
}

const char* note_text(uint16_t rule, std::string_view flatline::RuleNote::*text) noexcept {
    if (!rule_row(rule)) return nullptr;
    return literal(flatline::rule_note(static_cast<flatline::Rule>(rule)).*text);
}

}  // namespace

uint16_t flatline_find_rule(const char* id) {
    const flatline::Rule rule = flatline::find_rule(flatline::capi::view(id));
    return rule != flatline::Rule::count_ ? static_cast<uint16_t>(rule) : FLATLINE_NO_RULE;
}

const char* flatline_rule_id(uint16_t rule) {
    const auto row = rule_row(rule);
    return row ? literal(row->id) : nullptr;
}

uint8_t flatline_rule_severity(uint16_t rule) {
    const auto row = rule_row(rule);
    return row ? static_cast<uint8_t>(row->severity) : uint8_t{FLATLINE_NOTE};
}

uint8_t flatline_rule_numbers(uint16_t rule) {
    const auto row = rule_row(rule);
    return row ? static_cast<uint8_t>(row->numbers) : uint8_t{FLATLINE_NUMBERS_NONE};
}

const char* flatline_rule_sentence(uint16_t rule) {
    const auto row = rule_row(rule);
    return row ? literal(row->sentence) : nullptr;
}

flatline_finding flatline_make_finding(uint16_t rule, uint8_t lump, uint64_t offset, int64_t a,
                                       int64_t b) {
    if (!rule_row(rule) || lump > FLATLINE_LUMP_NODES) return {};
    return flatline::make_finding(static_cast<flatline::Rule>(rule),
                                  static_cast<flatline::Lump>(lump), offset, a, b);
}

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
    if (lump > FLATLINE_LUMP_NODES) return "";
    return literal(flatline::lump_name(static_cast<flatline::Lump>(lump)));
}

size_t flatline_describe(const flatline_map* map, const flatline_finding* finding, char* out,
                         size_t capacity) {
    const bool of_text =
        finding != nullptr && finding->lump == static_cast<uint8_t>(flatline::Lump::textmap);
    return flatline::capi::describe_to(finding, of_text ? text_of(map) : std::string_view(), out,
                                       capacity);
}

size_t flatline_describe_element(const flatline_finding* finding, char* out, size_t capacity) {
    return flatline::capi::write_to(out, capacity, [finding](char* to, size_t room) {
        return finding != nullptr ? flatline::describe_element(*finding, to, room) : 0;
    });
}

size_t flatline_describe_sentence(const flatline_map* map, const flatline_finding* finding,
                                  char* out, size_t capacity) {
    return flatline::capi::write_to(out, capacity, [&](char* to, size_t room) {
        if (finding == nullptr) return size_t{0};
        const bool of_text = finding->lump == static_cast<uint8_t>(flatline::Lump::textmap);
        const std::string_view text = of_text ? text_of(map) : std::string_view();
        return flatline::describe_sentence(*finding, text, to, room);
    });
}

size_t flatline_describe_at(const flatline_finding* finding, const flatline_finding_source* source,
                            char* out, size_t capacity) {
    flatline_finding_source taken = FLATLINE_FINDING_SOURCE_INIT;
    const bool good = finding != nullptr && flatline::capi::take(source, taken);
    return flatline::capi::write_to(out, capacity, [&](char* to, size_t room) {
        if (!good) return size_t{0};
        flatline::FindingSource from;
        from.file = flatline::capi::view(taken.file);
        from.map = flatline::capi::view(taken.map_name);
        from.text = taken.doom3 != nullptr ? text_of(taken.doom3) : text_of(taken.map);
        if (taken.map != nullptr) from.loaded = &taken.map->result.value;
        return flatline::describe_at(*finding, from, to, room);
    });
}

void flatline_place(const flatline_map* map, uint64_t offset, uint64_t* line, uint64_t* column) {
    flatline::capi::place_to(text_of(map), map != nullptr ? offset : FLATLINE_NO_OFFSET, line,
                             column);
}

static_assert(sizeof(flatline::PlaceFinder) <= sizeof(flatline_place_finder));
static_assert(alignof(flatline::PlaceFinder) <= alignof(flatline_place_finder) &&
              std::is_trivially_destructible_v<flatline::PlaceFinder>);

void flatline_place_finder_init(flatline_place_finder* finder, const void* text, size_t size) {
    if (finder == nullptr) return;
    const auto* bytes = static_cast<const char*>(text);
    new (finder->storage) flatline::PlaceFinder(bytes != nullptr ? std::string_view(bytes, size)
                                                                 : std::string_view());
}

void flatline_place_finder_place(flatline_place_finder* finder, uint64_t offset, uint64_t* line,
                                 uint64_t* column) {
    flatline::TextPlace place;
    if (finder != nullptr && offset != FLATLINE_NO_OFFSET) {
        place =
            std::launder(reinterpret_cast<flatline::PlaceFinder*>(finder->storage))->place(offset);
    }
    if (line != nullptr) *line = place.line;
    if (column != nullptr) *column = place.column;
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
