// Place and sentence of a finding by one call.
#include "model/describe.hpp"

#include "base/fixed_writer.hpp"
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
    if (writer.size() != 0) writer.put(describe_element(finding, nullptr, 0) != 0 ? ", " : ": ");
    const std::string_view quoted = is_of_text(finding) ? text : std::string_view();
    writer.skip(describe(finding, quoted, writer.rest(), writer.room()));
    return writer.size();
}

}  // namespace flatline::engine
