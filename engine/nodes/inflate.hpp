// Bounded inflating of the compressed forms of ZNODES: zlib, or libdeflate where it is built in.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/budget.hpp"
#include "base/outcome.hpp"
#include "base/reservation.hpp"
#include "model/findings.hpp"
#include "model/memory.hpp"
#include "model/view.hpp"

namespace flatline::engine::nodes {

enum class Inflater : std::uint8_t { zlib, libdeflate };

#if defined(FLATLINE_LIBDEFLATE)
inline constexpr bool kHaveLibdeflate = true;
inline constexpr Inflater kInflater = Inflater::libdeflate;
#else
inline constexpr bool kHaveLibdeflate = false;
inline constexpr Inflater kInflater = Inflater::zlib;
#endif

/// The version of the library that inflates: of zlib the one that is loaded, of libdeflate the one
/// whose header was there.
std::string_view inflater_version(Inflater inflater) noexcept;

struct Inflated {
    Outcome outcome = Outcome::refused;
    /// Of a refused one: nodes_inflate (not a zlib stream, ends early, wrong checksum, asks for a
    /// dictionary) or nodes_inflate_limit (holds more than the cap). The caller reports it.
    Rule fault = Rule::nodes_inflate;
    Bytes bytes;                 // in the reservation
    std::uint64_t trailing = 0;  // bytes of input behind the stream
};

/// The most that `size` bytes of deflate can hold: two bits stand for 258 bytes at best.
inline std::uint64_t most_inflated(std::uint64_t size) noexcept { return 1032 * size + 64; }

/// Inflates one zlib stream into `out`. It announces the lower of cap and most_inflated, and the
/// inflater's own memory, and charges what it fills. A stream of more than `cap` bytes is stopped
/// there. The two inflaters give the same results for every stream that a compressor makes. The 11
/// KB of state of libdeflate come from malloc, because its allocator is one of the whole process.
/// Precondition: kHaveLibdeflate for Inflater::libdeflate.
Inflated inflate(Inflater inflater, Bytes in, std::uint64_t cap, const MemoryHooks& hooks,
                 Budget& budget, Reservation& out) noexcept;

}  // namespace flatline::engine::nodes
