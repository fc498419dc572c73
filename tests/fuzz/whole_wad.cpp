// Fuzzer of a whole WAD, or a bare map: any bytes as a file in memory that is opened through
// PhysFS, then every map with all that can be made of it, twice. Three inputs in four come from a
// mutator that knows how such a file is built.

#include <cstddef>
#include <cstdint>

#include "fuzz/harness/container.hpp"
#include "fuzz/harness/structure.hpp"

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most, unsigned seed) {
    return fuzz::mutate_with(fuzz::mutate_wad, data, size, most, seed);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size != 0) fuzz::walk_twice(data, size, fuzz::name_of(data[0]));
    return 0;
}
