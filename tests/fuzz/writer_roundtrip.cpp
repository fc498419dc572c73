// Fuzzer of the writers: any bytes as a TEXTMAP or, by the first byte, as the lumps of a binary
// map. What loads must load as the same map when it is written as text, and where it can be written
// as binary lumps, those must be the same map, too. A sink that is full may end a writing anywhere.

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "../support/map_round_trip.hpp"
#include "model/binary.hpp"
#include "model/write.hpp"

namespace {

using flatline::engine::Bytes;

[[noreturn]] void fail(const std::string& fault) {
    std::fprintf(stderr, "writer: %s\n", fault.c_str());
    std::abort();
}

constexpr std::string_view kNames[] = {"doom", "heretic", "strife", "eternity",
                                       "srb2", "hexen",   "zdoom",  "unheard"};

Bytes bytes_of(std::string_view text) {
    return {reinterpret_cast<const unsigned char*>(text.data()), text.size()};
}

// Five lumps, of lengths that the first five bytes give in quarters of the longest record.
flatline::engine::BinaryLumps lumps_of(std::string_view data, bool hexen) {
    flatline::engine::BinaryLumps lumps;
    lumps.hexen = hexen;
    const std::string_view sizes = data.substr(0, 5);
    data.remove_prefix(sizes.size());
    Bytes* const to[] = {&lumps.vertexes, &lumps.linedefs, &lumps.sidedefs, &lumps.sectors,
                         &lumps.things};
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        const std::string_view lump =
            data.substr(0, 2 * static_cast<std::size_t>(static_cast<unsigned char>(sizes[i])));
        *to[i] = bytes_of(lump);
        data.remove_prefix(lump.size());
    }
    return lumps;
}

void check_text(const flatline::engine::Map& map, const flatline::engine::LoadOptions& options) {
    const std::string fault = map_round_trip::fault(map, options);
    if (fault.empty()) return;
    // Only a map of 0.99 may be refused.
    std::string text;
    const auto result = flatline::engine::write_textmap(map, map_round_trip::sink_to(text));
    if (result || map.grammar() != flatline::engine::Grammar::v0_99) fail(fault);
}

void check_binary(const flatline::engine::Map& map, bool hexen) {
    std::string lumps[5];
    using map_round_trip::sink_to;
    flatline::engine::BinaryOptions options;
    options.format = hexen ? flatline::engine::MapFormat::hexen : flatline::engine::MapFormat::doom;
    const auto result =
        flatline::engine::write_binary(map,
                                       {sink_to(lumps[0]), sink_to(lumps[1]), sink_to(lumps[2]),
                                        sink_to(lumps[3]), sink_to(lumps[4])},
                                       options);
    if (!result) {
        if (result.findings.errors() == 0) fail("refused without a word");
        if (!lumps[0].empty()) fail("refused, and written");
        // What is lost then is counted.
        options.lossy = true;
        std::string out;
        const flatline::engine::Sink sink = sink_to(out);
        if (!flatline::engine::write_binary(map, {sink, sink, sink, sink, sink}, options)) return;
        if (out.empty()) fail("lossy, and nothing is written");
        return;
    }
    flatline::engine::BinaryLumps read;
    read.hexen = hexen;
    read.vertexes = bytes_of(lumps[0]);
    read.linedefs = bytes_of(lumps[1]);
    read.sidedefs = bytes_of(lumps[2]);
    read.sectors = bytes_of(lumps[3]);
    read.things = bytes_of(lumps[4]);
    flatline::engine::LoadOptions load;
    load.namespace_override = map.map_namespace();
    if (load.namespace_override.empty()) return;  // a binary map always has one
    const auto back = flatline::engine::load_binary_borrowed(read, load);
    if (!back) fail("the lumps are refused");
    // Vertices after the last used one are lost, -0 becomes 0, a flag given as false is not kept.
    if (back.value.linedefs().size() != map.linedefs().size()) fail("other lines");
    for (std::size_t i = 0; i < map.linedefs().size(); ++i) {
        const flatline_linedef& a = map.linedefs()[i];
        const flatline_linedef& b = back.value.linedefs()[i];
        // In Doom's format tag 0 is no tag, and the tag of a line without special is read as its
        // first argument, too, which says nothing there.
        const bool same_id = a.id == b.id || (!hexen && a.id == -1 && b.id == 0);
        const bool is_tag = !hexen && a.special == 0 && a.arg[0] == 0 && b.arg[0] == b.id;
        const bool same_args = (a.arg[0] == b.arg[0] || is_tag) &&
                               std::memcmp(a.arg + 1, b.arg + 1, 4 * sizeof a.arg[0]) == 0;
        if (a.v1 != b.v1 || a.v2 != b.v2 || a.sidefront != b.sidefront ||
            a.sideback != b.sideback || !same_id || a.special != b.special || a.flags != b.flags ||
            !same_args) {
            fail("another line " + std::to_string(i));
        }
    }
    if (back.value.sidedefs().size() != map.sidedefs().size() ||
        back.value.sectors().size() != map.sectors().size() ||
        back.value.things().size() != map.things().size()) {
        fail("other counts");
    }
    const auto same_name = [&](std::uint32_t a, std::uint32_t b) {
        return map.name(a) == back.value.name(b);
    };
    for (std::size_t i = 0; i < back.value.vertices().size(); ++i) {
        const flatline_vertex& a = map.vertices()[i];
        const flatline_vertex& b = back.value.vertices()[i];
        if (a.x != b.x || a.y != b.y) fail("another vertex " + std::to_string(i));
    }
    for (std::size_t i = 0; i < map.sidedefs().size(); ++i) {
        const flatline_sidedef& a = map.sidedefs()[i];
        const flatline_sidedef& b = back.value.sidedefs()[i];
        if (a.offsetx != b.offsetx || a.offsety != b.offsety || a.sector != b.sector ||
            !same_name(a.texturetop, b.texturetop) ||
            !same_name(a.texturebottom, b.texturebottom) ||
            !same_name(a.texturemiddle, b.texturemiddle)) {
            fail("another side " + std::to_string(i));
        }
    }
    for (std::size_t i = 0; i < map.sectors().size(); ++i) {
        const flatline_sector& a = map.sectors()[i];
        const flatline_sector& b = back.value.sectors()[i];
        if (a.heightfloor != b.heightfloor || a.heightceiling != b.heightceiling ||
            a.lightlevel != b.lightlevel || a.special != b.special || a.id != b.id ||
            !same_name(a.texturefloor, b.texturefloor) ||
            !same_name(a.textureceiling, b.textureceiling)) {
            fail("another sector " + std::to_string(i));
        }
    }
    for (std::size_t i = 0; i < map.things().size(); ++i) {
        const flatline_thing& a = map.things()[i];
        const flatline_thing& b = back.value.things()[i];
        if (a.x != b.x || a.y != b.y || a.height != b.height || a.id != b.id ||
            a.angle != b.angle || a.type != b.type || a.special != b.special ||
            a.flags != b.flags || std::memcmp(a.arg, b.arg, sizeof a.arg) != 0) {
            fail("another thing " + std::to_string(i));
        }
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const unsigned choice = data[0];
    const std::string copy(reinterpret_cast<const char*>(data + 1), size - 1);
    flatline::engine::LoadOptions options;
    options.repair =
        (choice & 2) != 0 ? flatline::engine::Repair::repair : flatline::engine::Repair::refuse;
    const bool named = (choice & 4) != 0;
    options.namespace_override = named ? kNames[choice >> 5] : std::string_view();
    const bool hexen = (choice & 8) != 0;
    const auto map = (choice & 1) != 0
                         ? flatline::engine::load_binary_borrowed(lumps_of(copy, hexen), options)
                         : flatline::engine::load_borrowed(bytes_of(copy), options);
    if (!map) return 0;
    check_text(map.value, options);
    for (const bool format : {false, true}) check_binary(map.value, format);
    flatline::engine::TextmapOptions translated;
    translated.translate = flatline::engine::Translate::zdoom;
    std::string text;
    const auto written =
        flatline::engine::write_textmap(map.value, map_round_trip::sink_to(text), translated);
    if (!written && written.findings.errors() == 0) fail("not translated, without a word");
    return 0;
}
