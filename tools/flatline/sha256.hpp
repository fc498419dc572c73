// sha256.hpp: SHA-256 (FIPS 180-4), by which files are known again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace flatline::engine::tool {

/// Takes bytes piece by piece.
class Sha256 {
public:
    Sha256();
    void add(std::string_view bytes);
    /// Ends it: 64 hexadecimal digits in lower case.
    std::string finish();

private:
    static constexpr std::size_t kBlock = 64;

    std::uint32_t state_[8];
    unsigned char block_[kBlock] = {};
    std::uint64_t bytes_ = 0;
};

/// A file as a table or a list of files tells of it.
struct FileDigest {
    std::string sha256;
    std::uint64_t bytes = 0;
};

FileDigest digest_of_bytes(std::string_view bytes);

}  // namespace flatline::engine::tool
