// Writes a loaded map as text into a string, and loads that: it is the same map. Then makes its
// lumps, with nodes, and a WAD of them; and another WAD with other lumps in the place of the map.
// Run: maps/rooms.textmap
#include <flatline/flatline.hpp>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace {

flatline::Bytes bytes_of(const std::string& text) {
    return {reinterpret_cast<const unsigned char*>(text.data()), text.size()};
}

// A WAD that lies in memory.
class MemoryFile final : public flatline::File {
public:
    explicit MemoryFile(std::string bytes) : bytes_(std::move(bytes)) {}
    std::uint64_t size() const noexcept override { return bytes_.size(); }
    std::uint64_t read_at(std::uint64_t offset, void* out, std::uint64_t size) noexcept override {
        if (offset >= bytes_.size()) return 0;
        return bytes_.copy(static_cast<char*>(out), size, offset);
    }

private:
    std::string bytes_;
};

bool append(void* context, const unsigned char* bytes, std::size_t size) {
    static_cast<std::string*>(context)->append(reinterpret_cast<const char*>(bytes), size);
    return true;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) return 2;
    std::ifstream file(argv[1], std::ios::binary);
    const std::string text((std::istreambuf_iterator<char>(file)), {});
    const auto map = flatline::load_borrowed(bytes_of(text));
    if (!map) return 1;

    for (const auto style : {flatline::TextStyle::udb, flatline::TextStyle::compact}) {
        std::string out;
        flatline::TextmapOptions options;
        options.style = style;
        const auto written = flatline::write_textmap(map.value, {append, &out}, options);
        if (!written || written.bytes != out.size()) return 1;
        const auto again = flatline::load_borrowed(bytes_of(out));
        if (!again) return 1;
        std::printf("%s: %zu vertices, %zu linedefs, %zu columns\n",
                    out.substr(0, out.find('\n')).c_str(), again.value.vertices().size(),
                    again.value.linedefs().size(), again.value.columns().size());
    }

    // Doom's own format has no place for most of what a UDMF map may say.
    std::string lumps;
    const flatline::Sink sink = {append, &lumps};
    const auto binary = flatline::write_binary(map.value, {sink, sink, sink, sink, sink});
    if (!binary && binary.findings.errors() != 0) {
        const flatline::Finding& first = binary.findings.kept()[0];
        char sentence[200];
        flatline::describe(first, map.value.textmap(), sentence, sizeof sentence);
        std::printf("not as binary lumps; %llu things would be lost, the first is of a %.*s\n",
                    static_cast<unsigned long long>(binary.findings.errors()), 8, sentence);
    }

    flatline::MapLumpsOptions make;
    const auto made = flatline::make_map_lumps(map.value, make);
    if (!made) return 1;
    std::vector<flatline::LumpView> all = {{"ROOMS", {}}};
    for (const flatline::LumpView& lump : made.value.lumps()) all.push_back(lump);
    std::string wad;
    if (!flatline::write_wad({all.data(), all.size()}, {append, &wad})) return 1;

    flatline::Archive archive = flatline::Archive::from_file(std::make_unique<MemoryFile>(wad),
                                                             "a.wad", flatline::Limits());
    make.style = flatline::TextStyle::compact;
    const auto compact = flatline::make_map_lumps(map.value, make);
    std::string other;
    if (!compact || !flatline::write_wad(archive, 0, compact.value.lumps(), {append, &other})) {
        return 1;
    }
    std::printf("a map of %zu lumps, then %s bytes\n", archive.maps()[0].lumps.size(),
                other.size() < wad.size() ? "fewer" : "more");
    return 0;
}
