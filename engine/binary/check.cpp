#include "binary/check.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "binary/records.hpp"

namespace flatline::engine::binary {
namespace {

// Adds what refuses the map; false, so that callers can return it.
bool refuse(FindingList& findings, Rule rule, std::uint64_t met, std::uint64_t limit,
            Lump lump = Lump::none, std::uint64_t offset = FLATLINE_NO_OFFSET) noexcept {
    Finding f = make_finding(rule, lump, offset, static_cast<std::int64_t>(met),
                             static_cast<std::int64_t>(limit));
    f.refuses = 1;
    findings.add(f);
    return false;
}

struct CountRow {
    Rule rule;
    std::uint64_t Limits::*limit;
};
// By FLATLINE_VERTEX .. FLATLINE_THING.
constexpr CountRow kCounts[] = {
    {Rule::limit_vertices, &Limits::vertices}, {Rule::limit_linedefs, &Limits::linedefs},
    {Rule::limit_sidedefs, &Limits::sidedefs}, {Rule::limit_sectors, &Limits::sectors},
    {Rule::limit_things, &Limits::things},
};

// Coordinates beyond the limit refuse the map, heights are findings, as in text.
class Bounds {
public:
    Bounds(bool hexen, double limit, FindingList& findings) noexcept
        : hexen_(hexen), limit_(limit), findings_(findings) {}

    bool coordinate(std::uint8_t element, std::size_t index, std::string_view field,
                    double number) const noexcept {
        if (is_within(number)) return true;
        report(Rule::limit_coordinate, element, index, field, number);
        return false;
    }
    void height(std::uint8_t element, std::size_t index, std::string_view field,
                double number) const noexcept {
        if (!is_within(number)) report(Rule::coord_range, element, index, field, number);
    }

private:
    // 16.16 numbers reach from -32768 to a fraction below 32768.
    bool is_within(double number) const noexcept {
        return std::fabs(number) <= (number < 0 ? std::ceil(limit_) : limit_);
    }
    void report(Rule rule, std::uint8_t element, std::size_t index, std::string_view field,
                double number) const noexcept {
        Finding f = make_finding(rule, Lump::textmap);
        f.element = element;
        f.index = static_cast<std::uint32_t>(index);
        f.field = find_field(element, field);
        std::memcpy(&f.a, &number, sizeof f.a);
        std::memcpy(&f.b, &limit_, sizeof f.b);
        f.refuses = rule == Rule::limit_coordinate;
        place_finding(hexen_, f);
        findings_.add(f);
    }

    bool hexen_;
    double limit_;
    FindingList& findings_;
};

bool check_bounds(bool hexen, const udmf::RawMap& raw, const Limits& limits,
                  FindingList& findings) noexcept {
    constexpr double kLargest = 32768.0;  // of 16 bits with a sign
    if (limits.coordinate >= kLargest) return true;
    const Bounds bounds(hexen, limits.coordinate, findings);
    for (std::size_t i = 0; i < raw.vertices.size(); ++i) {
        const flatline_vertex& v = raw.vertices[i];
        if (!bounds.coordinate(FLATLINE_VERTEX, i, "x", v.x) ||
            !bounds.coordinate(FLATLINE_VERTEX, i, "y", v.y)) {
            return false;
        }
    }
    for (std::size_t i = 0; i < raw.sectors.size(); ++i) {
        bounds.height(FLATLINE_SECTOR, i, "heightfloor", raw.sectors[i].heightfloor);
        bounds.height(FLATLINE_SECTOR, i, "heightceiling", raw.sectors[i].heightceiling);
    }
    for (std::size_t i = 0; i < raw.things.size(); ++i) {
        const flatline_thing& thing = raw.things[i];
        bounds.height(FLATLINE_THING, i, "height", thing.height);
        if (!bounds.coordinate(FLATLINE_THING, i, "x", thing.x) ||
            !bounds.coordinate(FLATLINE_THING, i, "y", thing.y)) {
            return false;
        }
    }
    return true;
}

}  // namespace

bool check_counts(const BinaryLumps& lumps, const LumpCounts& counts, const NamespaceRules& rules,
                  std::string_view name_space, const Limits& limits,
                  FindingList& findings) noexcept {
    const std::uint64_t bytes = map_bytes(lumps);
    const std::uint64_t most = std::min(limits.text_bytes, kMostBytes);
    if (bytes > most) return refuse(findings, Rule::limit_text_bytes, bytes, most);
    if (name_space.size() > limits.string_bytes) {
        return refuse(findings, Rule::limit_string_bytes, name_space.size(), limits.string_bytes);
    }
    if (!rules.is_known()) findings.add(make_finding(Rule::namespace_unknown));
    for (const LumpRow& row : kLumpRows) {
        const std::uint64_t size = (lumps.*row.bytes).size();
        const std::uint64_t count = counts.records[row.element];
        const std::uint64_t whole = count * record_bytes(row.element, lumps.hexen);
        if (size == whole) continue;
        findings.add(make_finding(Rule::lump_remainder, row.lump, whole,
                                  static_cast<std::int64_t>(size - whole),
                                  static_cast<std::int64_t>(count)));
    }
    for (const LumpRow& row : kLumpRows) {
        const std::uint64_t count = counts.elements(row.element);
        const std::uint64_t limit = limits.*kCounts[row.element].limit;
        if (count <= limit) continue;
        return refuse(findings, kCounts[row.element].rule, count, limit, row.lump,
                      limit * record_bytes(row.element, lumps.hexen));
    }
    return counts.unknowns <= limits.unknown_fields ||
           refuse(findings, Rule::limit_unknown_fields, counts.unknowns, limits.unknown_fields);
}

bool check_read(bool hexen, const udmf::RawMap& raw, std::uint32_t longest_name,
                const Limits& limits, FindingList& findings) noexcept {
    if (longest_name > limits.string_bytes) {
        return refuse(findings, Rule::limit_string_bytes, longest_name, limits.string_bytes);
    }
    return check_bounds(hexen, raw, limits, findings);
}

}  // namespace flatline::engine::binary
