// Fuzzer of node lumps: any bytes as the lumps of one of three small maps, then a walk over the
// tree. The first byte chooses the map, the inflater, tight limits and whether the map is a binary
// one. If not, the rest is ZNODES; if so, three bytes say how long SEGS, SSECTORS and VERTEXES
// after the map's own are, which follow, and the rest is NODES.

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>

#include "../support/nodes_tools.hpp"
#include "model/nodes.hpp"
#include "nodes/write.hpp"

namespace {

[[noreturn]] void fail(const std::string& fault) {
    std::fprintf(stderr, "oracle: %s\n", fault.c_str());
    std::abort();
}

flatline::engine::LoadResult<flatline::engine::Map> load(const std::string& text) {
    return flatline::engine::load_borrowed(nodes_tools::bytes(text));
}

const flatline::engine::Map& map_of(unsigned choice) {
    static const std::string texts[] = {
        nodes_tools::square_map(), nodes_tools::two_squares_map(),
        nodes_tools::textmap({{0, 0}, {0, 96}, {64.5, 96}, {64.5, 32}, {128, 32}, {128, 0}},
                             {{0, 1, 0, -1},
                              {1, 2, 0, -1},
                              {2, 3, 0, -1},
                              {3, 4, 0, -1},
                              {4, 5, 0, -1},
                              {5, 0, 0, -1},
                              {3, 0, 0, 0}},
                             1)};
    static const flatline::engine::LoadResult<flatline::engine::Map> maps[] = {
        load(texts[0]), load(texts[1]), load(texts[2])};
    return maps[choice % 3].value;
}

nodes_tools::ReadBinary read_binary(std::string_view bytes, const nodes_tools::MapView& map,
                                    const flatline::engine::Limits& limits,
                                    nodes_tools::CountedMemory& memory) {
    std::size_t sizes[3] = {};
    for (std::size_t& size : sizes) {
        if (bytes.empty()) break;
        size = static_cast<unsigned char>(bytes[0]);
        bytes.remove_prefix(1);
    }
    const auto take = [&](std::size_t size) {
        const std::string lump(bytes.substr(0, size));
        bytes.remove_prefix(lump.size());
        return lump;
    };
    nodes_tools::BinaryLumps lumps;
    lumps.segs = take(sizes[0]);
    lumps.ssectors = take(sizes[1]);
    lumps.more_vertices = take(sizes[2]);
    lumps.nodes = bytes;
    return nodes_tools::read(lumps, map, limits, memory.hooks());
}

// What is written of a tree is read again as that tree. What does not fit a form is not written.
void check_writers(const flatline_bsp& bsp, const nodes_tools::MapView& map) {
    const auto bytes = [](std::string& lump) {
        return reinterpret_cast<unsigned char*>(lump.data());
    };
    std::string lump(flatline::engine::nodes::xgl3_bytes(bsp), '\0');
    if (flatline::engine::nodes::write_xgl3(bsp, bytes(lump)) &&
        nodes_tools::read(lump, map).outcome != flatline::engine::Outcome::ok) {
        fail("XGL3 is not read");
    }
    flatline::engine::nodes::ClassicSizes sizes;
    if (!flatline::engine::nodes::classic_sizes(bsp, map, sizes)) return;
    nodes_tools::BinaryLumps out{std::string(sizes.segs, '\0'), std::string(sizes.ssectors, '\0'),
                                 std::string(sizes.nodes, '\0'), std::string(sizes.vertexes, '\0')};
    flatline::engine::nodes::write_classic(
        bsp, map,
        {bytes(out.segs), bytes(out.ssectors), bytes(out.nodes), bytes(out.more_vertices)});
    const nodes_tools::ReadBinary read = nodes_tools::read(out, map);
    if (read.outcome != flatline::engine::Outcome::ok || read.bsp.node_count != bsp.node_count) {
        fail("classic lumps are not read");
    }
    for (std::uint32_t i = 0; i < bsp.subsector_count; ++i) {
        if (read.bsp.subsectors[i].sector != bsp.subsectors[i].sector) fail("another sector");
    }
    lump.assign(flatline::engine::nodes::xnod_bytes(bsp), '\0');
    if (!flatline::engine::nodes::write_xnod(bsp, bytes(lump)))
        fail("XNOD holds less than classic lumps");
}

// `read` is of one lump or of those of a binary map.
template <class Read>
void check(const Read& read, const nodes_tools::MapView& map,
           const nodes_tools::CountedMemory& memory) {
    const std::string fault = nodes_tools::first_fault(read.bsp, map);
    if (!fault.empty()) fail(fault);
    if (memory.peak > read.announced) fail("more memory than announced");
    const bool ok = read.outcome == flatline::engine::Outcome::ok;
    if (!ok && read.outcome != flatline::engine::Outcome::refused) fail("out of memory");
    std::uint64_t faults = read.findings.warnings();
    for (const flatline::engine::Finding& finding : read.findings.kept()) {
        faults -= finding.rule == static_cast<std::uint16_t>(flatline::engine::Rule::lump_remainder)
                      ? 1
                      : 0;
    }
    if (read.anything_dropped() != (faults != 0)) {
        fail("outcome and findings differ");
    }
    if (!ok) return;
    for (int i = -8; i < 40; ++i) {
        const std::uint32_t found = flatline::engine::subsector_at(read.bsp, 5.3 * i, 3.1 * i);
        if (found >= read.bsp.subsector_count) fail("a point is nowhere");
    }
    check_writers(read.bsp, map);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    // A copy of exactly this size: a read outside it is seen by the address sanitizer.
    const std::size_t length = size - 1;
    const std::unique_ptr<char[]> copy(new char[length + (length == 0)]);
    for (std::size_t i = 0; i < length; ++i) copy[i] = static_cast<char>(data[i + 1]);

    const nodes_tools::MapView map = nodes_tools::view_of(map_of(data[0] & 3));
    flatline::engine::Limits limits;
    if ((data[0] & 4) != 0) {
        limits.segs = 12;
        limits.subsectors = 3;
        limits.nodes = 2;
        limits.node_depth = 1;
    }
    const bool zlib = (data[0] & 8) != 0 || !flatline::engine::nodes::kHaveLibdeflate;
    const auto inflater = zlib ? flatline::engine::nodes::Inflater::zlib
                               : flatline::engine::nodes::Inflater::libdeflate;
    nodes_tools::CountedMemory memory;
    const std::string_view rest{copy.get(), length};
    if ((data[0] & 16) != 0) {
        check(read_binary(rest, map, limits, memory), map, memory);
    } else {
        check(nodes_tools::read(rest, map, limits, inflater, memory.hooks()), map, memory);
    }
    if (memory.out != 0) fail("memory is not given back");
    return 0;
}
