// Fuzzer of ZNODES: any bytes as the lump of one of three small maps, then a walk over the tree.
// The first byte chooses the map, the inflater and tight limits; the rest is the lump.

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>

#include "../support/nodes_tools.hpp"
#include "flatline/nodes.hpp"
#include "nodes/write.hpp"

namespace {

[[noreturn]] void fail(const std::string& fault) {
    std::fprintf(stderr, "oracle: %s\n", fault.c_str());
    std::abort();
}

flatline::LoadResult<flatline::Map> load(const std::string& text) {
    return flatline::load_borrowed(nodes_tools::bytes(text));
}

const flatline::Map& map_of(unsigned choice) {
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
    static const flatline::LoadResult<flatline::Map> maps[] = {load(texts[0]), load(texts[1]),
                                                               load(texts[2])};
    return maps[choice % 3].value;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    // A copy of exactly this size: a read outside it is seen by the address sanitizer.
    const std::size_t length = size - 1;
    const std::unique_ptr<char[]> copy(new char[length + (length == 0)]);
    for (std::size_t i = 0; i < length; ++i) copy[i] = static_cast<char>(data[i + 1]);

    const nodes_tools::MapView map = nodes_tools::view_of(map_of(data[0] & 3));
    flatline::Limits limits;
    if ((data[0] & 4) != 0) {
        limits.segs = 12;
        limits.subsectors = 3;
        limits.nodes = 2;
        limits.node_depth = 1;
    }
    const bool zlib = (data[0] & 8) != 0 || !flatline::nodes::kHaveLibdeflate;
    const auto inflater =
        zlib ? flatline::nodes::Inflater::zlib : flatline::nodes::Inflater::libdeflate;
    nodes_tools::CountedMemory memory;
    {
        const nodes_tools::ReadNodes read =
            nodes_tools::read({copy.get(), length}, map, limits, inflater, memory.hooks());
        const std::string fault = nodes_tools::first_fault(read.bsp, map);
        if (!fault.empty()) fail(fault);
        if (memory.peak > read.announced) fail("more memory than announced");
        const bool ok = read.outcome == flatline::Outcome::ok;
        if (!ok && read.outcome != flatline::Outcome::refused) fail("out of memory");
        if (ok != (read.findings.warnings() == 0)) fail("outcome and findings differ");
        if (ok) {
            for (int i = -8; i < 40; ++i) {
                const std::uint32_t found = flatline::subsector_at(read.bsp, 5.3 * i, 3.1 * i);
                if (found >= read.bsp.subsector_count) fail("a point is nowhere");
            }
            std::string lump(flatline::nodes::xgl3_bytes(read.bsp), '\0');
            const bool written = flatline::nodes::write_xgl3(
                read.bsp, reinterpret_cast<unsigned char*>(lump.data()));
            if (written && nodes_tools::read(lump, map).outcome != flatline::Outcome::ok) {
                fail("what was written is not read");
            }
        }
    }
    if (memory.out != 0) fail("memory is not given back");
    return 0;
}
