#include <cstring>

#include "bake/texts.hpp"
#include "bake/verify.hpp"
#include "base/element_count.hpp"
#include "level/plane_math.hpp"
#include "model/fields.hpp"
#include "udmf/field_tables.hpp"

namespace flatline::engine::bake {
namespace {

// The limit `nesting` is no higher.
constexpr std::size_t kMostNested = 1024;

class BakedMapCheck {
public:
    BakedMapCheck(const flatline_arrays& arrays, const Facts& facts, Bytes texts,
                  const Limits& limits) noexcept
        : a_(arrays), facts_(facts), texts_(texts), limits_(limits) {}

    bool run() const noexcept {
        return facts_are_good() && counts() && numbers() && planes() && columns() && unknowns() &&
               reject();
    }

private:
    bool is_text(flatline_text text) const noexcept {
        if (text.size == 0) return true;
        const std::uint64_t end = std::uint64_t{text.offset} + text.size;
        return end < texts_.size() && texts_[static_cast<std::size_t>(end)] == 0;
    }

    // Strings are shared only where they are short, as the names of flags of binary maps are: else
    // a short file could say a text of many gigabytes.
    class TextSum {
    public:
        void add(flatline_text text) noexcept {
            constexpr std::uint32_t kShort = 64;
            sum_ += text.size > kShort ? text.size - kShort : 0;
        }
        bool fits(Bytes texts) const noexcept { return sum_ <= texts.size(); }

    private:
        std::uint64_t sum_ = 0;
    };

    bool facts_are_good() const noexcept {
        return facts_.format <= static_cast<std::uint32_t>(MapFormat::hexen) &&
               facts_.dialect < kDialectCount &&
               (facts_.grammar == static_cast<std::uint32_t>(Grammar::v1_1) ||
                facts_.grammar == static_cast<std::uint32_t>(Grammar::v0_99)) &&
               is_text(facts_.map_namespace) && is_text(facts_.own_namespace);
    }

    bool counts() const noexcept {
        const std::uint64_t limits[] = {limits_.vertices, limits_.linedefs, limits_.sidedefs,
                                        limits_.sectors, limits_.things};
        constexpr std::uint32_t kMost = 0x7FFFFFFF;
        for (std::uint8_t i = 0; i <= FLATLINE_THING; ++i) {
            if (element_count(a_, i) > limits[i] || element_count(a_, i) > kMost) return false;
        }
        if (a_.name_count == 0 || a_.names[0].size != 1) return false;
        bool good = true;
        std::uint64_t bytes = 0;
        for (std::uint32_t i = 0; i < a_.name_count; ++i) {
            good = good && is_text(a_.names[i]);
            bytes += std::uint64_t{a_.names[i].size} + 1;
        }
        // Names are different, so none shares a byte with another.
        return good && bytes <= texts_.size() && texts_[a_.names[0].offset] == '-';
    }

    bool numbers() const noexcept {
        const double most = limits_.coordinate;
        bool good = true;
        for (std::uint32_t i = 0; i < a_.vertex_count; ++i) {
            const flatline_vertex& v = a_.vertices[i];
            good &= (std::fabs(v.x) <= most) && (std::fabs(v.y) <= most);
        }
        for (std::uint32_t i = 0; i < a_.thing_count; ++i) {
            const flatline_thing& t = a_.things[i];
            good &= (std::fabs(t.x) <= most) && (std::fabs(t.y) <= most) && is_finite(t.height) &&
                    (t.flags < FLATLINE_THING_INVISIBLE * 2u);
        }
        for (std::uint32_t i = 0; i < a_.sector_count; ++i) {
            const flatline_sector& s = a_.sectors[i];
            good &= is_finite(s.heightfloor) && is_finite(s.heightceiling) &&
                    (s.texturefloor < a_.name_count) && (s.textureceiling < a_.name_count);
        }
        for (std::uint32_t i = 0; i < a_.sidedef_count; ++i) {
            const flatline_sidedef& s = a_.sidedefs[i];
            good &= is_finite(s.offsetx) && is_finite(s.offsety) &&
                    (s.texturetop < a_.name_count) && (s.texturebottom < a_.name_count) &&
                    (s.texturemiddle < a_.name_count) && (s.sector < a_.sector_count);
        }
        return good;
    }

    bool planes() const noexcept {
        if (a_.plane_count == 0 && (a_.planes != nullptr || a_.plane_sources != nullptr)) {
            return false;
        }
        std::uint32_t next = 0;
        for (std::uint32_t i = 0; i < a_.sector_count; ++i) {
            const std::uint32_t planes = a_.sectors[i].planes;
            if (planes == 0) continue;
            if ((planes & 3) == 0 || planes >> 2 != next) return false;
            for (std::uint32_t surface = 0; surface < 2; ++surface) {
                if ((planes >> surface & 1) == 0) continue;
                if (next == a_.plane_count || !is_plane(a_.planes[next], surface != 0) ||
                    !is_source(a_.plane_sources[next])) {
                    return false;
                }
                ++next;
            }
        }
        return next == a_.plane_count;
    }
    static bool is_plane(const flatline_plane& p, bool ceiling) noexcept {
        constexpr double kNearOne = 1e-12;
        const double length2 = p.a * p.a + p.b * p.b + p.c * p.c;
        return std::fabs(length2 - 1) < kNearOne &&
               (ceiling ? p.c <= -level::kLeastC : p.c >= level::kLeastC) && is_finite(p.d);
    }
    bool is_source(const flatline_plane_source& source) const noexcept {
        // What `index` counts.
        constexpr std::uint8_t kCounted[] = {FLATLINE_MAP,     FLATLINE_MAP,   FLATLINE_MAP,
                                             FLATLINE_LINEDEF, FLATLINE_THING, FLATLINE_SECTOR};
        constexpr unsigned kFlags =
            FLATLINE_PLANE_NO_PHYSICS | FLATLINE_PLANE_DYNAMIC | FLATLINE_PLANE_SHARED;
        if (source.kind == FLATLINE_PLANE_FLAT || source.kind >= FLATLINE_PLANE_KINDS ||
            source.flags > kFlags || source.unused != 0) {
            return false;
        }
        const std::uint8_t counted = kCounted[source.kind];
        return counted == FLATLINE_MAP ? source.index == FLATLINE_NONE
                                       : source.index < element_count(a_, counted);
    }

    bool columns() const noexcept {
        const bool v0_99 = facts_.grammar == static_cast<std::uint32_t>(Grammar::v0_99);
        const auto dialect = static_cast<Dialect>(facts_.dialect);
        std::uint64_t ids = 0;  // in all lists, which share none
        TextSum sum;
        for (std::uint32_t i = 0; i < a_.column_count; ++i) {
            const flatline_column& column = a_.columns[i];
            if ((i != 0 && a_.columns[i - 1].field >= column.field) ||
                column.field >= udmf::field_count() || column.element > FLATLINE_THING ||
                field_block(column.field) != column.element) {
                return false;
            }
            const std::optional<FieldRow> row = udmf::find_row(dialect, v0_99, column.field);
            if (!row || row->kind != column.kind || !is_column(column, ids, sum)) return false;
        }
        return ids <= a_.id_count && sum.fits(texts_);
    }
    bool is_column(const flatline_column& column, std::uint64_t& ids, TextSum& sum) const noexcept {
        if (column.count == 0) return false;
        std::uint64_t least = 0;
        for (std::uint32_t i = 0; i < column.count; ++i) {
            if (column.elements[i] < least) return false;
            least = std::uint64_t{column.elements[i]} + 1;
        }
        if (least > element_count(a_, column.element)) return false;
        bool good = true;
        for (std::uint32_t i = 0; i < column.count; ++i) {
            if (column.kind == FLATLINE_REAL) {
                good &= is_finite(column.values.reals[i]);
            } else if (column.kind == FLATLINE_BOOLEAN) {
                good &= (column.values.booleans[i] <= 1);
            } else if (column.kind == FLATLINE_STRING) {
                good = good && is_text(column.values.texts[i]);
                sum.add(column.values.texts[i]);
            } else if (column.kind == FLATLINE_IDS) {
                ids += column.values.ids[i].size;
                good = good &
                       lies_in(column.values.ids[i].offset, column.values.ids[i].size, a_.id_count);
            }
        }
        return good;
    }

    bool unknowns() const noexcept {
        std::uint64_t ends[kMostNested];
        std::uint16_t depth = 0;
        std::uint32_t least[FLATLINE_THING + 1] = {};
        TextSum sum;
        if (a_.unknown_count > limits_.unknown_fields) return false;
        for (std::uint32_t i = 0; i < a_.unknown_count; ++i) {
            const flatline_unknown& u = a_.unknowns[i];
            while (depth != 0 && ends[depth - 1] == i) --depth;
            if (u.depth != depth || u.element > FLATLINE_BLOCK || u.name.size == 0 ||
                !is_text(u.name))
                return false;
            sum.add(u.name);
            if (has_string(u)) sum.add(u.value.string);
            if (u.element > FLATLINE_THING) {
                if (u.index != FLATLINE_NONE) return false;
            } else {
                if (u.index >= element_count(a_, u.element) || u.index < least[u.element])
                    return false;
                least[u.element] = u.index;
            }
            if (u.kind == FLATLINE_UNKNOWN_BLOCK) {
                const std::uint64_t most = depth != 0 ? ends[depth - 1] : a_.unknown_count;
                const std::uint64_t end = u.value.block_end;
                if (end <= i || end > most || depth == kMostNested) return false;
                ends[depth++] = end;
            } else if (!is_value(u)) {
                return false;
            }
        }
        return sum.fits(texts_);
    }
    bool is_value(const flatline_unknown& u) const noexcept {
        switch (u.kind) {
            case FLATLINE_INTEGER:
                return true;
            case FLATLINE_REAL:
                return is_finite(u.value.real);
            case FLATLINE_BOOLEAN:
                return u.value.boolean == 0 || u.value.boolean == 1;
            case FLATLINE_STRING:
            case FLATLINE_KEYWORD:
                return is_text(u.value.string);
            default:
                return false;
        }
    }

    bool reject() const noexcept {
        const std::uint64_t count = a_.reject.sector_count;
        return count == a_.sector_count || (count == 0 && a_.reject.bits == nullptr);
    }

    const flatline_arrays& a_;
    const Facts& facts_;
    Bytes texts_;
    const Limits& limits_;
};

}  // namespace

bool verify_map(const flatline_arrays& arrays, const Facts& facts, Bytes texts,
                const Limits& limits) noexcept {
    return BakedMapCheck(arrays, facts, texts, limits).run();
}

bool verify_findings(View<Finding> findings, const Limits& limits) noexcept {
    bool good = true;
    std::uint64_t notes = 0;
    for (const Finding& f : findings) {
        good = good && f.rule < kRuleCount && f.severity <= static_cast<int>(Severity::error) &&
               f.lump <= static_cast<int>(Lump::nodes) && f.element <= FLATLINE_PATCH &&
               f.related_element <= FLATLINE_PATCH && f.repaired <= 1 && f.refuses == 0;
        notes += f.severity == static_cast<int>(Severity::note) ? 1u : 0u;
    }
    // What a load makes a note after it was kept has taken the room of a warning.
    const std::uint64_t most = limits.findings + limits.finding_lines;
    return good && findings.size() <= most && findings.size() - notes <= limits.finding_lines;
}

}  // namespace flatline::engine::bake
