// Fuzzer of Doom 3 maps: any bytes through load_doom3, then a walk over everything that is
// published, its windings and surfaces, and all rules. The first byte chooses the options.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>

#include "../support/doom3_oracle.hpp"
#include "../support/geometry_oracle.hpp"
#include "model/check.hpp"
#include "model/doom3.hpp"
#include "model/doom3_geometry.hpp"

namespace {

flatline::engine::Doom3Options options_of(std::uint8_t choice) {
    flatline::engine::Doom3Options options;
    options.partial = (choice & 1) != 0;
    options.escapes = (choice & 8) != 0;
    if ((choice & 2) != 0) {
        options.limits.entities = options.limits.brushes = 2;
        options.limits.pairs = 4;
        options.limits.brush_sides = 7;
        options.limits.patch_size = 5;
        options.limits.patch_points = 20;
        options.limits.string_bytes = 12;
        options.limits.number_bytes = 8;
        options.limits.findings = 4;
    }
    if ((choice & 4) != 0) options.limits.arena_bytes = 16384;
    return options;
}

[[noreturn]] void fail(const std::string& fault) {
    std::fprintf(stderr, "oracle: %s\n", fault.c_str());
    std::abort();
}

void build(const flatline::engine::Doom3Map& map, const flatline::engine::Limits& limits) {
    flatline::engine::WindingsOptions of_windings;
    of_windings.limits = limits;
    const flatline::engine::Result<flatline::engine::Windings> windings =
        flatline::engine::build_windings(map, of_windings);
    const std::string of_brushes = geometry_oracle::first_fault(windings.value.arrays());
    if (!of_brushes.empty()) fail("windings: " + of_brushes);
    flatline::engine::SurfacesOptions of_surfaces;
    of_surfaces.limits = limits;
    of_surfaces.limits.surface_points = 4096;  // a patch of 64 segments a piece takes its time
    const flatline::engine::Result<flatline::engine::Surfaces> surfaces =
        flatline::engine::build_surfaces(map, of_surfaces);
    const std::string of_patches = geometry_oracle::first_fault(surfaces.value.arrays());
    if (!of_patches.empty()) fail("surfaces: " + of_patches);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    // A copy of exactly this size: a read outside it is seen by the address sanitizer.
    const std::size_t length = size - 1;
    const std::unique_ptr<unsigned char[]> copy(new unsigned char[length + (length == 0)]);
    for (std::size_t i = 0; i < length; ++i) copy[i] = data[i + 1];
    const std::string_view text(reinterpret_cast<const char*>(copy.get()), length);
    const flatline::engine::Doom3Options options = options_of(data[0]);

    const flatline::engine::LoadResult<flatline::engine::Doom3Map> result =
        flatline::engine::load_doom3_borrowed({copy.get(), length}, options);
    const std::string fault = doom3_oracle::first_fault(result, text);
    if (!fault.empty()) fail(fault);
    if (result.status == flatline::engine::Status::out_of_memory)
        fail("out of memory on a small text");
    if (!result) return 0;
    flatline::engine::CheckOptions wanted;
    wanted.limits = options.limits;
    const flatline::engine::FindingList findings =
        flatline::engine::check(result.value, wanted).findings;
    for (const flatline::engine::Finding& f : findings.kept()) {
        char sentence[200];
        flatline::engine::describe(f, text, sentence, sizeof sentence);
        if (f.offset != FLATLINE_NO_OFFSET && f.offset + f.length > length) {
            fail("a finding of check outside the text");
        }
    }
    build(result.value, options.limits);
    return 0;
}
