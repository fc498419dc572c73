// Skips stretches of text in the layout of common tools, in which the portability rules find
// nothing. It looks at the classes of 64 bytes at a time.
#pragma once

#include <cstdint>

#include "check/portable_line_skipper.hpp"

namespace flatline::engine::sanity {

/// Passes what PortableLineSkipper would, lines that hold one assignment and begins and ends of
/// known blocks, and hardly costs more than to read it. It only sees that all of 64 bytes is plain,
/// so it stops a little before what is not.
class PortableTextSkipper {
public:
    /// With what it looks at bytes. Without vectors it is not worth its while and passes nothing.
    enum class Vectors : std::uint8_t { none, avx2, avx512 };
    /// The best that this machine has.
    static Vectors best() noexcept;

    /// The text from `begin` to `end`. `lines` tells about blocks and keys.
    PortableTextSkipper(const Map& map, PortableLineSkipper& lines, const unsigned char* begin,
                        const unsigned char* end, Vectors vectors = best()) noexcept;

    /// As PortableLineSkipper::pass, but takes eight from `left` for each look, however many there
    /// were.
    const unsigned char* pass(const unsigned char* p, std::uint32_t& left,
                              OpenBlock& block) noexcept;

private:
    /// A key that lines_ was asked for. Its first eight bytes and its last tell it from others of
    /// its size, which is at most 16.
    struct Key {
        std::uint64_t first = 0, last = 0;
        std::uint8_t size = 0;  ///< 0: none
        std::uint8_t block = 0;
        PortableLineSkipper::Takes takes;
    };
    static constexpr std::size_t kKeys = 128;
    /// What stands after a '}' up to a line comment, or up to '{' if there is none, as the last
    /// block gave it.
    struct Head {
        std::uint64_t words[2] = {}, masks[2] = {};
        std::uint8_t size = 0;     ///< of these bytes; 0: none
        std::uint8_t comment = 0;  ///< bytes of the comment, which may be others the next time
        std::uint8_t kind = 0;
    };

    /// A bit for each of 64 bytes.
    struct Look {
        std::uint64_t odd;     ///< not plain
        std::uint64_t places;  ///< dots of numbers, and the '=' of keys that may be "friction"
        std::uint64_t equals;  ///< outside of strings
        std::uint64_t names;   ///< letters and digits
    };

    template <class Bytes>
    const unsigned char* loop(const unsigned char* p, std::uint32_t& left,
                              OpenBlock& block) noexcept;
    const unsigned char* pass_avx2(const unsigned char* p, std::uint32_t& left,
                                   OpenBlock& block) noexcept;
    const unsigned char* pass_avx512(const unsigned char* p, std::uint32_t& left,
                                     OpenBlock& block) noexcept;
    template <class Bytes>
    Look look(const Bytes& bytes, std::uint64_t newlines, std::uint64_t looked_at) const noexcept;
    bool takes_keys(const unsigned char* p, const Look& found, std::uint8_t block) noexcept;
    const unsigned char* begin_next(const unsigned char* p, OpenBlock& block) noexcept;
    bool takes(const unsigned char* key, std::size_t size, std::uint8_t block, bool dot) noexcept;
    bool learn(Key& key, const unsigned char* p) noexcept;
    const unsigned char* learn_head(const unsigned char* p, OpenBlock& block) noexcept;

    PortableLineSkipper& lines_;
    const unsigned char* end_;
    const Vectors vectors_;
    const unsigned char* from_;  // where it is worth a try again
    std::ptrdiff_t wait_ = 0;    // bytes from a failure up to there
    bool srb2_;
    Head head_;
    Key keys_[kKeys];  // each where its hash says
};

}  // namespace flatline::engine::sanity
