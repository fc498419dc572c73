#include "draw/album_index.hpp"

#include <fmt/format.h>

#include "draw/page_text.hpp"
#include "report/text_sink.hpp"
#include "text.hpp"
#include "xml.hpp"

namespace flatline::engine::tool {
namespace {

std::string tally_of(const Tally& tally) {
    const auto part = [](std::string_view name, std::uint64_t count) {
        return fmt::format("<span class=\"{}{}\">{} {}{}</span>", name, count == 0 ? " none" : "",
                           count, name, count == 1 ? "" : "s");
    };
    return part("error", tally.errors) + ", " + part("warning", tally.warnings) + ", " +
           part("note", tally.notes);
}

void write_map(Output& out, const AlbumMap& map) {
    // A page is called by plain letters only.
    const std::string name = xml_text(map.name);
    out.write("<li>");
    if (map.why.empty()) {
        out.write(
            fmt::format("<a href=\"{0}\">{1}<h2>{2}</h2></a>", map.page, map.thumbnail, name));
    } else {
        out.write(fmt::format("<h2>{}</h2><p class=\"why\">{}</p>", name, xml_text(map.why)));
    }
    out.write(fmt::format("<p class=\"tally\">{}</p><p class=\"words\">{}</p></li>\n",
                          tally_of(map.tally), xml_text(map.words)));
}

}  // namespace

void write_album_index(Output& out, const AlbumIndex& index) {
    Tally all;
    for (const AlbumMap& map : index.maps) all.add(map.tally);
    const std::string count = counted(index.maps.size(), "map", "maps");
    const std::string file = xml_text(index.file);
    const auto fill = [&](std::string_view text) {
        while (!text.empty()) {
            const std::size_t at = text.find('@');
            out.write(text.substr(0, at));
            if (at == text.npos) return;
            text.remove_prefix(at + 1);
            const std::size_t end = text.find('@');
            const std::string_view what = text.substr(0, end);
            text.remove_prefix(end + 1);
            if (what == "FILE") out.write(file);
            if (what == "COUNT") out.write(count);
            if (what == "TALLY") out.write(tally_of(all));
            if (what != "MAPS") continue;
            for (const AlbumMap& map : index.maps) write_map(out, map);
        }
    };
    fill(album_text());
}

}  // namespace flatline::engine::tool
