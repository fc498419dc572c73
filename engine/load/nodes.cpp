// Trees of a loaded map as values of their own: the node builder's, and those of a lump.
#include "model/nodes.hpp"

#include "load/build.hpp"
#include "nodes/build.hpp"
#include "nodes/verify.hpp"

namespace flatline::engine {

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
            const Outcome outcome =
                nodes::build(view, options.limits, options.memory, budget, storage.memory, findings,
                             bsp, {&progress, options.jobs, options.threads});
            return outcome == Outcome::ok && !progress.finish() ? Outcome::cancelled : outcome;
        });
}

Result<Nodes> read_nodes(const Map& map, Bytes znodes, const NodesOptions& options) noexcept {
    return build<Nodes, detail::NodesStorage, flatline_bsp>(
        options, Lump::znodes,
        [&](detail::NodesStorage& storage, FindingList& findings, Budget& budget,
            flatline_bsp& bsp) {
            const nodes::MapView view{map.vertices(), map.linedefs(), map.sidedefs()};
            nodes::ReadChoices choices;
            if (options.strict) choices.bad_partners = nodes::BadPartners::drop;
            choices.stored_boxes = options.stored_boxes;
            Reservation scratch;
            return nodes::read_nodes(znodes, view, options.limits, choices, nodes::kInflater,
                                     options.memory, budget, scratch, storage.memory, findings,
                                     bsp);
        });
}

}  // namespace flatline::engine
