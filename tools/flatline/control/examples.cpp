#include "control/examples.hpp"

#include <utility>

namespace flatline::engine::tool {
namespace {

/// What an example is put into. Of the rooms only the namespace
/// differs.
enum class Base { whole, zdoom, doom, srb2, eternity, doom3 };

struct Example {
    Rule rule;
    Base base;
    std::string_view instead_of;  ///< a part of the base, or "": the text stands at its end
    std::string_view text;
    std::string_view options;
};

// Two rooms side by side, 256 units wide; linedef 2 is between them, linedef 6 the exit, in the
// numbers of ZDoom.
constexpr std::string_view kRooms = R"(vertex { x = 0; y = 0; }
vertex { x = 0; y = 256; }
vertex { x = 256; y = 256; }
vertex { x = 256; y = 0; }
vertex { x = 512; y = 256; }
vertex { x = 512; y = 0; }
linedef { v1 = 0; v2 = 1; sidefront = 0; blocking = true; }
linedef { v1 = 1; v2 = 2; sidefront = 1; blocking = true; }
linedef { v1 = 2; v2 = 3; sidefront = 2; sideback = 3; twosided = true; }
linedef { v1 = 3; v2 = 0; sidefront = 4; blocking = true; }
linedef { v1 = 2; v2 = 4; sidefront = 5; blocking = true; }
linedef { v1 = 4; v2 = 5; sidefront = 6; blocking = true; }
linedef { v1 = 5; v2 = 3; sidefront = 7; blocking = true; special = 243; playeruse = true; }
sidedef { sector = 0; texturemiddle = "BRICK1"; }
sidedef { sector = 0; texturemiddle = "BRICK2"; }
sidedef { sector = 0; }
sidedef { sector = 1; }
sidedef { sector = 0; texturemiddle = "BRICK3"; }
sidedef { sector = 1; texturemiddle = "BRICK4"; }
sidedef { sector = 1; texturemiddle = "BRICK5"; }
sidedef { sector = 1; texturemiddle = "BRICK6"; }
sector { texturefloor = "WEST"; textureceiling = "SKY"; heightceiling = 128; }
sector { texturefloor = "EAST"; textureceiling = "SKY"; heightceiling = 128; }
thing { x = 128; y = 128; type = 1; skill1 = true; single = true; coop = true; dm = true; }
)";

constexpr std::string_view kDoom3Room = R"(Version 2
{
"classname" "worldspawn"
{
brushDef3
{
( 0 0 1 -64 ) ( ( 0.25 0 0 ) ( 0 0.25 0 ) ) "textures/brick" 0 0 0
( 0 0 -1 -64 ) ( ( 0.25 0 0 ) ( 0 0.25 0 ) ) "textures/brick" 0 0 0
( 1 0 0 -64 ) ( ( 0.25 0 0 ) ( 0 0.25 0 ) ) "textures/brick" 0 0 0
( -1 0 0 -64 ) ( ( 0.25 0 0 ) ( 0 0.25 0 ) ) "textures/brick" 0 0 0
( 0 1 0 -64 ) ( ( 0.25 0 0 ) ( 0 0.25 0 ) ) "textures/brick" 0 0 0
( 0 -1 0 -64 ) ( ( 0.25 0 0 ) ( 0 0.25 0 ) ) "textures/brick" 0 0 0
}
}
}
{
"classname" "info_player_start"
"name" "start"
"origin" "0 0 128"
}
)";

constexpr Example kExamples[] = {
#define FLATLINE_EXAMPLE(rule, base, instead_of, text, options) \
    {Rule::rule, Base::base, instead_of, text, options},
#include "control/examples.inc"
#undef FLATLINE_EXAMPLE
};

/// Rules that no short text shows, by how their ids begin; the first that fits counts.
constexpr std::pair<std::string_view, std::string_view> kReasons[] = {
    {"syntax-", "bytes that no text shows"},
    {"portability-", "bytes that no text shows"},
    {"lump-", "lumps of maps"},
    {"blockmap-", "the lump BLOCKMAP"},
    {"reject-", "the lump REJECT"},
    {"nodes-", "lumps of nodes"},
    {"wad-", "the directory of a WAD"},
    {"archive-", "archives"},
    {"file-", "files"},
    {"short-read", "files"},
    {"physfs-", "the set-up of the program"},
    {"no-maps", "files without maps"},
    {"map-unsupported", "maps of formats that are not read"},
    {"maps-not-looked-at", "files of very many maps"},
    {"resource-", "resources"},
    {"config-", "game configurations"},
    {"out-of-memory", "the machine"},
    {"out-of-time", "the machine"},
    {"limit-", "sizes that no short text has"},
    {"too-many-entities", "sizes that no short text has"},
    {"brush-too-many-sides", "sizes that no short text has"},
    {"patch-too-large", "sizes that no short text has"},
    {"line-script-", "maps with a lump BEHAVIOR"},
    {"thing-script-", "maps with a lump BEHAVIOR"},
    {"thing-type-", "what --resources gives"},
    {"thing-obsolete", "what --resources gives"},
    {"texture-", "what --resources gives"},
    {"flat-", "what --resources gives"},
    {"colormap-", "what --resources gives"},
    {"music-", "what --resources gives"},
    {"convert-", "what convert would lose"},
};

const Example* find_example(Rule rule) {
    for (const Example& example : kExamples) {
        if (example.rule == rule) return &example;
    }
    return nullptr;
}

std::string rooms_with_exit(std::string_view fields) {
    constexpr std::string_view kExit = "special = 243; playeruse = true;";
    std::string text(kRooms);
    return text.replace(text.find(kExit), kExit.size(), fields);
}

std::string base_text(Base base) {
    switch (base) {
        case Base::whole:
            return {};
        case Base::zdoom:
            return "namespace = \"zdoom\";\n" + std::string(kRooms);
        case Base::doom:
            return "namespace = \"doom\";\n" + rooms_with_exit("special = 11;");
        case Base::srb2:
            return "namespace = \"srb2\";\n" + rooms_with_exit("special = 2;");
        case Base::eternity:
            return "namespace = \"eternity\";\n" + std::string(kRooms);
        case Base::doom3:
            break;
    }
    return std::string(kDoom3Room);
}

}  // namespace

std::string_view example_excerpt(Rule rule) {
    const Example* example = find_example(rule);
    return example == nullptr ? std::string_view() : example->text;
}

std::string example_text(Rule rule) {
    const Example* example = find_example(rule);
    if (example == nullptr) return {};
    std::string text = base_text(example->base);
    const std::size_t at = example->instead_of.empty() ? text.npos : text.find(example->instead_of);
    if (at == text.npos) {
        text += example->text;
        // Of some rules what ends the text matters.
        if (example->base != Base::whole) text += '\n';
    } else {
        text.replace(at, example->instead_of.size(), example->text);
    }
    return text;
}

std::string_view example_options(Rule rule) {
    const Example* example = find_example(rule);
    return example == nullptr ? std::string_view() : example->options;
}

std::string_view why_no_example(Rule rule) {
    const std::string_view id = rule_rows()[static_cast<std::size_t>(rule)].id;
    for (const auto& [begin, reason] : kReasons) {
        if (id.substr(0, begin.size()) == begin) return reason;
    }
    return {};
}

}  // namespace flatline::engine::tool
