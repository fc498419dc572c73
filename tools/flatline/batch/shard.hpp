// batch/shard.hpp: which shard of a run a file belongs to.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "batch/options.hpp"
#include "files.hpp"
#include "sha256.hpp"

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

/// The hash of a file's bytes, wherever it lies. For a folder that is one input it covers each file
/// in and below it, in bytewise order of paths: its path from there, a zero byte, its bytes. It
/// leaves out what cannot be read.
std::uint64_t content_hash(const Input& input);

/// The same with SHA-256. Nothing if the file cannot be read.
std::optional<FileDigest> digest_of_path(const std::string& path);

/// Which of the inputs belong to the part, by their paths or by their sizes. By size each input,
/// the largest first, goes to the part with the fewest bytes so far. So all parts must list the
/// same inputs.
std::vector<bool> in_shard_by_name(const std::vector<Input>& inputs, const BatchOptions& batch);

}  // namespace flatline::engine::tool
