// Skips lines in the layout of common tools, in which the portability rules find nothing.
#pragma once

#include <cstddef>
#include <cstdint>

#include "check/portable_keys.hpp"

namespace flatline::engine::sanity {

/// The open block of the lowest level.
struct OpenBlock {
    std::uint8_t kind = FLATLINE_MAP;  ///< FLATLINE_VERTEX .. or FLATLINE_BLOCK; FLATLINE_MAP: none
    std::uint32_t index = FLATLINE_NONE;
    std::uint32_t next_index[udmf::kBlockKinds] = {};

    bool is_known() const noexcept { return kind < udmf::kBlockKinds; }
    void open(std::uint8_t opened) noexcept {
        kind = opened;
        if (is_known()) index = next_index[kind]++;
    }
};

/// Whether a line ends at `p`, after which another byte of the text stands.
inline bool ends_line(const unsigned char* p) noexcept {
    return *p == '\n' || (*p == '\r' && p[1] == '\n');
}

/// Passes lines that hold one assignment, and begins and ends of known blocks, as long as every
/// port reads them alike. A key with what stands before its value is looked at once and then
/// compared; the one that followed last time is tried first.
class PortableLineSkipper {
public:
    /// The bytes before `end` are the text's.
    PortableLineSkipper(const Map& map, const PortableKeys& keys, const unsigned char* end) noexcept
        : keys_(keys), end_(end), srb2_(map.dialect() == Dialect::srb2) {
        for (Head& head : heads_) head.next = heads_;
        for (std::uint8_t kind = 0; kind < udmf::kBlockKinds; ++kind) begin_of(kind)->block = kind;
    }
    PortableLineSkipper(const PortableLineSkipper&) = delete;
    PortableLineSkipper& operator=(const PortableLineSkipper&) = delete;

    /// From `p`, after a statement: passes none where its line goes on. A block that is open at
    /// `p` is a known one. Takes each statement from `left`, and ends where that is 0. Returns the
    /// byte after the last statement that was passed.
    const unsigned char* pass(const unsigned char* p, std::uint32_t& left,
                              OpenBlock& block) noexcept;

private:
    static constexpr std::size_t kHeadBytes = 32;
    static constexpr std::size_t kWords = kHeadBytes / 8;
    /// A key, '=' and the blanks around it, as one line gave them.
    struct alignas(16) Head {
        std::uint64_t words[kWords] = {};
        std::uint64_t masks[kWords] = {};  ///< of its bytes
        Head* next = nullptr;              ///< which followed last, always of the same block
        std::uint8_t size = 0;
        std::uint8_t block = 0;
        bool takes_dot = false;
    };
    // The first of all stands for none, those after it for the begins of blocks.
    static constexpr std::size_t kHeads = 256;
    static constexpr std::size_t kSlots = 512;  // never full

    Head* begin_of(std::uint8_t block) noexcept { return heads_ + 1 + block; }
    const unsigned char* next_line(const unsigned char* p) const noexcept;
    static bool is_at(const unsigned char* p, const Head& head) noexcept;
    const unsigned char* brace_behind_blanks(const unsigned char* p) const noexcept;
    const unsigned char* begin_block(const unsigned char* p, OpenBlock& block) noexcept;
    const unsigned char* assignment(const unsigned char* p, std::uint8_t block) noexcept;
    Head* find(const unsigned char* p, std::uint8_t block) noexcept;
    std::uint8_t learn(const unsigned char* p, std::uint8_t block) noexcept;

    const PortableKeys& keys_;
    const unsigned char* end_;
    bool srb2_;
    std::uint8_t last_block_ = 0;
    Head* last_ = begin_of(0);  // which was met last
    std::size_t head_count_ = 1 + udmf::kBlockKinds;
    std::uint8_t slots_[kSlots] = {};  // heads by the hash of their keys
    Head heads_[kHeads];
};

}  // namespace flatline::engine::sanity
