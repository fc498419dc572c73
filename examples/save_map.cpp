// Writes a loaded map as text into a string, and loads that: it is the same map.
// Run: maps/rooms.textmap
#include <flatline/flatline.hpp>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

namespace {

flatline::Bytes bytes_of(const std::string& text) {
    return {reinterpret_cast<const unsigned char*>(text.data()), text.size()};
}

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
    return 0;
}
