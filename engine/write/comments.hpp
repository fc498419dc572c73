// Comments of a text, which a loaded map does not hold.
#pragma once

#include <cstdint>
#include <string_view>

namespace flatline::engine::write {

/// How many comments a TEXTMAP has, but for those that hold only a number: the index that editors
/// write behind the word of a block, and that is written again.
std::uint64_t count_comments(std::string_view text) noexcept;

}  // namespace flatline::engine::write
