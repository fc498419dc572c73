// Looks at the arrays of a baked file as a load looks at those of a text: each index, count and
// number, before anybody else sees them.
#pragma once

#include <cmath>
#include <cstdint>

#include "bake/format.hpp"
#include "base/budget.hpp"
#include "base/outcome.hpp"
#include "model/limits.hpp"
#include "model/memory.hpp"

namespace flatline::engine::bake {

/// False for infinities and what is no number.
inline bool is_finite(double number) noexcept {
    return std::fabs(number) <= 1.7976931348623157e308;
}

/// Whether a list of `count` entries from `first` on lies in an array of `size`.
inline bool lies_in(std::uint64_t first, std::uint64_t count, std::uint64_t size) noexcept {
    return first <= size && count <= size - first;
}

/// Whether rows[0 .. lists] ascend from 0 to `entries`.
inline bool are_rows(const std::uint32_t* rows, std::uint64_t lists,
                     std::uint64_t entries) noexcept {
    if (rows == nullptr || rows[0] != 0 || rows[lists] != entries) return false;
    bool good = true;
    for (std::uint64_t i = 0; i < lists; ++i) good &= (rows[i] <= rows[i + 1]);
    return good;
}

/// Whether all entries are below `size`.
inline bool all_below(const std::uint32_t* entries, std::uint64_t count,
                      std::uint64_t size) noexcept {
    bool good = true;
    for (std::uint64_t i = 0; i < count; ++i) good &= (entries[i] < size);
    return good;
}

/// Whether the entries of each list are below `size` and ascend, each once.
inline bool are_ascending_lists(const std::uint32_t* rows, const std::uint32_t* entries,
                                std::uint64_t lists, std::uint64_t size) noexcept {
    for (std::uint64_t i = 0; i < lists; ++i) {
        std::uint64_t least = 0;
        for (std::uint32_t k = rows[i]; k < rows[i + 1]; ++k) {
            if (entries[k] < least || entries[k] >= size) return false;
            least = std::uint64_t{entries[k]} + 1;
        }
    }
    return true;
}

/// All of a map that takes no working memory. `texts` are the strings of the file.
bool verify_map(const flatline_arrays& arrays, const Facts& facts, Bytes texts,
                const Limits& limits) noexcept;

/// What takes working memory: that names are different, the indices of lines, the lines of sectors,
/// nodes and blockmap. Precondition: verify_map(). Only Outcome::ok is good.
Outcome verify_derived(const flatline_arrays& arrays, const Facts& facts, Bytes texts,
                       const Limits& limits, const MemoryHooks& hooks, Budget& budget) noexcept;

/// Runtime tables of that map.
bool verify_runtime(const flatline_runtime& runtime, const flatline_arrays& arrays) noexcept;

bool verify_doom3(const flatline_doom3_arrays& arrays, Bytes text, const Limits& limits) noexcept;

/// Findings of a load that gave a map, as many as the limits let it keep.
bool verify_findings(View<Finding> findings, const Limits& limits) noexcept;

}  // namespace flatline::engine::bake
