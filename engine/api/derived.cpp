#include "api/derived.hpp"

#include <cstring>
#include <string_view>

#include "level/slope_tables.hpp"
#include "level/slopes.hpp"
#include "nodes/blockmap_lump.hpp"
#include "nodes/build.hpp"
#include "nodes/reject.hpp"
#include "nodes/verify.hpp"

namespace flatline {
namespace {

class Derived {
public:
    Derived(const LoadOptions& options, const MemoryHooks& hooks, Budget& budget,
            Progress& progress, Reservation& scratch, detail::MapStorage& storage,
            flatline_sector* sectors, flatline_arrays& arrays) noexcept
        : options_(options),
          hooks_(hooks),
          budget_(budget),
          progress_(progress),
          scratch_(scratch),
          storage_(storage),
          sectors_(sectors),
          arrays_(arrays) {}

    Status run() noexcept {
        for (const UnreadableLump& lump : options_.lumps.unreadable) {
            storage_.findings.add(lump.finding);
            if (const Status status = dropped(lump.name); status != Status::ok) return status;
        }
        Status status = nodes();
        if (goes_on(status)) status = blockmap();
        if (goes_on(status)) status = reject();
        if (goes_on(status)) status = planes();
        return status;
    }

private:
    bool goes_on(Status& status) noexcept {
        if (status == Status::ok && !progress_.add(0)) status = Status::cancelled;
        return status == Status::ok;
    }

    bool asked(std::uint32_t product) const noexcept { return (options_.products & product) != 0; }

    // A stored lump cannot be used; what that was is on the list already.
    Status dropped(std::string_view name) noexcept {
        if (!options_.strict) return Status::ok;
        std::int64_t packed = 0;
        std::memcpy(&packed, name.data(), name.size());
        storage_.findings.add(refusal(Rule::lump_dropped, Lump::none, packed));
        return Status::refused;
    }

    Status over_limit() noexcept {
        storage_.findings.add(refusal(Rule::limit_arena_bytes, Lump::none,
                                      static_cast<std::int64_t>(budget_.wanted()),
                                      static_cast<std::int64_t>(budget_.limit())));
        return Status::refused;
    }

    Status nodes() noexcept {
        const nodes::MapView map{{arrays_.vertices, arrays_.vertex_count},
                                 {arrays_.linedefs, arrays_.linedef_count},
                                 {arrays_.sidedefs, arrays_.sidedef_count}};
        if (asked(FLATLINE_PRODUCT_NODES) && !options_.lumps.znodes.empty()) {
            const auto bad_partners =
                options_.strict ? nodes::BadPartners::drop : nodes::BadPartners::none;
            const auto outcome = nodes::read_nodes(
                options_.lumps.znodes, map, options_.limits, bad_partners, nodes::kInflater, hooks_,
                budget_, scratch_, storage_.blocks.nodes, storage_.findings, arrays_.nodes);
            if (outcome != Outcome::refused) return status_of(outcome);
            if (const Status status = dropped("ZNODES"); status != Status::ok) return status;
        }
        if (!asked(FLATLINE_PRODUCT_BUILD_NODES)) return Status::ok;
        const auto outcome = nodes::build(map, options_.limits, hooks_, budget_,
                                          storage_.blocks.nodes, storage_.findings, arrays_.nodes);
        // Where no tree can be built a finding says why, and the map goes on without.
        return outcome == Outcome::refused ? Status::ok : status_of(outcome);
    }

    Status status_of(Outcome outcome) noexcept {
        switch (outcome) {
            case Outcome::ok:
                return Status::ok;
            case Outcome::over_limit:
                return over_limit();
            default:
                return Status::out_of_memory;
        }
    }

    Status blockmap() noexcept {
        if (!asked(FLATLINE_PRODUCT_BLOCKMAP)) return Status::ok;
        if (!options_.lumps.blockmap.empty()) {
            switch (nodes::read_blockmap(options_.lumps.blockmap, arrays_.linedef_count,
                                         options_.limits, hooks_, budget_, storage_.blocks.blockmap,
                                         storage_.findings, arrays_.blockmap)) {
                case Outcome::ok:
                    return Status::ok;
                case Outcome::refused:
                    if (const Status status = dropped("BLOCKMAP"); status != Status::ok)
                        return status;
                    break;
                case Outcome::over_limit:
                    return over_limit();
                default:
                    return Status::out_of_memory;
            }
        }
        switch (nodes::build_blockmap({arrays_.vertices, arrays_.vertex_count},
                                      {arrays_.linedefs, arrays_.linedef_count}, options_.limits,
                                      hooks_, budget_, storage_.blocks.blockmap, storage_.findings,
                                      arrays_.blockmap)) {
            case Outcome::over_limit:
                return over_limit();
            case Outcome::out_of_memory:
                return Status::out_of_memory;
            default:
                return Status::ok;  // dropped: over a limit of its own, with a finding
        }
    }

    Status reject() noexcept {
        const Bytes lump = options_.lumps.reject;
        if (!asked(FLATLINE_PRODUCT_REJECT) || lump.empty()) return Status::ok;
        flatline_reject table{};
        if (!nodes::read_reject(lump, arrays_.sector_count, storage_.findings, table)) {
            return dropped("REJECT");
        }
        // The Map does not keep the lump, so it keeps a copy of the table.
        const std::uint64_t bytes = nodes::reject_bytes(arrays_.sector_count);
        if (table.bits == nullptr || bytes == 0) return Status::ok;
        budget_.announce(bytes);
        if (!budget_.charge(bytes)) return over_limit();
        if (!storage_.blocks.reject.ensure_whole(hooks_, bytes)) return Status::out_of_memory;
        std::memcpy(storage_.blocks.reject.data(), table.bits, static_cast<std::size_t>(bytes));
        arrays_.reject = {storage_.blocks.reject.data(), table.sector_count};
        return Status::ok;
    }

    Status planes() noexcept {
        if (!asked(FLATLINE_PRODUCT_PLANES)) return Status::ok;
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
        level::SlopeArrays planes;
        switch (level::derive_planes(input, hooks_, budget_, scratch_, storage_.blocks.planes,
                                     storage_.findings, planes)) {
            case Outcome::ok:
                break;
            case Outcome::over_limit:
                return over_limit();
            default:
                return Status::out_of_memory;
        }
        arrays_.planes = planes.planes;
        arrays_.plane_sources = planes.sources;
        arrays_.plane_count = planes.count;
        return Status::ok;
    }

    const LoadOptions& options_;
    const MemoryHooks& hooks_;
    Budget& budget_;
    Progress& progress_;
    Reservation& scratch_;
    detail::MapStorage& storage_;
    flatline_sector* sectors_;
    flatline_arrays& arrays_;
};

}  // namespace

Finding refusal(Rule rule, Lump lump, std::int64_t a, std::int64_t b) noexcept {
    Finding f = make_finding(rule, lump, FLATLINE_NO_OFFSET, a, b);
    f.refuses = 1;
    return f;
}

Status load_derived(const LoadOptions& options, const MemoryHooks& hooks, Budget& budget,
                    Progress& progress, Reservation& scratch, detail::MapStorage& storage,
                    flatline_sector* sectors, flatline_arrays& arrays) noexcept {
    return Derived(options, hooks, budget, progress, scratch, storage, sectors, arrays).run();
}

}  // namespace flatline
