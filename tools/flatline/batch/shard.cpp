#include "batch/shard.hpp"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <queue>
#include <system_error>
#include <utility>

#include "batch/interrupt.hpp"
#include "input_file.hpp"
#include "platform.hpp"

namespace flatline::engine::tool {
namespace {

namespace fs = std::filesystem;

/// False if the file cannot be read to its end.
template <class Hash>
bool add_file(Hash& hash, const std::string& path, std::uint64_t& bytes) {
    InputFile file(path);
    std::vector<char> buffer(1u << 18);
    for (std::size_t got = buffer.size(); got == buffer.size() && interrupted() == 0;) {
        got = file.read(buffer.data(), buffer.size());
        hash.add({buffer.data(), got});
        bytes += got;
    }
    return *file.wrong() == '\0';
}

std::vector<std::string> files_below(const std::string& folder) {
    std::vector<std::string> files;
    std::error_code error;
    for (fs::recursive_directory_iterator it(path_of(folder), error), end; !error && it != end;
         it.increment(error)) {
        std::error_code ignored;
        if (it->is_regular_file(ignored)) files.push_back(text_of(it->path()));
    }
    std::sort(files.begin(), files.end());
    return files;
}

/// False for a file that cannot be read. A folder counts without the files that cannot be read.
/// `bytes` receives the sum of all sizes.
template <class Hash>
bool add_input(Hash& hash, const std::string& path, std::uint64_t& bytes) {
    if (!is_folder(path)) return add_file(hash, path, bytes);
    for (const std::string& file : files_below(path)) {
        std::string_view below = std::string_view(file).substr(path.size());
        while (!below.empty() && below.front() == '/') below.remove_prefix(1);
        hash.add(below);
        hash.add(std::string_view("\0", 1));
        add_file(hash, file, bytes);
    }
    return true;
}

std::uint64_t bytes_of_input(const Input& input) {
    std::error_code error;
    std::uint64_t bytes = 0;
    if (is_folder(input.path)) {
        for (const std::string& file : files_below(input.path)) {
            const std::uintmax_t size = fs::file_size(path_of(file), error);
            bytes += error ? 0 : size;
        }
        return bytes;
    }
    const std::uintmax_t size = fs::file_size(path_of(input.path), error);
    return error ? 0 : size;
}

}  // namespace

std::uint64_t content_hash(const Input& input) {
    ContentHash hash;
    std::uint64_t bytes = 0;
    add_input(hash, input.path, bytes);
    return hash.value();
}

std::optional<FileDigest> digest_of_path(const std::string& path) {
    Sha256 sha;
    std::uint64_t bytes = 0;
    if (!add_input(sha, path, bytes)) return std::nullopt;
    return FileDigest{sha.finish(), bytes};
}

std::vector<bool> in_shard_by_name(const std::vector<Input>& inputs, const BatchOptions& batch) {
    std::vector<bool> is_own(inputs.size());
    const auto part_of = [&](std::size_t input, std::uint64_t part) {
        is_own[input] = part == batch.shard - 1;
    };
    if (batch.shard_by == ShardBy::path) {
        for (std::size_t i = 0; i < inputs.size(); ++i) {
            ContentHash hash;
            hash.add(inputs[i].path);
            part_of(i, hash.value() % batch.shards);
        }
        return is_own;
    }
    std::vector<std::pair<std::uint64_t, std::size_t>> by_size;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        by_size.emplace_back(bytes_of_input(inputs[i]), i);
    }
    std::stable_sort(by_size.begin(), by_size.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    // The part with the fewest bytes comes first; of equal ones that with the lowest number.
    using Part = std::pair<std::uint64_t, std::uint64_t>;
    std::priority_queue<Part, std::vector<Part>, std::greater<>> parts;
    for (std::uint64_t part = 0; part < batch.shards; ++part) parts.emplace(0, part);
    for (const auto& [bytes, input] : by_size) {
        const auto [sum, part] = parts.top();
        parts.pop();
        // An empty file is work too.
        parts.emplace(sum + bytes + 1, part);
        part_of(input, part);
    }
    return is_own;
}

}  // namespace flatline::engine::tool
