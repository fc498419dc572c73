// Reads the numbers of records: the reader those of a file, the writer those that it has written.
#pragma once

#include "binary/namespace_rules.hpp"
#include "binary/records.hpp"
#include "binary/srb2_thing.hpp"

namespace flatline::engine::binary {

inline void read_record(const unsigned char* p, flatline_vertex& to) noexcept {
    to = {static_cast<double>(load_s16(p)), static_cast<double>(load_s16(p + 2))};
}

/// Without the three names.
inline void read_record(const unsigned char* p, flatline_sidedef& to) noexcept {
    to.offsetx = load_s16(p);
    to.offsety = load_s16(p + 2);
    to.sector = load_u16(p + 28);
}

/// Without the two names.
inline void read_record(const unsigned char* p, flatline_sector& to) noexcept {
    to.heightfloor = load_s16(p);
    to.heightceiling = load_s16(p + 2);
    to.lightlevel = load_s16(p + 20);
    to.special = load_u16(p + 22);
    to.id = load_s16(p + 24);
}

/// All flags of a line, and the argument that held kArgFlags: what NamespaceRules::each_line_field
/// is asked for.
struct LineBits {
    std::uint16_t flags;
    std::uint8_t arg;
};

inline LineBits read_doom_line(const NamespaceRules& rules, const unsigned char* p,
                               flatline_linedef& to) noexcept {
    const std::uint16_t flags = load_u16(p + 4);
    to.v1 = load_u16(p);
    to.v2 = load_u16(p + 2);
    to.sidefront = load_side(p + 10);
    to.sideback = load_side(p + 12);
    to.id = load_s16(p + 8);
    to.special = load_u16(p + 6);
    to.arg[0] = rules.is_srb2() ? 0 : to.id;
    to.arg[1] = to.arg[2] = to.arg[3] = to.arg[4] = 0;
    to.flags = rules.doom_line_flags(flags);
    return {flags, 0};
}

inline LineBits read_hexen_line(const NamespaceRules& rules, const unsigned char* p,
                                flatline_linedef& to) noexcept {
    const std::uint16_t flags = load_u16(p + 4);
    to.v1 = load_u16(p);
    to.v2 = load_u16(p + 2);
    to.sidefront = load_side(p + 12);
    to.sideback = load_side(p + 14);
    to.id = rules.default_line_id();
    to.special = p[6];
    for (std::size_t i = 0; i < 5; ++i) to.arg[i] = p[7 + i];
    const std::uint8_t arg = rules.has_arg_fields(p[6]) ? rules.take_arg_fields(to) : 0;
    to.flags = rules.hexen_line_flags(flags, to.special) | rules.standard_arg_flags(arg);
    return {flags, arg};
}

/// All flags of a thing, and the parameter of a thing of SRB2.
struct ThingBits {
    std::uint16_t flags, parameter;
};

inline ThingBits read_doom_thing(const NamespaceRules& rules, const unsigned char* p,
                                 flatline_thing& to) noexcept {
    to = {};
    to.x = load_s16(p);
    to.y = load_s16(p + 2);
    to.angle = load_s16(p + 4);
    to.type = load_u16(p + 6);
    ThingBits bits{load_u16(p + 8), 0};
    if (rules.is_srb2()) {
        const Srb2Thing thing(load_u16(p + 6), bits.flags);
        to.type = thing.type;
        to.height = thing.height;
        bits = {thing.flags, thing.parameter};
    }
    to.flags = rules.things().standard(bits.flags);
    return bits;
}

inline ThingBits read_hexen_thing(const NamespaceRules& rules, const unsigned char* p,
                                  flatline_thing& to) noexcept {
    to.id = load_s16(p);
    to.x = load_s16(p + 2);
    to.y = load_s16(p + 4);
    to.height = load_s16(p + 6);
    to.angle = load_s16(p + 8);
    to.type = load_u16(p + 10);
    to.special = p[14];
    for (std::size_t i = 0; i < 5; ++i) to.arg[i] = p[15 + i];
    const std::uint16_t flags = load_u16(p + 12);
    to.flags = rules.things().standard(flags);
    return {flags, 0};
}

}  // namespace flatline::engine::binary
