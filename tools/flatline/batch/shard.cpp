#include "batch/shard.hpp"

#include <algorithm>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include "batch/interrupt.hpp"
#include "input_file.hpp"
#include "platform.hpp"

namespace flatline::engine::tool {
namespace {

namespace fs = std::filesystem;

void add_file(ContentHash& hash, const std::string& path) {
    InputFile file(path);
    std::vector<char> buffer(1u << 18);
    for (std::size_t got = buffer.size(); got == buffer.size() && interrupted() == 0;) {
        got = file.read(buffer.data(), buffer.size());
        hash.add({buffer.data(), got});
    }
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

}  // namespace

std::uint64_t content_hash(const Input& input) {
    ContentHash hash;
    if (!is_folder(input.path)) {
        add_file(hash, input.path);
        return hash.value();
    }
    for (const std::string& file : files_below(input.path)) {
        std::string_view below = std::string_view(file).substr(input.path.size());
        while (!below.empty() && below.front() == '/') below.remove_prefix(1);
        hash.add(below);
        hash.add(std::string_view("\0", 1));
        add_file(hash, file);
    }
    return hash.value();
}

}  // namespace flatline::engine::tool
