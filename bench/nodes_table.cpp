// nodes_table WAD...: for every map in them the size of its stored tree and of the one that
// build_nodes makes of the same text, and the time that takes. bench/compare_zdbsp.sh feeds it.
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

#include "../tests/support/nodes_tools.hpp"
#include "../tests/support/wad_maps.hpp"
#include "model/nodes.hpp"

namespace {

struct Sizes {
    double segs = 0, nodes = 0, depth = 0, cuts = 0;

    void add(const Sizes& s) {
        segs += s.segs;
        nodes += s.nodes;
        depth += s.depth;
        cuts += s.cuts;
    }
};

// `cuts`: pieces of linedefs beyond one a side.
Sizes sizes_of(const flatline_bsp& bsp, const flatline::engine::Map& map) {
    Sizes s{double(bsp.seg_count), double(bsp.node_count), double(bsp.depth), 0};
    for (std::uint32_t i = 0; i < bsp.seg_count; ++i) {
        s.cuts += bsp.segs[i].linedef != FLATLINE_NONE ? 1 : 0;
    }
    for (const flatline_linedef& line : map.linedefs()) {
        s.cuts -= line.sideback == FLATLINE_NONE ? 1 : 2;
    }
    return s;
}

void print(const char* what, const Sizes& stored, const Sizes& built, double ms) {
    const auto ratio = [](double a, double b) { return b > 0 ? a / b : 1.0; };
    std::printf("%-28.28s %7.0f %7.0f %5.2f  %6.0f %6.0f %5.2f  %5.0f %5.0f %5.2f  %8.1f\n", what,
                stored.segs, built.segs, ratio(built.segs, stored.segs), stored.cuts, built.cuts,
                ratio(built.cuts, stored.cuts), stored.depth, built.depth,
                ratio(built.depth, stored.depth), ms);
}

}  // namespace

int main(int argc, char** argv) {
    std::printf("%-28s %-21s  %-19s  %-17s  %8s\n", "map (stored, ours, ratio)", "segs", "cuts",
                "depth", "ours ms");
    Sizes stored_sum;
    Sizes built_sum;
    double ms_sum = 0;
    for (int i = 1; i < argc; ++i) {
        std::string name = argv[i];
        name = name.substr(name.rfind('/') + 1);
        for (const wad_maps::UdmfMap& map : wad_maps::of_wad(wad_maps::read_file(argv[i]), name)) {
            const flatline::engine::LoadResult<flatline::engine::Map> loaded =
                flatline::engine::load_borrowed(nodes_tools::bytes(map.textmap));
            if (!loaded || !map.has_znodes) continue;
            const nodes_tools::ReadNodes read =
                nodes_tools::read(map.znodes, nodes_tools::view_of(loaded.value));
            if (read.outcome != flatline::engine::Outcome::ok) continue;
            const auto start = std::chrono::steady_clock::now();
            const flatline::engine::Result<flatline::engine::Nodes> built =
                flatline::engine::build_nodes(loaded.value);
            const std::chrono::duration<double, std::milli> time =
                std::chrono::steady_clock::now() - start;
            if (!built) continue;
            const Sizes stored_sizes = sizes_of(read.bsp, loaded.value);
            const Sizes built_sizes = sizes_of(built.value.bsp(), loaded.value);
            print(map.label.c_str(), stored_sizes, built_sizes, time.count());
            stored_sum.add(stored_sizes);
            built_sum.add(built_sizes);
            ms_sum += time.count();
        }
    }
    print("all", stored_sum, built_sum, ms_sum);
    return 0;
}
