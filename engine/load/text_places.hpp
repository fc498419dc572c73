// The strings of a map, and where they lie once they are copied one after another.
#pragma once

#include <cstdint>
#include <iterator>

#include "flatline/types.h"

namespace flatline::engine {

/// Whether `value` of an unknown field is a string.
inline bool has_string(const flatline_unknown& unknown) noexcept {
    return unknown.kind == FLATLINE_STRING || unknown.kind == FLATLINE_KEYWORD;
}

/// Gives each string its place in a run of bytes, each with a zero byte after it, in the order in
/// which it is asked. Who asks for the same strings in the same order hears the same.
class TextPlaces {
public:
    flatline_text place(flatline_text from) noexcept {
        is_new_ = false;
        if (from.size == 0) return {0, 0};
        // Flags of binary maps name the same few texts again and again.
        Entry& entry = entries_[from.offset % std::size(entries_)];
        if (entry.from.offset == from.offset && entry.from.size == from.size) return entry.to;
        is_new_ = true;
        entry = {from, {static_cast<std::uint32_t>(bytes_), from.size}};
        bytes_ += std::uint64_t{from.size} + 1;
        return entry.to;
    }
    /// Whether the last one begins at the end of those before it.
    bool is_new() const noexcept { return is_new_; }
    std::uint64_t bytes() const noexcept { return bytes_; }

private:
    struct Entry {
        flatline_text from{0, 0}, to{0, 0};
    };
    Entry entries_[64];
    std::uint64_t bytes_ = 0;
    bool is_new_ = false;
};

}  // namespace flatline::engine
