// MD5 (RFC 1321) and SHA-1 (FIPS 180-4). Only to recognise maps: neither is safe against
// somebody who makes two maps with one digest.
#pragma once

#include <cstddef>
#include <cstdint>

#include "model/view.hpp"

namespace flatline::engine {

/// Takes bytes piece by piece. Both work on blocks of 64 bytes with 32-bit words.
class Digest {
public:
    enum class Kind : std::uint8_t { md5, sha1 };
    static constexpr std::size_t kMostBytes = 20;

    explicit Digest(Kind kind) noexcept;
    void add(Bytes bytes) noexcept;
    /// Ends it and writes size() bytes.
    void finish(unsigned char* out) noexcept;
    std::size_t size() const noexcept { return kind_ == Kind::md5 ? 16 : 20; }

private:
    void take_block() noexcept;
    void md5_block() noexcept;
    void sha1_block() noexcept;

    Kind kind_;
    std::uint32_t state_[5];
    std::uint64_t bytes_ = 0;
    unsigned char block_[64] = {};
};

}  // namespace flatline::engine
