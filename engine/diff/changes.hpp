// What came of a comparison: changes and their fields, as they are found.
#pragma once

#include <cstdint>
#include <string_view>

#include "diff/pairing.hpp"
#include "diff/values.hpp"

namespace flatline::engine::compare {

struct Changes {
    Growing<flatline_change> rows;
    Growing<flatline_field_change> fields;
};

/// Compares the fields of two elements, and of two blocks.
class FieldComparer {
public:
    FieldComparer(Pairing& pairing, Changes& out) noexcept : pairing_(pairing), out_(out) {}

    /// Appends a row for each field that differs: all but the indices of lines and sides, which
    /// depend on how elements are paired. Sorted by name.
    [[nodiscard]] bool compare(std::uint8_t kind, std::uint32_t before,
                               std::uint32_t after) noexcept;
    /// The same for the contents of two blocks, entries of flatline_arrays::unknowns.
    [[nodiscard]] bool compare_blocks(std::uint64_t before, std::uint64_t after) noexcept;
    [[nodiscard]] bool add(std::string_view name, const Value& before, const Value& after) noexcept;

private:
    struct GivenField {
        std::string_view name;
        Value value;
        std::uint32_t order;
    };
    using List = Growing<GivenField>;

    bool compare_members(std::uint8_t kind, std::uint32_t before, std::uint32_t after) noexcept;
    bool list_given(const Half& half, std::uint8_t kind, std::uint32_t index, List& out) noexcept;
    bool list_block(const Half& half, std::uint64_t block, List& out) noexcept;
    void sort_names(List& list) const noexcept;
    bool merge(std::uint8_t kind) noexcept;

    Pairing& pairing_;
    Changes& out_;
    List given_a_, given_b_;
};

/// Appends all changes, in the order that model/diff.hpp says.
[[nodiscard]] bool list_changes(Pairing& pairing, Changes& out) noexcept;

/// Globals and blocks outside elements.
[[nodiscard]] bool list_outside(Pairing& pairing, Changes& out) noexcept;

inline flatline_change make_change(std::uint8_t kind, std::uint8_t element, std::uint32_t before,
                                   std::uint32_t after) noexcept {
    flatline_change change{};
    change.x = change.y = std::numeric_limits<double>::quiet_NaN();
    change.before = before;
    change.after = after;
    change.owner_before = change.owner_after = FLATLINE_NONE;
    change.kind = kind;
    change.element = element;
    return change;
}

}  // namespace flatline::engine::compare
