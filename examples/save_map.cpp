// Writes a loaded map as text into a string, and loads that: it is the same map. Then makes its
// lumps, with nodes, and a WAD of them; and another WAD with other lumps in the place of the map.
// Run: maps/rooms.textmap
#include <flatline/flatline.hpp>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

int main(int argc, char** argv) {
    if (argc != 2) return 2;
    std::ifstream file(argv[1], std::ios::binary);
    const std::string text((std::istreambuf_iterator<char>(file)), {});
    const auto map = flatline::load(text);
    if (!map) return 1;

    for (const std::uint32_t style : {FLATLINE_STYLE_UDB, FLATLINE_STYLE_COMPACT}) {
        std::string out;
        flatline::TextmapOptions options;
        options.style = style;
        const auto written = flatline::write_textmap(*map, flatline::sink_to(out), options);
        if (!written || written->bytes() != out.size()) return 1;
        const auto again = flatline::load(out);
        if (!again) return 1;
        std::printf("%s: %zu vertices, %zu linedefs, %zu columns\n",
                    out.substr(0, out.find('\n')).c_str(), again->vertices().size(),
                    again->linedefs().size(), again->columns().size());
    }

    // Doom's own format has no place for most of what a UDMF map may say.
    std::string lumps;
    const flatline_sink sink = flatline::sink_to(lumps);
    const auto binary = flatline::write_binary(*map, {sink, sink, sink, sink, sink});
    if (!binary) {
        std::printf("not as binary lumps; %d fields would be lost, the first:\n%s\n",
                    static_cast<int>(binary.findings().errors()),
                    flatline::sentence(binary.findings()[0]).c_str());
    }

    flatline::MapLumpsOptions make;
    const auto made = flatline::make_map_lumps(*map, make);
    if (!made) return 1;
    std::vector<flatline_named_lump> all = {{"ROOMS", {}}};
    for (const flatline_named_lump& lump : made->lumps()) all.push_back(lump);
    std::string wad;
    if (!flatline::write_wad(all, flatline::sink_to(wad))) return 1;

    auto archive = flatline::Archive::from_bytes(wad, "a.wad");
    make.style = FLATLINE_STYLE_COMPACT;
    const auto compact = flatline::make_map_lumps(*map, make);
    // What takes the bytes may be anything that can be called, and may say no.
    std::size_t size = 0;
    auto count = [&size](flatline::Bytes bytes) {
        size += bytes.size();
        return size < 1u << 30;
    };
    if (!compact || !flatline::write_wad(*archive, 0, compact->lumps(), flatline::sink_to(count))) {
        return 1;
    }
    std::printf("a map of %zu lumps, then %s bytes\n", archive->maps()[0].lumps().size(),
                size < wad.size() ? "fewer" : "more");
    return 0;
}
