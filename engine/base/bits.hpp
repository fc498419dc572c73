// The bits of a value as another type of the same size.
#pragma once

#include <cstring>
#include <type_traits>

namespace flatline::engine {

/// As std::bit_cast, which libraries of C++20 have late (libc++ 14 on).
template <class To, class From>
To bit_cast(const From& from) noexcept {
    static_assert(sizeof(To) == sizeof(From));
    static_assert(std::is_trivially_copyable_v<To> && std::is_trivially_copyable_v<From>);
    To to;
    std::memcpy(&to, &from, sizeof to);
    return to;
}

}  // namespace flatline::engine
