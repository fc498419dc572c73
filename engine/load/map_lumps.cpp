// make_map_lumps: all lumps of one map, in memory.
#include <algorithm>

#include "archive/names.hpp"
#include "binary/records.hpp"
#include "load/build.hpp"
#include "load/lump_work.hpp"
#include "nodes/build.hpp"
#include "nodes/write.hpp"
#include "write/comments.hpp"
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
                                         findings, out, {&progress});
    if (outcome == Outcome::ok && !progress.finish()) return Outcome::cancelled;
    return unless_refused(outcome);
}

Outcome LumpWork::compress(Bytes& lump) noexcept {
    Reservation packed;
    Outcome outcome =
        take_memory(nodes::compressed_nodes_bound(lump.size()), options.memory, budget, packed);
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
            write::lump_handling(lump.name, work.options.format) != write::LumpHandling::lost) {
            continue;
        }
        Finding loss =
            refusal(Rule::convert_lump_loss, Lump::directory, archive::pack_lump_name(lump.name));
        if (work.options.lossy) {
            loss.severity = static_cast<std::uint8_t>(Severity::warning);
            loss.refuses = 0;
        }
        work.findings.add(loss);
        good = good && work.options.lossy;
    }
    return good;
}

// What a loaded map does not hold, and so no writer writes.
void note_what_goes(LumpWork& work) noexcept {
    const auto note = [&](Rule rule, Lump lump, std::uint64_t count) {
        if (count == 0) return;
        work.findings.add(
            make_finding(rule, lump, FLATLINE_NO_OFFSET, static_cast<std::int64_t>(count)));
    };
    const std::string_view text = work.map.textmap();
    if (work.map.format() == MapFormat::udmf) {
        note(Rule::convert_comment_loss, Lump::textmap, write::count_comments(text));
        return;
    }
    const LumpView* const vertexes = work.stored("VERTEXES");
    if (vertexes == nullptr) return;
    const std::uint64_t stored = vertexes->bytes.size() / binary::kVertexBytes;
    for (std::size_t i = 0; i < work.count; ++i) {
        // Nodes that are kept still have their vertices.
        if (work.lumps[i].bytes.data() == vertexes->bytes.data()) return;
    }
    if (work.options.nodes == WrittenNodes::keep && work.map.nodes().subsector_count != 0) return;
    const std::uint64_t own = work.map.vertices().size();
    note(Rule::convert_vertex_loss, Lump::vertexes, stored > own ? stored - own : 0);
}

Outcome make(LumpWork& work) noexcept {
    const bool translated = work.options.translate != Translate::none;
    if (work.options.format == MapFormat::doom3 ||
        (translated && work.options.format != MapFormat::udmf)) {
        work.findings.add(refusal(Rule::map_unsupported, Lump::none));
        return Outcome::refused;
    }
    if (!check_stored(work)) return Outcome::refused;
    const Outcome outcome =
        take_memory((work.options.stored.size() + kMadeLumps) * sizeof(LumpView),
                    work.options.memory, work.budget, work.storage.list);
    if (outcome != Outcome::ok) return outcome;
    work.lumps = reinterpret_cast<LumpView*>(work.storage.list.data());
    const Outcome made =
        work.options.format == MapFormat::udmf ? make_udmf_lumps(work) : make_binary_lumps(work);
    if (made == Outcome::ok) note_what_goes(work);
    return made;
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
