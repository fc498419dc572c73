#include "level/resolve.hpp"

#include <cstring>

#include "base/share.hpp"
#include "model/fields.hpp"
#include "udmf/raw_map.hpp"

namespace flatline::engine::level {
namespace {

class Resolver {
public:
    Resolver(const Repairs& repair, FindingList& findings) noexcept
        : repair_(repair), findings_(findings) {}

    bool ok() const noexcept { return ok_; }

    // Reports a bad index, and repairs it where that is asked for and an element can stand in.
    // `missing` is the rule for an index that the text does not give.
    void bad(std::uint32_t& value, Rule rule, Rule missing, std::uint8_t element, std::size_t index,
             const char* field, std::size_t count, std::uint32_t replacement) noexcept {
        // The reader leaves this value only where the rule is repaired.
        const bool absent = repair_.has(missing) && value == udmf::kMissingIndex;
        const bool repaired = repair_.has(absent ? missing : rule) &&
                              (replacement == FLATLINE_NONE || replacement < count);
        Finding f = make_finding(absent ? missing : rule, Lump::textmap);
        if (!absent) {
            f.a = static_cast<std::int32_t>(value);
            f.b = static_cast<std::int64_t>(count);
        }
        f.index = static_cast<std::uint32_t>(index);
        f.field = find_field(element, field);
        f.severity = static_cast<std::uint8_t>(repaired ? Severity::warning : Severity::error);
        f.element = element;
        f.repaired = repaired;
        f.refuses = !repaired;
        findings_.add(f);
        if (repaired) value = replacement;
        ok_ = ok_ && repaired;
    }

private:
    const Repairs& repair_;
    FindingList& findings_;
    bool ok_ = true;
};

}  // namespace

// The lines of sectors are counted on the way, when lines and sides are in the cache.
bool all_good(const Elements& e, std::size_t share) noexcept {
    const std::size_t shares = e.sector_lines.shares;
    const Share sides = share_of(e.sidedef_count, share, shares);
    bool good = true;
    for (std::size_t i = sides.begin; i < sides.end; ++i) {
        good = good && e.sidedefs[i].sector < e.sector_count;
    }
    if (!good) return false;
    std::uint32_t* const rows = e.sector_lines.rows_of(share, e.sector_count);
    std::memset(rows, 0, (e.sector_count + 1) * sizeof *rows);
    const Share lines = share_of(e.linedef_count, share, shares);
    for (std::size_t i = lines.begin; i < lines.end; ++i) {
        const flatline_linedef& line = e.linedefs[i];
        if (line.v1 >= e.vertex_count || line.v2 >= e.vertex_count ||
            line.sidefront >= e.sidedef_count ||
            (line.sideback >= e.sidedef_count && line.sideback != FLATLINE_NONE)) {
            return false;
        }
        // The sides of a line may be of another share, which is being checked.
        each_sector(line, {e.sidedefs, e.sidedef_count}, [&](std::uint32_t sector) {
            if (sector < e.sector_count) ++rows[sector + 1];
        });
    }
    return true;
}

bool resolve(const Elements& e, const Repairs& repair, FindingList& findings) noexcept {
    Resolver resolver(repair, findings);
    for (std::size_t i = 0; i < e.linedef_count; ++i) {
        flatline_linedef& line = e.linedefs[i];
        const bool good = line.v1 < e.vertex_count && line.v2 < e.vertex_count &&
                          line.sidefront < e.sidedef_count &&
                          (line.sideback < e.sidedef_count || line.sideback == FLATLINE_NONE);
        if (good) [[likely]]
            continue;
        if (line.v1 >= e.vertex_count) {
            resolver.bad(line.v1, Rule::line_vertex_range, Rule::line_missing_field,
                         FLATLINE_LINEDEF, i, "v1", e.vertex_count, 0);
        }
        if (line.v2 >= e.vertex_count) {
            resolver.bad(line.v2, Rule::line_vertex_range, Rule::line_missing_field,
                         FLATLINE_LINEDEF, i, "v2", e.vertex_count, 0);
        }
        if (line.sidefront >= e.sidedef_count) {
            const Rule missing =
                line.sideback == FLATLINE_NONE ? Rule::line_no_sides : Rule::line_missing_front;
            const Rule rule = line.sidefront == FLATLINE_NONE ? missing : Rule::line_side_range;
            resolver.bad(line.sidefront, rule, missing, FLATLINE_LINEDEF, i, "sidefront",
                         e.sidedef_count, 0);
        }
        if (line.sideback >= e.sidedef_count && line.sideback != FLATLINE_NONE) {
            resolver.bad(line.sideback, Rule::line_side_range, Rule::line_side_range,
                         FLATLINE_LINEDEF, i, "sideback", e.sidedef_count, FLATLINE_NONE);
        }
    }
    for (std::size_t i = 0; i < e.sidedef_count; ++i) {
        flatline_sidedef& side = e.sidedefs[i];
        if (side.sector < e.sector_count) [[likely]]
            continue;
        resolver.bad(side.sector, Rule::side_sector_range, Rule::side_missing_field,
                     FLATLINE_SIDEDEF, i, "sector", e.sector_count, 0);
    }
    if (resolver.ok() && e.sector_lines.rows != nullptr) {
        count_sector_lines({e.linedefs, e.linedef_count}, {e.sidedefs, e.sidedef_count},
                           e.sector_count, e.sector_lines.rows);
    }
    return resolver.ok();
}

}  // namespace flatline::engine::level
