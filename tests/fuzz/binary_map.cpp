// Fuzzer of binary maps: the lumps of one map out of one buffer. The first byte chooses namespace,
// repair and limits, the second the format; then each lump but the last has its length in two bytes
// in front of it, and the last takes the rest. What loads is walked, and is what the reference
// says.

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>

#include "model/binary.hpp"
#include "model/check.hpp"
#include "reference/binary_compare.hpp"
#include "reference/reference_binary.cpp"  // one file makes one fuzzer
#include "support/nodes_tools.hpp"

namespace {

constexpr const char* kLumpNames[] = {"THINGS", "LINEDEFS", "SIDEDEFS", "VERTEXES", "SECTORS",
                                      "SEGS",   "SSECTORS", "NODES",    "REJECT",   "BLOCKMAP"};
constexpr const char* kNamespaces[] = {"",         "doom", "heretic", "strife",
                                       "eternity", "srb2", "zdoom",   "hexen"};

[[noreturn]] void fail(const std::string& fault) {
    std::fprintf(stderr, "oracle: %s\n", fault.c_str());
    std::abort();
}

reference::BinaryMap map_of(const std::uint8_t* data, std::size_t size, bool hexen) {
    reference::BinaryMap map;
    std::size_t at = 0;
    for (const char* name : kLumpNames) {
        std::size_t length = size - at;
        if (name != kLumpNames[9]) {
            if (size - at < 2) break;
            length = std::min<std::size_t>(data[at] + 256u * data[at + 1], size - at - 2);
            at += 2;
        }
        map.lumps[name].assign(reinterpret_cast<const char*>(data) + at, length);
        at += length;
    }
    if (hexen) map.lumps["BEHAVIOR"];
    return map;
}

flatline::engine::LoadOptions options_of(std::uint8_t choice) {
    flatline::engine::LoadOptions options;
    options.namespace_override = kNamespaces[choice & 7];
    options.repair =
        (choice & 8) != 0 ? flatline::engine::Repair::repair : flatline::engine::Repair::refuse;
    options.products |= FLATLINE_PRODUCT_BLOCKMAP;
    if ((choice & 16) != 0) {
        options.limits.vertices = options.limits.linedefs = options.limits.sidedefs = 3;
        options.limits.sectors = options.limits.things = 2;
        options.limits.unknown_fields = 3;
        options.limits.findings = 4;
        options.limits.slope_steps = 6;
    }
    if ((choice & 32) != 0) options.limits.arena_bytes = 2048;
    options.strict = (choice & 64) != 0;
    return options;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 2) return 0;
    const std::uint8_t choice = data[0];
    const reference::BinaryMap map = map_of(data + 2, size - 2, (data[1] & 1) != 0);
    const flatline::engine::LoadOptions options = options_of(choice);
    // Bytes of exactly their size, so that the address sanitizer sees a read outside.
    flatline::engine::BinaryLumps lumps = binary_compare::lumps_of(map);
    std::unique_ptr<unsigned char[]> copies[10];
    std::size_t count = 0;
    for (flatline::engine::Bytes* lump :
         {&lumps.things, &lumps.linedefs, &lumps.sidedefs, &lumps.vertexes, &lumps.sectors,
          &lumps.segs, &lumps.ssectors, &lumps.nodes, &lumps.reject, &lumps.blockmap}) {
        std::unique_ptr<unsigned char[]>& copy = copies[count++];
        copy.reset(new unsigned char[lump->size()]);
        std::copy(lump->begin(), lump->end(), copy.get());
        *lump = {copy.get(), lump->size()};
    }
    const flatline::engine::MemoryBound bound = flatline::engine::memory_bound(lumps, options);
    const binary_compare::Result result = flatline::engine::load_binary_borrowed(lumps, options);
    if ((choice & (16 | 32 | 64)) != 0) {
        // The reference knows no limits.
        const std::string fault = oracle::first_fault(result, "");
        if (!fault.empty()) fail(fault);
    } else {
        const std::string found = binary_compare::difference(
            result, map, std::string(options.namespace_override), (choice & 8) != 0);
        if (!found.empty()) fail(found);
    }
    if (!result) return 0;
    flatline::engine::LoadOptions bare = options;
    bare.products = 0;
    const binary_compare::Result arrays = flatline::engine::load_binary_borrowed(lumps, bare);
    if (arrays && arrays.memory.used > bound.total) fail("more memory than announced");
    if (result.value.nodes().subsector_count != 0) {
        const std::string fault =
            nodes_tools::first_fault(result.value.nodes(), nodes_tools::view_of(result.value));
        if (!fault.empty()) fail(fault);
    }
    flatline::engine::CheckOptions wanted;
    wanted.limits = options.limits;
    const flatline::engine::FindingList findings =
        flatline::engine::check(result.value, wanted).findings;
    const std::string fault = oracle::first_fault(findings, "");
    if (!fault.empty()) fail(fault);
    return 0;
}
