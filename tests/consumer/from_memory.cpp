// Loads a map out of bytes that the program has already, moves another text into its map, and has
// the words for one that is refused. Fails where it cannot.
#include <flatline/flatline.hpp>

#include <cstdio>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

int main() {
    constexpr std::string_view text = "namespace = \"doom\"; vertex { x = 1.0; y = 2.0; }";
    const auto map = flatline::load(text);
    if (!map || map->vertices().size() != 1) return 1;
    std::printf("vertex 0 is at %g %g\n", map->vertices()[0].x, map->vertices()[0].y);

    std::vector<char> bytes(text.begin(), text.end());
    const auto owner = flatline::load(std::move(bytes));
    if (!owner || owner->map_namespace() != "doom") return 1;

    const auto refused =
        flatline::load(std::string(text) + " linedef { v1 = 0; v2 = 9; sidefront = 0; }");
    if (refused || !refused.has(flatline::Rule::line_vertex_range)) return 1;
    std::string words;
    for (auto& finding : refused.findings()) words += flatline::sentence(finding) + '\n';
    std::printf("%s", words.c_str());
    return words.find("v2 is 9, but the map has 1 vert") != std::string::npos ? 0 : 1;
}
