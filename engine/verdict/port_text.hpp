// How each port reads a text: its own tokens and grammar, as far as they decide whether it stops
// and what it has read by then.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "model/verdict.hpp"
#include "udmf/keywords.hpp"

namespace flatline::engine::verdict {

inline constexpr std::size_t kKinds = 5;  ///< FLATLINE_VERTEX to FLATLINE_THING

/// How the reading of a port ends.
enum class Ending : std::uint8_t { reads, undefined, stops };

/// What a port has when it has read a text.
struct PortText {
    bool known = false;  ///< false if there is no reader of this port
    Ending ending = Ending::reads;
    std::uint32_t counts[kKinds] = {};

    void stop() noexcept {
        if (ending == Ending::reads) ending = Ending::stops;
    }
    void lose() noexcept {
        if (ending == Ending::reads) ending = Ending::undefined;
    }
    bool goes_on() const noexcept { return ending == Ending::reads; }
};

/// Reads the text as the port does. Source: docs/verdicts.md, "How ports read a text".
PortText read_as(Port port, std::string_view text) noexcept;

PortText read_scanned(Port port, std::string_view text) noexcept;  ///< dsda-doom and Woof
PortText read_eternity(std::string_view text) noexcept;
PortText read_zdbsp(std::string_view text) noexcept;
PortText read_srb2(std::string_view text) noexcept;

/// What strtod of C takes of the first bytes of a text: how many, and what it makes of them.
struct CReal {
    std::size_t size = 0;
    double value = 0;
};
CReal c_real(std::string_view text) noexcept;

/// A cast to int as x86 does it: what does not fit is the least int.
std::int32_t c_int(double value) noexcept;

/// The kind of block that a word opens, in any case; FLATLINE_BLOCK if there is none.
inline std::uint8_t kind_of_word(std::string_view word) noexcept {
    return udmf::block_kind(reinterpret_cast<const unsigned char*>(word.data()), word.size());
}

}  // namespace flatline::engine::verdict
