// The place of findings, and place and sentence by one call.
#include "model/describe.hpp"

#include <algorithm>
#include <limits>

#include "base/fixed_writer.hpp"
#include "base/list.hpp"
#include "load/points.hpp"
#include "model/load.hpp"

namespace flatline::engine {
namespace {

bool is_of_text(const Finding& finding) noexcept {
    return finding.lump == static_cast<std::uint8_t>(Lump::textmap) ||
           finding.lump == static_cast<std::uint8_t>(Lump::map);
}

// Findings about elements of a loaded map have no offset until somebody asks.
std::uint64_t offset_of(const Finding& finding, const FindingSource& source) noexcept {
    std::uint64_t offset = finding.offset;
    if (offset == FLATLINE_NO_OFFSET && source.loaded != nullptr) {
        locate(*source.loaded, {&finding, 1}, &offset);
    }
    return offset;
}

void put_counted(FixedWriter& out, std::string_view word, std::uint64_t number) noexcept {
    out.put(word);
    out.integer(static_cast<std::int64_t>(number));
}

void put_place(FixedWriter& out, const Finding& finding, const FindingSource& source,
               std::string_view text) noexcept {
    out.escaped_name(source.file);
    if (!source.file.empty() && !source.map.empty()) out.put(':');
    out.escaped_name(source.map);
    if (finding.lump == static_cast<std::uint8_t>(Lump::none)) return;
    if (out.size() != 0) out.put(' ');
    out.put(lump_name(static_cast<Lump>(finding.lump)));
    const std::uint64_t offset = offset_of(finding, source);
    if (offset == FLATLINE_NO_OFFSET) return;
    if (!is_of_text(finding) || text.empty()) {
        put_counted(out, " byte ", offset);
        return;
    }
    const TextPlace place = PlaceFinder(text).place(offset);
    put_counted(out, " line ", place.line);
    put_counted(out, " column ", place.column);
}

}  // namespace

void locate(const Map* map, std::string_view text, View<Finding> findings,
            flatline_location* out) noexcept {
    constexpr double kNowhere = std::numeric_limits<double>::quiet_NaN();
    for (std::size_t i = 0; i < findings.size(); ++i) {
        out[i] = {findings[i].offset, 0, 0, {kNowhere, kNowhere}};
    }
    List<std::uint64_t> offsets;
    List<std::size_t> order;  // of those in the text
    if (!offsets.extend(findings.size(), FLATLINE_NO_OFFSET) || !order.reserve(findings.size())) {
        return;
    }
    if (map != nullptr) {
        locate(*map, findings, offsets.data());
        find_points(*map, findings, out);
    }
    for (std::size_t i = 0; i < findings.size(); ++i) {
        const bool has_own = findings[i].offset != FLATLINE_NO_OFFSET;
        if (!has_own) out[i].offset = offsets[i];
        const bool in_text = (!has_own || is_of_text(findings[i])) && out[i].offset <= text.size();
        if (in_text && text.data() != nullptr && !order.push(i)) return;
    }
    std::sort(order.begin(), order.end(),
              [out](std::size_t a, std::size_t b) { return out[a].offset < out[b].offset; });
    PlaceFinder finder(text);
    for (const std::size_t i : order) {
        const TextPlace place = finder.place(out[i].offset);
        out[i].line = place.line;
        out[i].column = place.column;
    }
}

std::size_t describe_at(const Finding& finding, const FindingSource& source, char* out,
                        std::size_t capacity) noexcept {
    if (finding.rule >= rule_rows().size() ||
        finding.lump > static_cast<std::uint8_t>(Lump::nodes)) {
        return 0;
    }
    std::string_view text = source.text;
    if (text.empty() && source.loaded != nullptr) text = source.loaded->textmap();
    FixedWriter writer(out, capacity);
    put_place(writer, finding, source, text);
    if (writer.size() != 0) writer.put(names_element(finding) ? ", " : ": ");
    const std::string_view quoted = is_of_text(finding) ? text : std::string_view();
    writer.skip(describe(finding, quoted, writer.rest(), writer.room()));
    return writer.size();
}

}  // namespace flatline::engine
