// make_map_lumps: all lumps of one map, in memory.
#include <algorithm>

#include "archive/names.hpp"
#include "load/build.hpp"
#include "load/lump_work.hpp"
#include "nodes/build.hpp"
#include "nodes/write.hpp"
#include "write/stored_lumps.hpp"

namespace flatline::engine {

void detail::destroy(MapLumpsStorage* storage) noexcept { delete storage; }

const LumpView* LumpWork::stored(std::string_view name) const noexcept {
    const LumpView* found =
        std::find_if(options.stored.begin(), options.stored.end(),
                     [&](const LumpView& lump) { return archive::same_name(lump.name, name); });
    return found != options.stored.end() ? found : nullptr;
}

Outcome LumpWork::build_nodes(Reservation& memory, flatline_bsp& out) noexcept {
    Progress progress(options.progress, nodes::kBuildParts);
    const Outcome outcome = nodes::build(view(), options.limits, options.memory, budget, memory,
                                         findings, out, &progress);
    if (outcome == Outcome::ok && !progress.finish()) return Outcome::cancelled;
    return unless_refused(outcome);
}

Outcome LumpWork::compress(Bytes& lump) noexcept {
    Reservation packed;
    Outcome outcome =
        take_exact(nodes::compressed_nodes_bound(lump.size()), options.memory, budget, packed);
    if (outcome != Outcome::ok) return outcome;
    std::uint64_t size = 0;
    outcome = nodes::compress_nodes(lump, options.memory, budget, packed.data(), size);
    if (outcome != Outcome::ok) return outcome;
    storage.nodes = std::move(packed);
    lump = {storage.nodes.data(), static_cast<std::size_t>(size)};
    return Outcome::ok;
}

namespace {

bool check_stored(const LumpWork& work) noexcept {
    bool good = true;
    for (const LumpView& lump : work.options.stored) {
        if (lump.bytes.empty() ||
            write::fate_of(lump.name, work.options.format) != write::Fate::lost) {
            continue;
        }
        work.findings.add(
            refusal(Rule::convert_lump_loss, Lump::directory, archive::pack_lump_name(lump.name)));
        good = false;
    }
    return good;
}

Outcome make(LumpWork& work) noexcept {
    if (work.options.format == MapFormat::doom3) {
        work.findings.add(refusal(Rule::map_unsupported, Lump::none));
        return Outcome::refused;
    }
    if (!check_stored(work)) return Outcome::refused;
    const Outcome outcome = take_exact((work.options.stored.size() + kMadeLumps) * sizeof(LumpView),
                                       work.options.memory, work.budget, work.storage.list);
    if (outcome != Outcome::ok) return outcome;
    work.lumps = reinterpret_cast<LumpView*>(work.storage.list.data());
    return work.options.format == MapFormat::udmf ? make_udmf_lumps(work) : make_binary_lumps(work);
}

}  // namespace

Result<MapLumps> make_map_lumps(const Map& map, const MapLumpsOptions& options) noexcept {
    return build<MapLumps, detail::MapLumpsStorage, View<LumpView>>(
        options, Lump::none,
        [&](detail::MapLumpsStorage& storage, FindingList& findings, Budget& budget,
            View<LumpView>& lumps) {
            LumpWork work{map, options, storage, findings, budget};
            const Outcome outcome = make(work);
            lumps = {work.lumps, work.count};
            return outcome;
        });
}

}  // namespace flatline::engine
