// The strings of a map as one run of bytes, each with a zero byte behind it.
#pragma once

#include <cstdint>
#include <iterator>

#include "flatline/types.h"
#include "model/map.hpp"

namespace flatline::engine::bake {

/// Gives each string its place, in the order in which it is asked. Everybody who asks for all
/// strings of a map in the order of each_text() hears the same.
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

inline bool has_string(const flatline_unknown& unknown) noexcept {
    return unknown.kind == FLATLINE_STRING || unknown.kind == FLATLINE_KEYWORD;
}

/// Calls use(text) for all strings: the two namespaces, names, unknown fields, columns.
template <class Use>
void each_text(const Map& map, flatline_text map_namespace, flatline_text own_namespace,
               const Use& use) noexcept {
    use(map_namespace);
    use(own_namespace);
    for (const flatline_text& name : map.names()) use(name);
    for (const flatline_unknown& unknown : map.unknowns()) {
        use(unknown.name);
        if (has_string(unknown)) use(unknown.value.string);
    }
    for (const flatline_column& column : map.columns()) {
        if (column.kind != FLATLINE_STRING) continue;
        for (std::uint32_t i = 0; i < column.count; ++i) use(column.values.texts[i]);
    }
}

}  // namespace flatline::engine::bake
