// Bytes of lumps, as the readers of several ports see them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/bytes.hpp"
#include "model/view.hpp"

namespace flatline::engine::verdict {

/// The first four bytes of a lump, where forms of nodes have their signature; fewer of a short one.
inline std::string_view head_of(Bytes lump) noexcept {
    return {reinterpret_cast<const char*>(lump.data()), std::min<std::size_t>(lump.size(), 4)};
}

/// Precondition: `at` + 2 is not past the end.
inline std::uint16_t word_at(Bytes bytes, std::size_t at) noexcept {
    return load_le<std::uint16_t>(bytes.data() + at);
}

}  // namespace flatline::engine::verdict
