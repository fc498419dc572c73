#include "flatline/check.hpp"

#include "check/rules.hpp"

namespace flatline {

void sanity::report(FindingList& findings, Rule rule, std::uint8_t element, std::uint32_t index,
                    FieldId field, std::int64_t a, std::int64_t b, Lump lump) noexcept {
    Finding f{};
    f.offset = FLATLINE_NO_OFFSET;
    f.a = a;
    f.b = b;
    f.index = index;
    f.rule = static_cast<std::uint16_t>(rule);
    f.field = field;
    f.severity = static_cast<std::uint8_t>(rule_rows()[f.rule].severity);
    f.element = element;
    f.lump = static_cast<std::uint8_t>(lump);
    findings.add(f);
}

void check(const Map& map, FindingList& findings) noexcept {
    sanity::check_map(map, findings);
    sanity::check_lines(map, findings);
    sanity::check_unused(map, findings);
}

void check(const Map& map, const MapEntry& entry, FindingList& findings) noexcept {
    check(map, findings);
    sanity::check_lumps(map, entry, findings);
}

}  // namespace flatline
