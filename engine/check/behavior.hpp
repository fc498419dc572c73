// Reads the map's BEHAVIOR: its scripts, and whether they may change what no special shows.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "check/context.hpp"

namespace flatline::engine::sanity {

/// The numbers of the scripts in a BEHAVIOR.
class Scripts {
public:
    Scripts(Context& context, Bytes lump) noexcept : context_(context), lump_(lump) {}

    /// False where it cannot tell all of them: it is none, it is damaged, or it loads libraries.
    [[nodiscard]] bool read() noexcept;
    bool has(std::int32_t number) const noexcept {
        return std::binary_search(numbers_.begin(), numbers_.begin() + size_, number);
    }

    /// After read: a script was found, or a chunk LOAD, whose libraries may hold some.
    bool may_run() const noexcept { return size_ != 0 || has_load_; }

private:
    [[nodiscard]] bool read_old(std::uint32_t directory) noexcept;
    [[nodiscard]] bool read_chunks(std::uint32_t first, std::uint32_t end, bool wide) noexcept;
    [[nodiscard]] bool add(std::int32_t number) noexcept {
        if (size_ == numbers_.size() && !context_.grow(numbers_)) return false;
        numbers_[size_++] = number;
        return true;
    }
    static bool is(Bytes tag, const char* name) noexcept {
        return std::memcmp(tag.data(), name, 4) == 0;
    }

    Context& context_;
    Bytes lump_;
    Scratch<std::int32_t> numbers_;
    std::size_t size_ = 0;
    bool has_load_ = false;  // the lump has a chunk LOAD
    bool loads_ = false;     // a chunk LOAD names a library
};

/// True where scripts may open, give or end what rules about specials look for.
/// Source: docs/specials.md, "Scripts".
bool has_scripts(Context& context) noexcept;

}  // namespace flatline::engine::sanity
