// Vertices and linedefs, and what all kinds share. How often a field occurs follows real maps.

#include "mapgen_fields.hpp"

#include "mapgen_names.hpp"

namespace flatline::engine::mapgen {

namespace {

struct LineSpecial {
    std::int64_t number;
    int arguments;
    bool tagged;  // the first argument is a sector tag
};

constexpr std::array<LineSpecial, 9> kLineSpecials = {{
    {62, 3, true},    // platform down, wait, up
    {20, 3, true},    // floor down
    {23, 3, true},    // floor up
    {40, 3, true},    // ceiling down
    {112, 2, true},   // light to a value
    {116, 4, true},   // light glows
    {80, 4, false},   // script
    {226, 5, false},  // script, always
    {243, 1, false},  // leave the map
}};

constexpr std::array<LineSpecial, 10> kSrb2LineSpecials = {{
    {100, 4, true},   // solid block
    {120, 3, true},   // water
    {160, 2, true},   // floating platform
    {200, 2, true},   // light block
    {300, 3, false},  // trigger
    {402, 2, true},   // copies light
    {403, 5, true},   // moves planes
    {443, 0, false},  // calls a function by name
    {500, 3, false},  // scrolls a wall
    {510, 8, true},   // scrolls planes
}};

constexpr std::size_t kMostTags = 30'000;  // SRB2 keeps tags in 16 bits

}  // namespace

std::array<Kind, kKinds> block_order(Style style) {
    if (style == Style::Slade) {
        return {Kind::Thing, Kind::Linedef, Kind::Sidedef, Kind::Vertex, Kind::Sector};
    }
    return {Kind::Thing, Kind::Vertex, Kind::Linedef, Kind::Sidedef, Kind::Sector};
}

std::size_t count_of(const Layout& layout, Kind kind) {
    switch (kind) {
        case Kind::Thing:
            return layout.things.size();
        case Kind::Vertex:
            return layout.vertices.size();
        case Kind::Linedef:
            return layout.lines.size();
        case Kind::Sidedef:
            return layout.sides.size();
        case Kind::Sector:
            break;
    }
    return layout.sectors.size();
}

ElementWriter::ElementWriter(const Options& options, const Layout& layout, std::string& out,
                             Format format)
    : options_(options), layout_(layout), text_(options, out, format) {}

void ElementWriter::begin(Kind kind) {
    constexpr std::array<std::string_view, kKinds> kNames = {"thing", "vertex", "linedef",
                                                             "sidedef", "sector"};
    text_.begin_list(kNames[static_cast<std::size_t>(kind)]);
}

void ElementWriter::element(Kind kind, std::size_t index) {
    switch (kind) {
        case Kind::Thing:
            thing(index);
            break;
        case Kind::Vertex:
            vertex(index);
            break;
        case Kind::Linedef:
            linedef(index);
            break;
        case Kind::Sidedef:
            sidedef(index);
            break;
        case Kind::Sector:
            sector(index);
            break;
    }
}

void ElementWriter::vertex(std::size_t index) {
    const Vertex& vertex = layout_.vertices[index];
    text_.open("vertex", index);
    text_.decimal("x", vertex.x);
    text_.decimal("y", vertex.y);
    if (vertex.floor_height != kNoHeight) {
        text_.decimal("zfloor", std::int64_t{vertex.floor_height} * 1000);
    }
    if (vertex.ceiling_height != kNoHeight) {
        text_.decimal("zceiling", std::int64_t{vertex.ceiling_height} * 1000);
    }
    text_.close();
}

void ElementWriter::linedef(std::size_t index) {
    const Line& line = layout_.lines[index];
    Random random(options_.seed, Stream::Linedef, index);
    const bool two_sided = line.back != kNone;
    text_.open("linedef", index);
    if (random.chance(15)) {
        text_.integer("id", random.range(1, 500));
        if (random.chance(200)) {
            more_ids(random, false);
        }
    }
    text_.integer("v1", line.v1);
    text_.integer("v2", line.v2);
    text_.integer("sidefront", line.front);
    if (two_sided) {
        text_.integer("sideback", line.back);
    }
    if (options_.style == Style::Slade) {
        line_special(line, random);
    }
    text_.boolean(two_sided ? "twosided" : "blocking");
    if (random.chance(two_sided ? 30 : 10)) {
        text_.boolean("dontpegtop");
    }
    if (random.chance(line.role == LineRole::Jamb ? 300 : 30)) {
        text_.boolean("dontpegbottom");
    }
    line_extras(line, random);
    if (options_.style != Style::Slade) {
        line_special(line, random);
    }
    user_keys(random);
    text_.close();
}

void ElementWriter::line_special(const Line& line, Random& random) {
    if (is_srb2()) {
        if (random.chance(70)) {
            line_special_of_srb2(random);
        }
        return;
    }
    if (line.role == LineRole::DoorFace) {
        text_.integer("special", 12);
        text_.integer("arg1", 16);
        text_.integer("arg2", 150);
        text_.boolean("playeruse");
        text_.boolean("repeatspecial");
        if (random.chance(200)) {
            text_.boolean("monsteruse");
        }
        return;
    }
    if (!random.chance(45)) {
        return;
    }
    const LineSpecial& special = kLineSpecials[random.below(kLineSpecials.size())];
    text_.integer("special", special.number);
    if (special.tagged) {
        text_.integer("arg0", any_tag(random));
    } else if (special.number == 80 && random.chance(300)) {
        text_.name("arg0str", pick(kScripts, random));
    } else {
        text_.integer("arg0", random.range(1, 60));
    }
    for (std::size_t i = 1; i < static_cast<std::size_t>(special.arguments); ++i) {
        text_.integer(kArguments[i], random.range(1, 128));
    }
    const bool crossed = line.back != kNone && random.chance(600);
    text_.boolean(crossed ? "playercross" : "playeruse");
    if (random.chance(100)) {
        text_.boolean(crossed ? "monstercross" : "impact");
    }
    if (random.chance(500)) {
        text_.boolean("repeatspecial");
    }
}

void ElementWriter::line_special_of_srb2(Random& random) {
    const LineSpecial& special = kSrb2LineSpecials[random.below(kSrb2LineSpecials.size())];
    text_.integer("special", special.number);
    for (std::size_t i = 0; i < static_cast<std::size_t>(special.arguments); ++i) {
        if (i == 0 && special.tagged) {
            text_.integer(kArguments[i], any_tag(random));
        } else if (random.chance(700)) {
            text_.integer(kArguments[i], random.range(1, 255));
        }
    }
    if (special.number == 443 || random.chance(20)) {
        text_.name("stringarg0", pick(kScripts, random));
    }
    if (special.number == 443 && random.chance(300)) {
        text_.integer("arg9", random.range(1, 9));
    }
    if (special.number == 300 && random.chance(300)) {
        text_.integer("executordelay", random.multiple(35, 1, 10));
    }
}

void ElementWriter::line_extras(const Line& line, Random& random) {
    const bool two_sided = line.back != kNone;
    if (is_srb2()) {
        if (two_sided && random.chance(35)) {
            text_.boolean("midpeg");
            if (random.chance(500)) {
                text_.boolean("midsolid");
            }
        }
        if (random.chance(12)) {
            text_.boolean(random.chance(500) ? "skewtd" : "noskew");
        }
        if (random.chance(8)) {
            text_.boolean("noclimb");
        }
        if (two_sided && random.chance(8)) {
            text_.decimal("alpha", random.multiple(50, 4, 19));
        }
        return;
    }
    if (two_sided && random.chance(25)) {
        text_.boolean("blocksound");
    }
    if (two_sided && random.chance(10)) {
        text_.boolean("blockmonsters");
    }
    if (random.chance(20)) {
        text_.boolean("dontdraw");
    }
    if (line.role == LineRole::Pillar ? random.chance(30) : random.chance(4)) {
        text_.boolean("secret");
    }
    if (two_sided && random.chance(12)) {
        switch (random.below(6)) {
            case 0:
                text_.boolean("midtex3d");
                break;
            case 1:
                text_.boolean("wrapmidtex");
                break;
            case 2:
                text_.boolean("clipmidtex");
                break;
            case 3:
                text_.boolean("zoneboundary");
                break;
            case 4:
                text_.boolean("blockeverything");
                break;
            default:
                text_.decimal("alpha", random.multiple(50, 4, 19));
                break;
        }
    }
    if (random.chance(8)) {
        switch (random.below(is_zdoom() ? 6 : 4)) {
            case 0:
                text_.integer("locknumber", random.range(1, 6));
                break;
            case 1:
                text_.integer("automapstyle", random.range(1, 13));
                break;
            case 2:
                text_.integer("health", random.multiple(10, 1, 30));
                break;
            case 3:
                text_.boolean("checkswitchrange");
                break;
            case 4:
                text_.name("renderstyle", "add");
                break;
            default:
                text_.text("comment", pick(kRemarks, random));
                break;
        }
    }
}

// After an id: further ids, of sectors or of anything else.
void ElementWriter::more_ids(Random& random, bool of_sectors) {
    std::string list;
    const std::uint32_t count = 1 + random.below(4);
    for (std::uint32_t i = 0; i < count; ++i) {
        list += i == 0 ? "" : " ";
        list += std::to_string(of_sectors ? any_tag(random) : random.range(501, 900));
    }
    text_.name("moreids", list);
}

std::int64_t ElementWriter::tag_of(std::size_t sector) const {
    Random random(options_.seed, Stream::SectorTag, sector);
    // The first sector always has one, so that a search ends.
    const bool tagged = sector == 0 || random.chance(250);
    return tagged ? static_cast<std::int64_t>(sector / 3 % kMostTags + 1) : 0;
}

std::int64_t ElementWriter::any_tag(Random& random) const {
    std::size_t sector = random.below(static_cast<std::uint32_t>(layout_.sectors.size()));
    while (tag_of(sector) == 0) {
        --sector;
    }
    return tag_of(sector);
}

void ElementWriter::user_keys(Random& random) {
    if (!options_.user_keys || !random.chance(120)) {
        return;
    }
    const std::uint32_t which = random.below(31) + 1;
    if ((which & 1U) != 0) {
        text_.integer("user_threat", random.range(-5, 200));
    }
    if ((which & 2U) != 0) {
        text_.decimal("user_weight", random.range(-90000, 90000));
    }
    if ((which & 4U) != 0) {
        // SRB2 ends a string at the first quote, escaped or not: only plain strings there.
        text_.text("user_label", is_srb2() ? pick(kRemarks, random) : pick(kUserStrings, random));
    }
    if ((which & 8U) != 0) {
        text_.boolean("user_marked", random.chance(700));
    }
    if ((which & 16U) != 0) {
        text_.integer("user_group", random.range(1, 12));
    }
}

}  // namespace flatline::engine::mapgen
