// Lumps of binary maps, record by record.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "model/binary.hpp"
#include "support/load_text.hpp"
#include "support/wad_builder.hpp"

namespace binary_map {

using testing_support::put_u16;

struct Line {
    std::uint32_t v1 = 0, v2 = 1, flags = 0, special = 0;
    std::uint32_t tag = 0;                    // Doom format
    std::uint32_t args[5] = {0, 0, 0, 0, 0};  // Hexen format
    std::uint32_t front = 0, back = 0xFFFF;
};

struct Thing {
    int x = 0, y = 0, angle = 0;
    std::uint32_t type = 1, flags = 7;
    int id = 0, z = 0;  // Hexen format, as the rest
    std::uint32_t special = 0;
    std::uint32_t args[5] = {0, 0, 0, 0, 0};
};

/// Lumps as a host gives them: `of(name)` gives the bytes of one, none where there is no such lump.
template <class Of>
flatline::engine::BinaryLumps lumps_by_name(bool hexen, const Of& of) {
    flatline::engine::BinaryLumps lumps;
    lumps.things = of("THINGS");
    lumps.linedefs = of("LINEDEFS");
    lumps.sidedefs = of("SIDEDEFS");
    lumps.vertexes = of("VERTEXES");
    lumps.sectors = of("SECTORS");
    lumps.segs = of("SEGS");
    lumps.ssectors = of("SSECTORS");
    lumps.nodes = of("NODES");
    lumps.reject = of("REJECT");
    lumps.blockmap = of("BLOCKMAP");
    lumps.hexen = hexen;
    return lumps;
}

/// The lumps as strings; BinaryLumps of them are valid as long as this is.
struct Map {
    bool hexen = false;
    std::string things, linedefs, sidedefs, vertexes, sectors;
    std::string segs, ssectors, nodes, reject, blockmap;

    static void put(std::string& lump, int value) {
        put_u16(lump, static_cast<std::uint32_t>(value));
    }
    static void put_name(std::string& lump, std::string_view name) {
        for (std::size_t i = 0; i < 8; ++i) lump += i < name.size() ? name[i] : '\0';
    }
    static void put_bytes(std::string& lump, const std::uint32_t (&bytes)[5]) {
        for (const std::uint32_t byte : bytes) lump += static_cast<char>(byte);
    }

    Map& vertex(int x, int y) {
        put(vertexes, x);
        put(vertexes, y);
        return *this;
    }
    Map& line(const Line& line) {
        put_u16(linedefs, line.v1);
        put_u16(linedefs, line.v2);
        put_u16(linedefs, line.flags);
        if (hexen) {
            linedefs += static_cast<char>(line.special);
            put_bytes(linedefs, line.args);
        } else {
            put_u16(linedefs, line.special);
            put_u16(linedefs, line.tag);
        }
        put_u16(linedefs, line.front);
        put_u16(linedefs, line.back);
        return *this;
    }
    Map& side(std::string_view top, std::string_view bottom, std::string_view middle,
              std::uint32_t sector = 0, int x = 0, int y = 0) {
        put(sidedefs, x);
        put(sidedefs, y);
        put_name(sidedefs, top);
        put_name(sidedefs, bottom);
        put_name(sidedefs, middle);
        put_u16(sidedefs, sector);
        return *this;
    }
    Map& sector(int floor, int ceiling, std::string_view floor_flat, std::string_view ceiling_flat,
                int light = 160, std::uint32_t special = 0, int tag = 0) {
        put(sectors, floor);
        put(sectors, ceiling);
        put_name(sectors, floor_flat);
        put_name(sectors, ceiling_flat);
        put(sectors, light);
        put_u16(sectors, special);
        put(sectors, tag);
        return *this;
    }
    Map& thing(const Thing& thing) {
        if (hexen) put(things, thing.id);
        put(things, thing.x);
        put(things, thing.y);
        if (hexen) put(things, thing.z);
        put(things, thing.angle);
        put_u16(things, thing.type);
        put_u16(things, thing.flags);
        if (!hexen) return *this;
        things += static_cast<char>(thing.special);
        put_bytes(things, thing.args);
        return *this;
    }

    /// Two vertices, one side and one sector: what a line needs.
    static Map ground(bool hexen = false) {
        Map map;
        map.hexen = hexen;
        map.vertex(0, 0).vertex(64, 0);
        map.side("-", "-", "WALL").sector(0, 128, "FLOOR", "CEIL");
        return map;
    }
    /// A square room with a player in it.
    static Map square(bool hexen = false) {
        Map map;
        map.hexen = hexen;
        map.vertex(0, 0).vertex(0, 64).vertex(64, 64).vertex(64, 0);
        for (std::uint32_t i = 0; i < 4; ++i) {
            Line line;
            line.v1 = i;
            line.v2 = (i + 1) % 4;
            line.flags = 1;
            line.front = i;
            map.line(line);
            map.side("-", "-", i % 2 == 0 ? "BRICK" : "STONE");
        }
        map.sector(0, 128, "FLOOR", "CEIL");
        Thing player;
        player.x = player.y = 32;
        return map.thing(player);
    }

    flatline::engine::BinaryLumps lumps() const {
        flatline::engine::BinaryLumps out;
        out.things = load_text::bytes(things);
        out.linedefs = load_text::bytes(linedefs);
        out.sidedefs = load_text::bytes(sidedefs);
        out.vertexes = load_text::bytes(vertexes);
        out.sectors = load_text::bytes(sectors);
        out.segs = load_text::bytes(segs);
        out.ssectors = load_text::bytes(ssectors);
        out.nodes = load_text::bytes(nodes);
        out.reject = load_text::bytes(reject);
        out.blockmap = load_text::bytes(blockmap);
        out.hexen = hexen;
        return out;
    }
    flatline::engine::LoadResult<flatline::engine::Map> load(
        const flatline::engine::LoadOptions& options = {}) const {
        return flatline::engine::load_binary_borrowed(lumps(), options);
    }
    /// Read as if it said `name_space`.
    flatline::engine::LoadResult<flatline::engine::Map> load_as(std::string_view name_space) const {
        flatline::engine::LoadOptions options;
        options.namespace_override = name_space;
        return load(options);
    }
    /// A WAD with this map, its lumps in the order of Doom.
    testing_support::WadBuilder& add_to(testing_support::WadBuilder& wad,
                                        std::string_view label) const {
        wad.lump(label)
            .lump("THINGS", things)
            .lump("LINEDEFS", linedefs)
            .lump("SIDEDEFS", sidedefs)
            .lump("VERTEXES", vertexes)
            .lump("SEGS", segs)
            .lump("SSECTORS", ssectors)
            .lump("NODES", nodes)
            .lump("SECTORS", sectors)
            .lump("REJECT", reject)
            .lump("BLOCKMAP", blockmap);
        return hexen ? wad.lump("BEHAVIOR") : wad;
    }
};

/// The value of a boolean field of an element: "true", "false", or "unknown" for an unknown field.
inline std::string boolean(const flatline::engine::Map& map, std::uint8_t block,
                           std::uint32_t index, std::string_view field) {
    for (const flatline::engine::StandardField& row : flatline::engine::standard_fields()) {
        if (row.block != block || row.name != field) continue;
        const std::uint32_t flags =
            block == FLATLINE_LINEDEF ? map.linedefs()[index].flags : map.things()[index].flags;
        return (flags & row.bit) != 0 ? "true" : "false";
    }
    for (const flatline_unknown& unknown : map.unknowns()) {
        if (unknown.element == block && unknown.index == index && map.text(unknown.name) == field &&
            unknown.kind == FLATLINE_BOOLEAN && unknown.value.boolean == 1) {
            return "unknown";
        }
    }
    const flatline_column* column = map.column(block, field);
    for (std::uint32_t i = 0; column != nullptr && i < column->count; ++i) {
        if (column->elements[i] == index) return column->values.booleans[i] != 0 ? "true" : "false";
    }
    return "false";
}

/// The unknown fields of an element in order, "name=value ".
inline std::string unknowns(const flatline::engine::Map& map, std::uint8_t block,
                            std::uint32_t index) {
    std::string all;
    for (const flatline_unknown& unknown : map.unknowns()) {
        if (unknown.element != block || unknown.index != index) continue;
        all += std::string(map.text(unknown.name)) + "=" +
               (unknown.kind == FLATLINE_BOOLEAN ? "true" : std::to_string(unknown.value.integer)) +
               " ";
    }
    return all;
}

/// The findings, a line each: "rule LUMP@offset element index field".
inline std::string findings(const flatline::engine::FindingList& list) {
    std::string all;
    for (const flatline::engine::Finding& f : list.kept()) {
        all +=
            std::string(load_text::rule_id(f)) + " " +
            std::string(flatline::engine::lump_name(static_cast<flatline::engine::Lump>(f.lump)));
        if (f.offset != FLATLINE_NO_OFFSET) {
            all += "@" + std::to_string(f.offset) + "+" + std::to_string(f.length);
        }
        if (f.index != FLATLINE_NONE) {
            all += " " + std::string(flatline::engine::element_name(f.element)) + " " +
                   std::to_string(f.index);
        }
        if (f.field != FLATLINE_NO_FIELD)
            all += " " + std::string(flatline::engine::field_name(f.field));
        all += std::string(f.repaired != 0 ? " repaired" : "") + "\n";
    }
    return all;
}

}  // namespace binary_map
