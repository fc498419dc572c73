#include "flatline/check.hpp"

#include "binary/records.hpp"
#include "check/rules.hpp"

namespace flatline {

void sanity::report(const Map& map, FindingList& findings, Rule rule, std::uint8_t element,
                    std::uint32_t index, FieldId field, std::int64_t a, std::int64_t b,
                    Lump lump) noexcept {
    Finding f = make_finding(rule, lump, FLATLINE_NO_OFFSET, a, b);
    f.element = element;
    f.index = index;
    f.field = field;
    if (map.format() != MapFormat::udmf) {
        binary::place_finding(map.format() == MapFormat::hexen, f);
    }
    findings.add(f);
}

namespace {

Finding finding_at(Rule rule, const sanity::Place& place, Lump lump) noexcept {
    Finding f = make_finding(rule, lump, place.offset);
    f.length = place.length;
    f.index = place.index;
    f.element = place.element;
    return f;
}

}  // namespace

void sanity::report_at(FindingList& findings, Rule rule, const Place& place, std::int64_t a,
                       std::int64_t b) noexcept {
    Finding f = finding_at(rule, place, Lump::map);
    f.a = a;
    f.b = b;
    findings.add(f);
}

void sanity::report_in_textmap(FindingList& findings, Rule rule, const Place& place,
                               FieldId field) noexcept {
    Finding f = finding_at(rule, place, Lump::textmap);
    f.field = field;
    findings.add(f);
}

void check(const Map& map, FindingList& findings) noexcept {
    sanity::check_map(map, findings);
    sanity::check_lines(map, findings);
    sanity::check_unused(map, findings);
    sanity::check_portability(map, findings);
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
    const Result<Windings> built = build_windings(map, options);
    if (built) {
        sanity::check_brushes(map, built.value, findings);
    } else {
        sanity::report_at(findings, Rule::out_of_memory, sanity::kWholeMap);
    }
}

}  // namespace flatline
