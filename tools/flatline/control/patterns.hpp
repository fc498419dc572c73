// patterns.hpp: matches a name against many patterns at once.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace flatline::engine::tool {

/// Patterns in which `*` stands for any bytes and `?` for one. ASCII letters match in any case.
///
/// The work for a name is bounded by the bytes of all patterns and, a word of 64 of them at a time,
/// the bytes of the name; patterns without `*` and `?` are found by a table.
class PatternSet {
public:
    /// What a pattern has to fit: a name, or a path or what is after one of its slashes.
    enum class Of { names, paths };

    explicit PatternSet(Of of) : of_(of) {}

    /// The number of the pattern, which equal ones share.
    std::uint32_t add(std::string_view pattern);
    /// Finds which patterns fit; nothing is done where the name is that of the last call. True
    /// where it is another.
    bool look_at(std::string_view name);
    /// Whether that pattern fits the name of the last look_at.
    bool fits(std::uint32_t pattern) const { return fits_[pattern]; }
    /// The work so far: bytes and words that were looked at.
    std::uint64_t steps() const { return steps_; }

private:
    struct Open {  // with `*` or `?`
        std::string text;
        std::uint32_t number;
    };
    void look_up(std::string_view name);
    bool fits(std::string_view pattern, std::string_view name);

    Of of_;
    std::unordered_map<std::string, std::uint32_t> numbers_;
    std::unordered_map<std::size_t, std::uint32_t> lengths_;  // of patterns without `*` and `?`
    std::vector<Open> open_;
    std::string name_;
    bool looked_ = false;
    std::vector<bool> fits_;
    std::uint64_t steps_ = 0;

    // Of the pattern that is looked at, a bit a byte but `*`: where a byte fits, where any does,
    // where any number of bytes may stand before, and which bytes are reached.
    std::vector<std::uint64_t> of_byte_;  // words of byte 0, of byte 1, ...
    std::vector<std::uint64_t> any_, loops_, reached_;
};

}  // namespace flatline::engine::tool
