#include "flatline/check.hpp"

#include "check/rules.hpp"

namespace flatline {

void sanity::report(FindingList& findings, Rule rule, std::uint8_t element, std::uint32_t index,
                    FieldId field, std::int64_t a, std::int64_t b, Lump lump) noexcept {
    Finding f = make_finding(rule, lump, FLATLINE_NO_OFFSET, a, b);
    f.element = element;
    f.index = index;
    f.field = field;
    findings.add(f);
}

void sanity::report_at(FindingList& findings, Rule rule, const Place& place, std::int64_t a,
                       std::int64_t b) noexcept {
    Finding f{};
    f.offset = place.offset;
    f.length = place.length;
    f.a = a;
    f.b = b;
    f.index = place.index;
    f.rule = static_cast<std::uint16_t>(rule);
    f.field = FLATLINE_NO_FIELD;
    f.severity = static_cast<std::uint8_t>(rule_rows()[f.rule].severity);
    f.element = place.element;
    f.lump = static_cast<std::uint8_t>(Lump::map);
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

void check(const Doom3Map& map, const Limits& limits, FindingList& findings) noexcept {
    sanity::check_entities(map, findings);
    sanity::check_materials(map, findings);
    sanity::check_patches(map, findings);
    WindingsOptions options;
    options.limits = limits;
    const WindingsResult built = build_windings(map, options);
    if (built) {
        sanity::check_brushes(map, built.windings, findings);
    } else {
        sanity::report_at(findings, Rule::out_of_memory, sanity::kWholeMap);
    }
}

}  // namespace flatline
