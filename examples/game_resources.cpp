// Names and thing types of a game for the check: one by one, and out of a WAD.
// Run:
#include <flatline/flatline.hpp>

#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

namespace {

class MemoryFile : public flatline::File {
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

void print(void*, std::string_view path, const flatline::Finding& finding) {
    char sentence[200];
    const std::size_t size = flatline::describe(finding, {}, sentence, sizeof sentence);
    std::printf("%.*s: %.*s\n", static_cast<int>(path.size()), path.data(), static_cast<int>(size),
                sentence);
}

}  // namespace

int main() {
    flatline::Resources game;
    game.add(flatline::ResourceKind::texture, "STARTAN2", {128, 128});
    game.add_thing_type({3004, 20, 56, 2, 2, false});

    // What a mod does not have itself comes from the game.
    flatline::ResourcesOptions options;
    options.report = print;
    flatline::Resources mod(options);
    mod.set_base(&game);
    const std::string wad("PWAD\0\0\0\0\x0C\0\0\0", 12);
    flatline::Archive archive =
        flatline::Archive::from_file(std::make_unique<MemoryFile>(wad), "mod.wad", {});
    std::printf("a %s, status %d\n", archive.file() != nullptr ? "file" : "tree",
                static_cast<int>(mod.add_archive(archive)));
    if (archive.source() == nullptr) std::puts("a WAD holds no game configuration");
    mod.add_game_config(archive, "game.cfg");

    std::printf("STARTAN2: %s, %u pixels wide\n",
                mod.knows(flatline::ResourceKind::texture, "startan2") ? "known" : "unknown",
                mod.texture_size("STARTAN2").width);
    const flatline::ThingType* type = mod.thing_type(3004);
    if (type != nullptr) std::printf("3004: a radius of %g\n", type->radius);
    std::printf("flats: %s, types: %s, classes: %s\n",
                mod.has(flatline::ResourceKind::flat) ? "yes" : "no",
                mod.has_thing_types() ? "yes" : "no", mod.has_classes() ? "yes" : "no");
    return 0;
}
