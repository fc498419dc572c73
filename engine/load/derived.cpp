#include "load/derived.hpp"

#include <cstring>
#include <string_view>

#include "base/work.hpp"
#include "level/slope_tables.hpp"
#include "level/slopes.hpp"
#include "load/conclude.hpp"
#include "load/field_gate.hpp"
#include "load/stored.hpp"
#include "nodes/blockmap_lump.hpp"
#include "nodes/build.hpp"
#include "nodes/reject.hpp"

namespace flatline::engine {
namespace {

class Derived {
public:
    Derived(const LoadOptions& options, const BinarySource* source, const MemoryHooks& hooks,
            Budget& budget, Progress& progress, Reservation& scratch, detail::MapStorage& storage,
            FindingList& findings, flatline_sector* sectors, flatline_arrays& arrays) noexcept
        : options_(options),
          source_(source),
          hooks_(hooks),
          budget_(budget),
          progress_(progress),
          scratch_(scratch),
          storage_(storage),
          findings_(findings),
          sectors_(sectors),
          arrays_(arrays) {}

    Outcome run() noexcept {
        if (options_.field_gate != FLATLINE_GATE_NONE || options_.arg0_is_id) {
            gate_fields(options_, storage_, arrays_);
        }
        for (const UnreadableLump& lump : options_.lumps.unreadable) {
            findings_.add(lump.finding);
            if (const Outcome outcome = dropped(lump.name); outcome != Outcome::ok) return outcome;
        }
        Outcome outcome = nodes();
        if (goes_on(outcome)) outcome = blockmap();
        if (goes_on(outcome)) outcome = reject();
        if (goes_on(outcome)) outcome = planes();
        constexpr std::uint32_t kAsStored =
            FLATLINE_PRODUCT_STORED_RECORDS | FLATLINE_PRODUCT_TERMINATED;
        if (outcome == Outcome::ok && asked(kAsStored)) outcome = as_stored();
        if (outcome != Outcome::over_limit) return outcome;
        findings_.add(over_limit(budget_, Lump::none));  // the caller would name the TEXTMAP
        return Outcome::refused;
    }

private:
    bool goes_on(Outcome& outcome) noexcept {
        if (outcome == Outcome::ok && !progress_.add(0)) outcome = Outcome::cancelled;
        return outcome == Outcome::ok;
    }

    bool asked(std::uint32_t product) const noexcept { return (options_.products & product) != 0; }

    // A stored lump cannot be used; what that was is on the list already.
    Outcome dropped(std::string_view name) noexcept {
        if (!options_.strict) return Outcome::ok;
        std::int64_t packed = 0;
        std::memcpy(&packed, name.data(), name.size());
        findings_.add(refusal(Rule::lump_dropped, Lump::none, packed));
        return Outcome::refused;
    }

    Outcome nodes() noexcept {
        const nodes::MapView map{{arrays_.vertices, arrays_.vertex_count},
                                 {arrays_.linedefs, arrays_.linedef_count},
                                 {arrays_.sidedefs, arrays_.sidedef_count}};
        if (asked(FLATLINE_PRODUCT_NODES)) {
            const Outcome outcome = source_ != nullptr ? binary_nodes(map) : znodes(map);
            if (outcome != Outcome::ok || arrays_.nodes.subsector_count != 0) return outcome;
        }
        if (!asked(FLATLINE_PRODUCT_BUILD_NODES)) return Outcome::ok;
        Progress progress(build_hooks(), nodes::kBuildParts);
        const Outcome outcome =
            nodes::build(map, options_.limits, hooks_, budget_, storage_.blocks.nodes, findings_,
                         arrays_.nodes, {&progress, options_.jobs, options_.threads});
        // A build that ended at a limit had more segs than any tree of real lines.
        constexpr std::uint64_t kSegsOfLine = 16;
        const std::uint64_t segs = arrays_.nodes.subsector_count != 0
                                       ? arrays_.nodes.seg_count
                                       : kSegsOfLine * map.linedefs.size();
        work::spend(options_.work, work::kBuiltSeg * segs);
        // Where no tree can be built a finding says why, and the map goes on without.
        return unless_refused(outcome);
    }

    // Where nobody asks for the share of a build, the load still tells that it goes on.
    ProgressHooks build_hooks() noexcept {
        if (options_.build_progress.report != nullptr || !progress_.wanted()) {
            return options_.build_progress;
        }
        const auto go_on = [](void* context, std::uint64_t, std::uint64_t) {
            return static_cast<Progress*>(context)->add(0);
        };
        return {go_on, &progress_, 0};
    }

    // These two leave no nodes where nothing is stored or what is stored was dropped.
    Outcome znodes(const nodes::MapView& map) noexcept {
        if (options_.lumps.znodes.empty()) return Outcome::ok;
        const Outcome outcome = nodes::read_nodes(
            options_.lumps.znodes, map, options_.limits, choices(), nodes::kInflater, hooks_,
            budget_, scratch_, storage_.blocks.nodes, findings_, arrays_.nodes);
        return outcome == Outcome::refused ? dropped("ZNODES") : outcome;
    }
    Outcome binary_nodes(const nodes::MapView& map) noexcept {
        const std::size_t own = nodes::kShortVertexBytes * map.vertices.size();
        const Bytes vertexes = source_->lumps.vertexes;
        const nodes::BinaryNodeLumps stored{source_->lumps.segs,
                                            source_->lumps.ssectors,
                                            source_->lumps.nodes,
                                            {vertexes.data() + own, vertexes.size() - own}};
        if (!stored.any()) return Outcome::ok;
        const nodes::BinaryNodesRead read =
            source_->read_nodes(stored, map, options_.limits, choices(), nodes::kInflater, hooks_,
                                budget_, scratch_, storage_.blocks.nodes, findings_, arrays_.nodes);
        if (read.outcome != Outcome::ok && read.outcome != Outcome::refused) return read.outcome;
        return read.dropped == Lump::none ? Outcome::ok : dropped(lump_name(read.dropped));
    }
    nodes::ReadChoices choices() const noexcept {
        return {options_.strict ? nodes::BadPartners::drop : nodes::BadPartners::none,
                asked(FLATLINE_PRODUCT_STORED_BOXES), asked(FLATLINE_PRODUCT_STORED_ANGLES)};
    }

    static Outcome unless_refused(Outcome outcome) noexcept {
        return outcome == Outcome::refused ? Outcome::ok : outcome;
    }

    Outcome blockmap() noexcept {
        if (!asked(FLATLINE_PRODUCT_BLOCKMAP)) return Outcome::ok;
        const Bytes lump = source_ != nullptr ? source_->lumps.blockmap : options_.lumps.blockmap;
        if (!lump.empty() && !asked(FLATLINE_PRODUCT_BUILD_BLOCKMAP)) {
            Outcome outcome =
                nodes::read_blockmap(lump, arrays_.linedef_count, options_.limits, hooks_, budget_,
                                     storage_.blocks.blockmap, findings_, arrays_.blockmap);
            if (outcome != Outcome::refused) return outcome;
            if ((outcome = dropped("BLOCKMAP")) != Outcome::ok) return outcome;
        }
        const bool is_large = arrays_.linedef_count >= nodes::kLeastBlockmapLines;
        Jobs jobs(options_.jobs, is_large ? options_.threads : 1);
        // One that is over a limit of its own is left out, with a finding.
        return unless_refused(nodes::build_blockmap(
            {arrays_.vertices, arrays_.vertex_count}, {arrays_.linedefs, arrays_.linedef_count},
            options_.limits, hooks_, budget_, scratch_, storage_.blocks.blockmap, findings_,
            arrays_.blockmap, options_.blockmap_style, &jobs));
    }

    Outcome reject() noexcept {
        const Bytes lump = source_ != nullptr ? source_->lumps.reject : options_.lumps.reject;
        const bool pads = options_.short_reject != FLATLINE_REJECT_DROP;
        if (!asked(FLATLINE_PRODUCT_REJECT) || (lump.empty() && !pads)) return Outcome::ok;
        const std::uint64_t bytes = nodes::reject_bytes(arrays_.sector_count);
        flatline_reject table{};
        const bool fits = nodes::read_reject(lump, arrays_.sector_count, findings_, table);
        if (!fits && !pads) return dropped("REJECT");
        if (pads && lump.size() < bytes) return pad_reject(lump, bytes);
        // The Map does not keep the lump, so it keeps a copy of the table.
        if (table.bits == nullptr || bytes == 0) return Outcome::ok;
        const Outcome outcome = take_memory(bytes, hooks_, budget_, storage_.blocks.reject);
        if (outcome != Outcome::ok) return outcome;
        std::memcpy(storage_.blocks.reject.data(), table.bits, static_cast<std::size_t>(bytes));
        arrays_.reject = {storage_.blocks.reject.data(), table.sector_count};
        return Outcome::ok;
    }

    // As ports fill what the lump lacks.
    Outcome pad_reject(Bytes lump, std::uint64_t bytes) noexcept {
        const Outcome outcome = take_memory(bytes, hooks_, budget_, storage_.blocks.reject);
        if (outcome != Outcome::ok) return outcome;
        nodes::pad_reject(lump, options_.short_reject, arrays_.sector_line_count, bytes,
                          storage_.blocks.reject.data());
        arrays_.reject = {storage_.blocks.reject.data(), arrays_.sector_count};
        return Outcome::ok;
    }

    Outcome as_stored() noexcept {
        Outcome outcome = Outcome::ok;
        if (goes_on(outcome) && asked(FLATLINE_PRODUCT_STORED_RECORDS) && source_ != nullptr) {
            outcome = keep_records(source_->lumps, hooks_, budget_, storage_);
        }
        if (goes_on(outcome) && asked(FLATLINE_PRODUCT_TERMINATED)) {
            outcome = terminate_strings(hooks_, budget_, storage_, arrays_);
        }
        return outcome;
    }

    Outcome planes() noexcept {
        if (!asked(FLATLINE_PRODUCT_PLANES)) return Outcome::ok;
        level::SlopeInput input;
        input.geometry.vertices = {arrays_.vertices, arrays_.vertex_count};
        input.geometry.linedefs = {arrays_.linedefs, arrays_.linedef_count};
        input.geometry.sidedefs = {arrays_.sidedefs, arrays_.sidedef_count};
        input.geometry.sector_count = arrays_.sector_count;
        input.geometry.sector_line_rows = arrays_.sector_line_rows;
        input.geometry.sector_lines = arrays_.sector_lines;
        input.sectors = sectors_;
        input.things = {arrays_.things, arrays_.thing_count};
        input.columns = {arrays_.columns, arrays_.column_count};
        input.ids = arrays_.ids;
        input.nodes = &arrays_.nodes;
        input.rules = options_.slope_rules != SlopeRules::automatic
                          ? options_.slope_rules
                          : level::slope_rules(storage_.dialect);
        input.gzdoom_plane_d = options_.gzdoom_plane_d;
        input.step_limit = options_.limits.slope_steps;
        if (work::left(options_.work) < input.step_limit) {
            input.step_limit = work::left(options_.work);
            input.limit_rule = Rule::limit_file_work;
        }
        level::SlopeArrays planes;
        const Outcome outcome = level::derive_planes(input, hooks_, budget_, scratch_,
                                                     storage_.blocks.planes, findings_, planes);
        work::spend(options_.work, planes.steps);
        if (outcome != Outcome::ok) return outcome;
        arrays_.planes = planes.planes;
        arrays_.plane_sources = planes.sources;
        arrays_.plane_count = planes.count;
        return Outcome::ok;
    }

    const LoadOptions& options_;
    const BinarySource* source_;  // null for a TEXTMAP
    const MemoryHooks& hooks_;
    Budget& budget_;
    Progress& progress_;
    Reservation& scratch_;
    detail::MapStorage& storage_;
    FindingList& findings_;
    flatline_sector* sectors_;
    flatline_arrays& arrays_;
};

}  // namespace

Outcome load_derived(const LoadOptions& options, const BinarySource* source,
                     const MemoryHooks& hooks, Budget& budget, Progress& progress,
                     Reservation& scratch, detail::MapStorage& storage, FindingList& findings,
                     flatline_sector* sectors, flatline_arrays& arrays) noexcept {
    return Derived(options, source, hooks, budget, progress, scratch, storage, findings, sectors,
                   arrays)
        .run();
}

}  // namespace flatline::engine
