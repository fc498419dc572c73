// Names and thing types of a game for the check: one by one, and out of a WAD.
// Run:
#include <flatline/flatline.hpp>

#include <cstdio>
#include <string>
#include <string_view>

int main() {
    auto game = flatline::Resources::make();
    if (!game) return 1;
    game->add(FLATLINE_TEXTURE, "STARTAN2", {128, 128});
    flatline_thing_type sergeant{};
    sergeant.type = 3004;
    sergeant.radius = 20;
    sergeant.height = 56;
    game->add_thing_type(sergeant);

    // What a mod does not have itself comes from the game.
    auto print = [](std::string_view path, const flatline_finding& finding) {
        std::printf("%.*s: %s\n", static_cast<int>(path.size()), path.data(),
                    flatline::sentence(finding).c_str());
    };
    flatline::ResourcesOptions options;
    auto mod = flatline::Resources::make(options.report_to(print));
    if (!mod) return 1;
    mod->set_base(&*game);
    std::string wad("PWAD\0\0\0\0\x0C\0\0\0", 12);
    auto archive = flatline::Archive::from_bytes(std::move(wad), "mod.wad");
    // Only a tree of files can be listed, and has game configurations.
    const bool is_tree =
        archive->list(1000, [](const char*, std::uint64_t) {}) == flatline::Status::ok;
    std::printf("a %s, status %d\n", is_tree ? "tree" : "file",
                static_cast<int>(mod->add_archive(*archive)));
    if (!is_tree) std::puts("a WAD holds no game configuration");
    mod->add_game_config(*archive, "game.cfg");

    std::printf("STARTAN2: %s, %u pixels wide\n",
                mod->knows(FLATLINE_TEXTURE, "startan2") ? "known" : "unknown",
                mod->texture_size("STARTAN2").width);
    if (const auto type = mod->thing_type(3004))
        std::printf("3004: a radius of %g\n", type->radius);
    std::printf("flats: %s, types: %s, classes: %s\n", mod->has_names(FLATLINE_FLAT) ? "yes" : "no",
                mod->has_thing_types() ? "yes" : "no", mod->has_classes() ? "yes" : "no");

    // What a check then knows: names, types, and the scripts that the map has.
    const auto map = flatline::load(
        "namespace = \"zdoom\"; thing { x = 0.0; y = 0.0; type = 30005; }"
        "sector { texturefloor = \"-\"; textureceiling = \"-\"; }"
        "sidedef { sector = 0; texturemiddle = \"STARTAN3\"; }");
    if (!map) return 1;
    flatline::CheckOptions check;
    check.with_resources(*mod).with_behavior({"ACS", 4});
    const auto report = flatline::check(*map, check);
    for (auto& finding : report.findings()) {
        if (finding.is(flatline::Rule::texture_unknown) ||
            finding.is(flatline::Rule::thing_type_unknown)) {
            std::puts(flatline::sentence(finding).c_str());
        }
    }
    return 0;
}
