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

/// The hash of a file's bytes, wherever it lies. Of a folder that is one input: of each file in and
/// below it, in bytewise order of paths, its path from there, a zero byte and its bytes. What
/// cannot be read counts as nothing.
std::uint64_t content_hash(const Input& input);

/// The same with SHA-256. Nothing where the file cannot be read. Of a folder it is the digest of
/// each file in and below it in that form.
std::optional<FileDigest> digest_of_path(const std::string& path);

/// Which of the inputs are in the part, by their paths or by their sizes. By size each input, the
/// largest first, comes into the part that has least so far; so all parts must have the same
/// inputs.
std::vector<bool> in_shard_by_name(const std::vector<Input>& inputs, const BatchOptions& batch);

}  // namespace flatline::engine::tool
