// Fields that no dialect knows, by element: one pass counts, one fills, and the names are sorted.
#include "model/user_fields.hpp"

#include <algorithm>

#include "base/layout.hpp"
#include "base/reservation.hpp"
#include "load/build.hpp"
#include "text/chars.hpp"

namespace flatline::engine {

struct detail::UserFieldsStorage {
    Reservation memory;
};

void detail::destroy(UserFieldsStorage* storage) noexcept { delete storage; }

namespace {

constexpr std::size_t kElementKinds = FLATLINE_THING + 1;

// -1, 0 or 1 as `a` stands before, with or after `b`, without case.
int compare_names(std::string_view a, std::string_view b) noexcept {
    const std::size_t both = std::min(a.size(), b.size());
    for (std::size_t i = 0; i < both; ++i) {
        const auto x = static_cast<unsigned char>(text::to_lower(a[i]));
        const auto y = static_cast<unsigned char>(text::to_lower(b[i]));
        if (x != y) return x < y ? -1 : 1;
    }
    return a.size() == b.size() ? 0 : a.size() < b.size() ? -1 : 1;
}

class UserFieldsBuilder {
public:
    UserFieldsBuilder(const Map& map, const UserFieldsOptions& options, Budget& budget,
                      flatline_user_fields& out) noexcept
        : map_(map), options_(options), budget_(budget), out_(out) {}

    Outcome run(Reservation& memory) noexcept {
        count();
        const Outcome outcome = take(memory);
        if (outcome != Outcome::ok) return outcome;
        fill_rows();
        name_fields();
        budget_.rewind(budget_.used() - scratch_bytes_);
        return Outcome::ok;
    }

private:
    static bool is_own(const flatline_unknown& unknown) noexcept {
        return unknown.depth == 0 && unknown.element < kElementKinds &&
               unknown.index != FLATLINE_NONE && unknown.kind != FLATLINE_UNKNOWN_BLOCK;
    }

    void count() noexcept {
        const flatline_arrays& a = map_.arrays();
        const std::uint32_t counts[kElementKinds] = {
            a.vertex_count, a.linedef_count, a.sidedef_count, a.sector_count, a.thing_count};
        std::copy(std::begin(counts), std::end(counts), out_.element_count);
        for (const flatline_unknown& unknown : map_.unknowns()) {
            if (!is_own(unknown)) continue;
            used_[unknown.element] = true;
            ++out_.field_count;
        }
    }

    // Room for a name for each field, because how many there are is known last.
    Outcome take(Reservation& memory) noexcept {
        Layout layout;
        const std::uint64_t fields_at = layout.add(out_.field_count, sizeof(flatline_user_field));
        const std::uint64_t names_at = layout.add(out_.field_count, sizeof(flatline_text));
        std::uint64_t rows_at[kElementKinds] = {};
        for (std::size_t kind = 0; kind < kElementKinds; ++kind) {
            if (!used_[kind]) continue;
            rows_at[kind] = layout.add(std::uint64_t{out_.element_count[kind]} + 1, 4);
        }
        Outcome outcome = take_memory(layout.bytes(), options_.memory, budget_, memory);
        if (outcome != Outcome::ok) return outcome;
        scratch_bytes_ = std::uint64_t{out_.field_count} * sizeof(std::uint32_t);
        outcome = take_memory(scratch_bytes_, options_.memory, budget_, scratch_);
        if (outcome != Outcome::ok) return outcome;
        fields_ = reinterpret_cast<flatline_user_field*>(memory.data() + fields_at);
        names_ = reinterpret_cast<flatline_text*>(memory.data() + names_at);
        order_ = reinterpret_cast<std::uint32_t*>(scratch_.data());
        for (std::size_t kind = 0; kind < kElementKinds; ++kind) {
            if (!used_[kind]) continue;
            rows_[kind] = reinterpret_cast<std::uint32_t*>(memory.data() + rows_at[kind]);
            std::fill_n(rows_[kind], out_.element_count[kind] + std::size_t{1}, 0u);
            out_.rows[kind] = rows_[kind];
        }
        out_.fields = fields_;
        out_.names = names_;
        return Outcome::ok;
    }

    // Row i first counts the fields of element i, then is where the next of them goes, and in the
    // end, where those of element i + 1 begin; the last pass moves all up by one.
    void fill_rows() noexcept {
        const View<flatline_unknown> unknowns = map_.unknowns();
        for (const flatline_unknown& unknown : unknowns) {
            if (is_own(unknown)) ++rows_[unknown.element][unknown.index];
        }
        std::uint32_t next = 0;
        for (std::size_t kind = 0; kind < kElementKinds; ++kind) {
            if (!used_[kind]) continue;
            for (std::uint32_t i = 0; i <= out_.element_count[kind]; ++i) {
                const std::uint32_t own = rows_[kind][i];
                rows_[kind][i] = next;
                next += own;
            }
        }
        for (std::uint32_t u = 0; u < unknowns.size(); ++u) {
            if (is_own(unknowns[u])) {
                fields_[rows_[unknowns[u].element][unknowns[u].index]++] = {0, u};
            }
        }
        for (std::size_t kind = 0; kind < kElementKinds; ++kind) {
            if (!used_[kind]) continue;
            std::uint32_t* const rows = rows_[kind];
            const std::uint32_t last = out_.element_count[kind];
            const std::uint32_t begin = kind_begin(kind);
            for (std::uint32_t i = last; i > 0; --i) rows[i] = rows[i - 1];
            rows[0] = begin;
        }
    }

    // Where the fields of a kind begin: after the last row of the kind before.
    std::uint32_t kind_begin(std::size_t kind) const noexcept {
        for (std::size_t before = kind; before-- > 0;) {
            if (used_[before]) return rows_[before][out_.element_count[before]];
        }
        return 0;
    }

    std::string_view name_of(std::uint32_t field) const noexcept {
        return map_.text(map_.unknowns()[fields_[field].unknown].name);
    }

    void name_fields() noexcept {
        for (std::uint32_t i = 0; i < out_.field_count; ++i) order_[i] = i;
        std::sort(order_, order_ + out_.field_count, [this](std::uint32_t a, std::uint32_t b) {
            const int order = compare_names(name_of(a), name_of(b));
            return order != 0 ? order < 0 : fields_[a].unknown < fields_[b].unknown;
        });
        for (std::uint32_t i = 0; i < out_.field_count; ++i) {
            const std::uint32_t field = order_[i];
            if (i == 0 || compare_names(name_of(order_[i - 1]), name_of(field)) != 0) {
                names_[out_.name_count++] = map_.unknowns()[fields_[field].unknown].name;
            }
            fields_[field].name = out_.name_count - 1;
        }
    }

    const Map& map_;
    const UserFieldsOptions& options_;
    Budget& budget_;
    flatline_user_fields& out_;
    Reservation scratch_;
    std::uint64_t scratch_bytes_ = 0;
    bool used_[kElementKinds] = {};
    std::uint32_t* rows_[kElementKinds] = {};
    flatline_user_field* fields_ = nullptr;
    flatline_text* names_ = nullptr;
    std::uint32_t* order_ = nullptr;
};

}  // namespace

std::uint32_t find_user_name(const Map& map, const flatline_user_fields& fields,
                             std::string_view name) noexcept {
    const flatline_text* const end = fields.names + fields.name_count;
    const flatline_text* const at = std::lower_bound(
        fields.names, end, name, [&](flatline_text known, std::string_view sought) {
            return compare_names(map.text(known), sought) < 0;
        });
    const bool found = at != end && compare_names(map.text(*at), name) == 0;
    return found ? static_cast<std::uint32_t>(at - fields.names) : FLATLINE_NONE;
}

Result<UserFields> build_user_fields(const Map& map, const UserFieldsOptions& options) noexcept {
    return build<UserFields, detail::UserFieldsStorage, flatline_user_fields>(
        options, Lump::none,
        [&](detail::UserFieldsStorage& storage, FindingList&, Budget& budget,
            flatline_user_fields& out) {
            return UserFieldsBuilder(map, options, budget, out).run(storage.memory);
        });
}

}  // namespace flatline::engine
