// build_nodes: the node builder's tree of a loaded map, as a value of its own.
#include "flatline/nodes.hpp"

#include "api/build.hpp"
#include "nodes/build.hpp"

namespace flatline {

struct detail::NodesStorage {
    Reservation memory;
};

void detail::destroy(NodesStorage* storage) noexcept { delete storage; }

Result<Nodes> build_nodes(const Map& map, const NodesOptions& options) noexcept {
    return build<Nodes, detail::NodesStorage, flatline_bsp>(
        options, Lump::znodes,
        [&](detail::NodesStorage& storage, FindingList& findings, Budget& budget,
            flatline_bsp& bsp) {
            const nodes::MapView view{map.vertices(), map.linedefs(), map.sidedefs()};
            Progress progress(options.progress, nodes::kBuildParts);
            const Outcome outcome = nodes::build(view, options.limits, options.memory, budget,
                                                 storage.memory, findings, bsp, &progress);
            return outcome == Outcome::ok && !progress.finish() ? Outcome::cancelled : outcome;
        });
}

}  // namespace flatline
