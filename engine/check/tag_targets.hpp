// What special-tag-dangling says of one special, for rules that leave a case to it.
#pragma once

#include <cstdint>

#include "check/context.hpp"

namespace flatline::engine::sanity {

/// True where special-tag-dangling speaks of a special whose first argument is `tag`, not 0.
bool is_tag_dangling(const Context& context, const Runtime& tags, std::int32_t special,
                     std::int32_t tag) noexcept;

}  // namespace flatline::engine::sanity
