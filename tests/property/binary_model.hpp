// A random binary map: sound, or with a few things wrong with it.
#pragma once

#include <cstdint>
#include <string>

#include "property/tape.hpp"
#include "reference/reference_binary.hpp"
#include "support/binary_maps.hpp"

namespace property {

class BinaryMaker {
public:
    explicit BinaryMaker(Tape& tape) : tape_(tape) {}

    reference::BinaryMap make() {
        reference::BinaryMap map;
        map.name = "MAP01";
        const bool hexen = tape_.once_in(2);
        broken_ = tape_.once_in(3);
        vertices_ = tape_.between(broken_ ? 0 : 1, 6);
        sides_ = tape_.between(broken_ ? 0 : 1, 6);
        sectors_ = tape_.between(broken_ ? 0 : 1, 4);
        add(map.lumps["VERTEXES"], vertices_, [&] { return coordinates(2); });
        add(map.lumps["LINEDEFS"], tape_.below(6), [&] { return line(hexen); });
        add(map.lumps["SIDEDEFS"], sides_,
            [&] { return coordinates(2) + name() + name() + name() + index(sectors_); });
        add(map.lumps["SECTORS"], sectors_, [&] {
            return coordinates(2) + name() + name() + coordinates(1) + word(number()) +
                   word(number());
        });
        add(map.lumps["THINGS"], tape_.below(5), [&] { return thing(hexen); });
        for (const char* rest : {"SEGS", "SSECTORS", "NODES", "REJECT", "BLOCKMAP"}) {
            if (tape_.once_in(2)) map.lumps[rest] = any_bytes(tape_.below(40));
        }
        if (hexen) map.lumps["BEHAVIOR"];
        return map;
    }

private:
    template <class Record>
    void add(std::string& lump, std::uint32_t count, Record record) {
        for (std::uint32_t i = 0; i < count; ++i) lump += record();
        if (tape_.once_in(8)) lump += any_bytes(tape_.below(9));
    }

    static std::string word(std::uint32_t value) {
        std::string out;
        testing_support::put_u16(out, value);
        return out;
    }
    std::string any_bytes(std::uint32_t size) {
        std::string out;
        for (std::uint32_t i = 0; i < size; ++i) out += static_cast<char>(tape_.below(256));
        return out;
    }

    std::uint32_t number() {
        const std::uint32_t edges[] = {0, 1, 2, 45, 0x7FFF, 0x8000, 0xFFFF, 0xFFFE};
        return tape_.once_in(2) ? tape_.below(0x10000) : tape_.pick(edges);
    }
    std::string coordinates(int count) {
        std::string out;
        for (int i = 0; i < count; ++i) out += word(number());
        return out;
    }
    // Few bits, all bits, or any.
    std::uint32_t flags() {
        switch (tape_.below(4)) {
            case 0:
                return 1u << tape_.below(16) | 1u << tape_.below(16);
            case 1:
                return tape_.below(0x200);
            case 2:
                return 0xFFFF & ~(1u << tape_.below(16));
            default:
                return tape_.below(0x10000);
        }
    }
    std::string index(std::uint32_t count) {
        if (broken_ && tape_.once_in(12)) return word(number());
        if (count == 0) return word(0);
        return word(tape_.below(count));
    }
    std::string name() {
        const char* const names[] = {"-",      "STEP1",  "step1", "",         "A\"B\\C",
                                     "F_SKY1", "#1A2B3", "-x",    "WITH ONE", "\xC3\xA9\xFF"};
        std::string name = testing_support::name8(tape_.pick(names));
        // What stands after the NUL is nobody's.
        if (tape_.once_in(4) && name[7] == '\0') name[7] = static_cast<char>(tape_.below(256));
        if (tape_.once_in(8)) name = any_bytes(8);
        return name;
    }

    std::string special_and_args() {
        const std::uint32_t specials[] = {0, 1, 5, 80, 121, 156, 160, 181, 190, 208, 215, 222};
        std::string out(
            1, static_cast<char>(tape_.once_in(4) ? tape_.below(256) : tape_.pick(specials)));
        for (int arg = 0; arg < 5; ++arg) {
            const std::uint32_t small[] = {0, 1, 3, 8, 9, 255};
            out += static_cast<char>(tape_.once_in(2) ? tape_.below(256) : tape_.pick(small));
        }
        return out;
    }

    std::string line(bool hexen) {
        std::string out = index(vertices_) + index(vertices_) + word(flags());
        out += hexen ? special_and_args() : word(number()) + word(number());
        out += index(sides_);
        return out + (tape_.once_in(2) ? word(0xFFFF) : index(sides_));
    }

    std::string thing(bool hexen) {
        const std::uint32_t types[] = {1, 1705, 750, 750 + 4096, 1705 + 3 * 4096, 4095, 0xFFFF};
        const std::uint32_t type = tape_.once_in(2) ? number() : tape_.pick(types);
        if (!hexen) return coordinates(3) + word(type) + word(flags());
        return coordinates(5) + word(type) + word(flags()) + special_and_args();
    }

    Tape& tape_;
    bool broken_ = false;
    std::uint32_t vertices_ = 0;
    std::uint32_t sides_ = 0;
    std::uint32_t sectors_ = 0;
};

/// A map in either format. One of three may have bad indices or lack what they point to.
inline reference::BinaryMap any_binary_map(Tape& tape) { return BinaryMaker(tape).make(); }

}  // namespace property
