// batch/shard.hpp: which shard of a run a file belongs to.
#pragma once

#include <cstdint>
#include <string_view>

#include "files.hpp"

namespace flatline::engine::tool {

/// FNV-1a with 64 bits. Runs on several machines must agree, so it never changes.
class ContentHash {
public:
    void add(std::string_view bytes) {
        for (const char c : bytes) {
            value_ = (value_ ^ static_cast<unsigned char>(c)) * 0x100000001B3u;
        }
    }
    std::uint64_t value() const { return value_; }

private:
    std::uint64_t value_ = 0xCBF29CE484222325u;
};

/// The hash of a file's bytes, wherever it lies. Of a folder that is one input: of each file in and
/// below it, in bytewise order of paths, its path from there, a zero byte and its bytes. What
/// cannot be read counts as nothing.
std::uint64_t content_hash(const Input& input);

}  // namespace flatline::engine::tool
