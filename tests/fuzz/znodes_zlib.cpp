// Fuzzer of compressed nodes: any bytes as what is inside of the stream of a ZNODES or NODES lump,
// so that the reader after the inflater is reached; one input in four has its stream damaged. The
// first byte chooses the form, the map and the inflater, the second what is damaged.

#include <cstddef>
#include <cstdint>
#include <string>

#include "fuzz/harness/promise.hpp"
#include "fuzz/harness/structure.hpp"
#include "support/nodes_tools.hpp"
#include "support/zlib_stream.hpp"

namespace {

const flatline::engine::Map& map_of(bool two) {
    static const std::string texts[] = {nodes_tools::square_map(), nodes_tools::two_squares_map()};
    static const flatline::engine::LoadResult<flatline::engine::Map> maps[] = {
        flatline::engine::load_borrowed(nodes_tools::bytes(texts[0])),
        flatline::engine::load_borrowed(nodes_tools::bytes(texts[1]))};
    return maps[two ? 1 : 0].value;
}

constexpr const char* kForms[] = {"ZNOD", "ZGLN", "ZGL2", "ZGL3"};

}  // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most, unsigned seed) {
    fuzz::Random random(seed + 1);
    if (size < 2 || fuzz::below(random, 4) == 0) return LLVMFuzzerMutate(data, size, most);
    std::string content(reinterpret_cast<const char*>(data) + 2, size - 2);
    if (fuzz::below(random, 8) == 0) {
        data[0] = static_cast<std::uint8_t>(random());
        const nodes_tools::Lump lump =
            (data[0] & 4) != 0 ? nodes_tools::two_squares_lump() : nodes_tools::square_lump();
        content = nodes_tools::payload(std::string("X") + (kForms[data[0] & 3] + 1), lump);
    }
    for (std::uint32_t n = 1 + fuzz::below(random, 3); n > 0; --n) {
        fuzz::break_bytes(content, random);
    }
    if (content.size() + 2 > most) return LLVMFuzzerMutate(data, size, most);
    std::copy(content.begin(), content.end(), reinterpret_cast<char*>(data) + 2);
    return content.size() + 2;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 2) return 0;
    std::string bytes = kForms[data[0] & 3];
    bytes += testing_support::zlib_stream({reinterpret_cast<const char*>(data) + 2, size - 2}, 6);
    if ((data[1] & 3) == 3) {
        // A bit of the stream or of its checksum, or its end.
        const std::size_t at = 4 + (data[1] >> 2) * (bytes.size() - 4) / 64;
        if ((data[0] & 64) != 0) {
            bytes.resize(at);
        } else if (at < bytes.size()) {
            bytes[at] = static_cast<char>(bytes[at] ^ 1 << (data[0] >> 5));
        }
    }
    const fuzz::Content lump(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
    const nodes_tools::MapView map = nodes_tools::view_of(map_of((data[0] & 4) != 0));
    flatline::engine::Limits limits;
    if ((data[0] & 16) != 0) limits.segs = 12;
    const bool zlib = (data[0] & 8) != 0 || !flatline::engine::nodes::kHaveLibdeflate;
    const auto inflater = zlib ? flatline::engine::nodes::Inflater::zlib
                               : flatline::engine::nodes::Inflater::libdeflate;
    nodes_tools::CountedMemory memory;
    {
        const nodes_tools::ReadNodes read =
            nodes_tools::read(lump.text(), map, limits, inflater, memory.hooks());
        fuzz::require_none(nodes_tools::first_fault(read.bsp, map));
        fuzz::require(memory.peak <= read.announced, "memory at most as announced");
        fuzz::require(read.outcome == flatline::engine::Outcome::ok || read.findings.total() != 0,
                      "what is dropped has a finding");
    }
    fuzz::require(memory.out == 0, "memory is given back");
    return 0;
}
