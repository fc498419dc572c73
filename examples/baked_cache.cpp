// Keeps loaded maps in a cache of its own and opens them in place of a second load.
//
// Shows: the key of a load, bake and open_baked, baked runtime tables, the same for a Doom 3 map.
//
// Build: c++ -std=c++17 baked_cache.cpp -lflatline (or see README.md)
// Run: maps/rooms.textmap

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <string>

#include "flatline/flatline.hpp"

namespace {

// A baked file lies at a multiple of 8.
struct Entry {
    std::unique_ptr<std::uint64_t[]> words;
    std::size_t size = 0;
    flatline::Bytes bytes() const { return {words.get(), size}; }
};

Entry entry_of(const std::string& file) {
    Entry entry{std::make_unique<std::uint64_t[]>(file.size() / 8 + 1), file.size()};
    std::memcpy(entry.words.get(), file.data(), file.size());
    return entry;
}

class Cache {
public:
    // Without a miss nothing is loaded.
    flatline::Map get(const flatline::Bytes& text) {
        const flatline_named_lump lump = {"TEXTMAP", text};
        const auto key = flatline::bake_key({&lump, 1});
        flatline::BakedOptions options;
        options.key = key->data();
        options.text = text.data();
        options.text_size = text.size();
        const auto found = entries_.find(*key);
        if (found != entries_.end()) {
            auto opened = flatline::open_baked(found->second.bytes(), options);
            if (opened) {
                std::puts("hit");
                return std::move(opened).take();
            }
        }
        std::puts("miss");
        auto loaded = flatline::load(text);
        if (!loaded) return {};
        flatline::BakeOptions with;
        with.key = key->data();
        auto runtime = flatline::build_runtime(*loaded);
        with.runtime = runtime->raw();
        std::string file;
        if (flatline::bake(*loaded, flatline::sink_to(file), with) == flatline::Status::ok) {
            entries_[*key] = entry_of(file);
        }
        return std::move(loaded).take();
    }

private:
    std::map<flatline::BakeKey, Entry> entries_;
};

}  // namespace

int main(int argc, char** argv) {
    std::ifstream file_of_text(argc > 1 ? argv[1] : "maps/rooms.textmap", std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file_of_text), {}};
    Cache cache;
    for (int i = 0; i < 2; ++i) {
        const flatline::Map map = cache.get(text);
        std::printf("%zu lines, runtime tables %s\n", map.linedefs().size(),
                    flatline::baked_runtime(map) != nullptr ? "at hand" : "to be built");
    }

    const std::string brushes = "Version 2\n{\n\"classname\" \"worldspawn\"\n}\n";
    const auto doom3 = flatline::load_doom3(brushes);
    std::string file;
    static_cast<void>(flatline::bake(*doom3, flatline::sink_to(file)));
    const Entry entry = entry_of(file);
    const auto opened = flatline::open_baked_doom3(entry.bytes());
    std::printf("%zu entity\n", opened->entities().size());
    return 0;
}
