// Sidedefs and sectors: textures, offsets, light, sloped planes.

#include "mapgen_fields.hpp"
#include "mapgen_names.hpp"

namespace flatline::engine::mapgen {

namespace {

// Whole-number normals with a whole-number length, so that planes need no floating point, which
// would differ between compilers.
struct Normal {
    int a;
    int b;
    int c;
    int length;
};

constexpr std::array<Normal, 10> kNormals = {{
    {20, 0, 99, 101},
    {0, 20, 99, 101},
    {9, 0, 40, 41},
    {0, 12, 35, 37},
    {4, 5, 20, 21},
    {2, 5, 14, 15},
    {1, 6, 18, 19},
    {9, 12, 20, 25},
    {3, 14, 18, 23},
    {2, 3, 6, 7},
}};

constexpr std::int64_t kUnitScale = 1'000'000'000'000'000;  // 15 decimals, as UDB writes

std::int64_t rounded_quotient(std::int64_t value, std::int64_t divisor) {
    const std::int64_t half = divisor / 2;
    return (value >= 0 ? value + half : value - half) / divisor;
}

std::string_view wall_of(std::uint8_t theme, Random& random) {
    // Most walls of a sector look the same.
    const std::uint32_t offset = random.chance(700) ? 0 : random.below(8);
    return kWalls[(theme * 2U + offset) % kWalls.size()];
}

}  // namespace

void ElementWriter::sidedef(std::size_t index) {
    const Side& side = layout_.sides[index];
    Random random(options_.seed, Stream::Sidedef, index);
    text_.open("sidedef", index);
    const bool sector_first = options_.flavour != Flavour::Dsda;
    if (sector_first) {
        text_.integer("sector", side.sector);
    }
    if (random.chance(300)) {
        text_.integer("offsetx",
                      random.chance(500) ? random.multiple(8, 1, 64) : random.range(-512, 1024));
    }
    if (random.chance(80)) {
        text_.integer("offsety", random.multiple(4, -32, 32));
    }
    side_textures(side, random);
    if (!sector_first) {
        text_.integer("sector", side.sector);
    }
    side_parts(random);
    user_keys(random);
    text_.close();
}

void ElementWriter::side_textures(const Side& side, Random& random) {
    const Sector& own = layout_.sectors[side.sector];
    if (side.other == kNone) {
        if (random.chance(15)) {
            text_.name("texturetop", wall_of(own.theme, random));
        }
        text_.name("texturemiddle", wall_of(own.theme, random));
        return;
    }
    const Sector& other = layout_.sectors[side.other];
    const bool sloped =
        own.sloped_floor || own.sloped_ceiling || other.sloped_floor || other.sloped_ceiling;
    if (other.ceiling < own.ceiling || sloped || random.chance(10)) {
        text_.name("texturetop", side.role == LineRole::DoorFace ? kWalls[20 + random.below(2)]
                                                                 : wall_of(own.theme, random));
    }
    if (other.floor > own.floor || sloped || random.chance(10)) {
        text_.name("texturebottom", wall_of(own.theme, random));
    }
    if (random.chance(25)) {
        text_.name("texturemiddle", kWalls[13 + random.below(2)]);
    }
}

// Offsets, scales and light of the single parts of a wall.
void ElementWriter::side_parts(Random& random) {
    const auto offset = [&random] {
        return random.chance(850) ? random.multiple(1000, -256, 256)
                                  : random.multiple(125, -1024, 1024);
    };
    if (random.chance(50)) {
        text_.decimal("scalex_top", random.multiple(125, 2, 16));
        text_.decimal("scaley_top", random.multiple(125, 2, 16));
    }
    if (random.chance(20)) {
        text_.decimal("scalex_mid", random.multiple(125, 2, 16));
    }
    if (random.chance(20)) {
        text_.decimal("scaley_bottom", random.multiple(125, 2, 16));
    }
    if (random.chance(130)) {
        text_.decimal("offsetx_bottom", offset());
    }
    if (random.chance(140)) {
        text_.decimal("offsetx_mid", offset());
    }
    if (random.chance(80)) {
        text_.decimal("offsetx_top", offset());
    }
    if (random.chance(80)) {
        text_.decimal("offsety_bottom", offset());
    }
    if (random.chance(100)) {
        text_.decimal("offsety_mid", offset());
    }
    if (random.chance(50)) {
        text_.decimal("offsety_top", offset());
    }
    if (random.chance(8)) {
        text_.integer("light", random.multiple(8, -16, 30));
        if (random.chance(300)) {
            text_.boolean("lightabsolute");
        }
    }
    if (is_srb2()) {
        if (random.chance(6)) {
            text_.integer("repeatcnt", random.range(1, 4));
        }
        return;
    }
    if (random.chance(8)) {
        switch (random.below(4)) {
            case 0:
                text_.boolean("nofakecontrast");
                break;
            case 1:
                text_.boolean("smoothlighting");
                break;
            case 2:
                text_.boolean("wrapmidtex");
                break;
            default:
                text_.boolean("clipmidtex");
                break;
        }
    }
}

void ElementWriter::sector(std::size_t index) {
    const Sector& sector = layout_.sectors[index];
    Random random(options_.seed, Stream::Sector, index);
    const bool omits_defaults = options_.style == Style::Slade;
    const int default_light = is_srb2() ? 255 : 160;
    const std::string_view floor = kFlats[(sector.theme + random.below(3)) % kFlats.size()];
    const std::string_view ceiling = sector.theme < 3 && sector.role != SectorRole::Door
                                         ? kSky
                                         : kFlats[(sector.theme + random.below(4)) % kFlats.size()];
    text_.open("sector", index);
    if (!omits_defaults || sector.floor != 0) {
        text_.integer("heightfloor", sector.floor);
    }
    if (!omits_defaults || sector.ceiling != 0) {
        text_.integer("heightceiling", sector.ceiling);
    }
    text_.name("texturefloor", floor);
    text_.name("textureceiling", ceiling);
    if (!omits_defaults || sector.light != default_light) {
        text_.integer("lightlevel", sector.light);
    }
    if (random.chance(25)) {
        text_.integer("special", is_srb2() ? random.range(1, 15) : 65 + random.range(0, 6));
    }
    if (const std::int64_t tag = tag_of(index); tag != 0) {
        text_.integer("id", tag);
        if (random.chance(is_srb2() ? 400 : 60)) {
            more_ids(random, true);
        }
    }
    sector_surfaces(random);
    if (is_srb2()) {
        sector_extras_of_srb2(random);
    } else {
        sector_extras_of_zdoom(sector, random);
    }
    sector_planes(sector, random);
    user_keys(random);
    text_.close();
}

void ElementWriter::sector_surfaces(Random& random) {
    // The SRB2 tools write these fields for most sectors once they are in use at all.
    if (is_srb2() && random.chance(600)) {
        text_.decimal("xpanningceiling", random.multiple(1000, 0, 1));
        text_.decimal("ypanningceiling", 0);
        text_.decimal("rotationceiling", 0);
        text_.decimal("xpanningfloor", random.multiple(1000, -64, 64));
        text_.decimal("ypanningfloor", random.multiple(1000, -64, 64));
        text_.decimal("rotationfloor", random.chance(100) ? random.multiple(15000, 1, 23) : 0);
        if (random.chance(700)) {
            text_.decimal("xscaleceiling", 1000);
            text_.decimal("yscaleceiling", 1000);
            text_.decimal("xscalefloor", random.multiple(250, 1, 8));
            text_.decimal("yscalefloor", random.multiple(250, 1, 8));
        }
        return;
    }
    if (random.chance(40)) {
        text_.decimal("rotationfloor", random.multiple(15000, 1, 23));
    }
    if (random.chance(100)) {
        text_.decimal("xpanningceiling", random.multiple(1000, -64, 64));
        text_.decimal("ypanningceiling", random.multiple(1000, -64, 64));
    }
    if (random.chance(130)) {
        text_.decimal("xpanningfloor", random.multiple(500, -128, 128));
        text_.decimal("ypanningfloor", random.multiple(500, -128, 128));
    }
    if (random.chance(40)) {
        text_.decimal("xscalefloor", random.multiple(250, 1, 16));
        text_.decimal("yscalefloor", random.multiple(250, 1, 16));
    }
}

void ElementWriter::sector_extras_of_zdoom(const Sector& sector, Random& random) {
    if (random.chance(40)) {
        text_.integer("lightfloor", random.multiple(8, -12, 12));
    }
    if (random.chance(30)) {
        text_.integer("lightceiling", random.multiple(8, 0, 31));
        text_.boolean("lightceilingabsolute");
    }
    if (random.chance(10)) {
        text_.decimal("gravity", random.multiple(125, 1, 7));
    }
    if (random.chance(10)) {
        text_.integer("damageamount", random.multiple(5, 1, 8));
        text_.integer("damageinterval", random.range(16, 64));
    }
    if (random.chance(15)) {
        text_.boolean(random.chance(500) ? "silent" : "hidden");
    }
    if (!is_zdoom()) {
        if (random.chance(10)) {
            text_.decimal("xscrollfloor", random.multiple(500, -8, 8));
            text_.integer("scrollfloormode", random.range(1, 7));
        }
        return;
    }
    // Whole parts of a map share one colour of light.
    if (sector.theme % 3 != 0) {
        text_.integer("lightcolor", 0x806040 + std::int64_t{sector.theme} * 0x010203);
    }
    if (random.chance(20)) {
        text_.integer("fadecolor", random.range(1, 0xFFFFFF));
    }
    if (random.chance(10)) {
        text_.decimal("desaturation", random.multiple(100, 1, 10));
    }
    if (random.chance(10)) {
        text_.decimal("alphafloor", random.multiple(50, 4, 19));
    }
    if (random.chance(8)) {
        text_.name("soundsequence", pick(kScripts, random));
    }
    if (random.chance(5)) {
        text_.text("comment", pick(kRemarks, random));
    }
}

void ElementWriter::sector_extras_of_srb2(Random& random) {
    if (random.chance(20)) {
        text_.integer("lightfloor", random.multiple(8, -12, 12));
    }
    if (random.chance(20)) {
        text_.integer("lightcolor", random.range(1, 0xFFFFFF));
        text_.integer("lightalpha", random.range(1, 25));
        text_.integer("fadeend", random.range(16, 31));
    }
    if (random.chance(15)) {
        text_.decimal("friction", random.multiple(50, 10, 19));
    }
    if (random.chance(10)) {
        text_.decimal("gravity", random.multiple(250, -4, 8));
    }
    if (random.chance(15)) {
        text_.name("damagetype", random.chance(500) ? "Lava" : "Water");
    }
    if (random.chance(60)) {
        text_.integer("triggertag", any_tag(random));
        if (random.chance(300)) {
            text_.name("triggerer", "Mobj");
        }
    }
    if (random.chance(25)) {
        switch (random.below(5)) {
            case 0:
                text_.boolean("heatwave");
                break;
            case 1:
                text_.boolean("speedpad");
                break;
            case 2:
                text_.boolean("outerspace");
                break;
            case 3:
                text_.boolean("gravityflip");
                break;
            default:
                text_.boolean("flipspecial_nofloor");
                break;
        }
    }
    if (random.chance(20)) {
        text_.text("comment", pick(kRemarks, random));
    }
}

void ElementWriter::sector_planes(const Sector& sector, Random& random) {
    if (sector.sloped_floor) {
        plane(sector, false, random);
    }
    if (sector.sloped_ceiling) {
        plane(sector, true, random);
    }
}

// A plane a x + b y + c z + d = 0 through the sector's height at its anchor, with c above 0 for a
// floor and below 0 for a ceiling.
void ElementWriter::plane(const Sector& sector, bool ceiling, Random& random) {
    const Normal& normal = kNormals[random.below(kNormals.size())];
    const std::uint32_t signs = random.below(4);
    const std::int64_t a = (signs & 1U) != 0 ? -normal.a : normal.a;
    const std::int64_t b = (signs & 2U) != 0 ? -normal.b : normal.b;
    const std::int64_t c = ceiling ? -normal.c : normal.c;
    const Vertex& anchor = layout_.vertices[sector.anchor];
    const std::int64_t z = std::int64_t{ceiling ? sector.ceiling : sector.floor} * 1000;
    // Thousandths times a million: nine decimals.
    const std::int64_t d =
        -rounded_quotient((a * anchor.x + b * anchor.y + c * z) * 1'000'000, normal.length);
    const auto part = [&normal](std::int64_t value) {
        return rounded_quotient(value * kUnitScale, normal.length);
    };
    text_.decimal(ceiling ? "ceilingplane_a" : "floorplane_a", part(a), 15);
    text_.decimal(ceiling ? "ceilingplane_b" : "floorplane_b", part(b), 15);
    text_.decimal(ceiling ? "ceilingplane_c" : "floorplane_c", part(c), 15);
    text_.decimal(ceiling ? "ceilingplane_d" : "floorplane_d", d, 9);
}

}  // namespace flatline::engine::mapgen
