#include "batch/path_list.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string_view>

#include "files.hpp"
#include "input_file.hpp"
#include "platform.hpp"
#include "text.hpp"

namespace flatline::engine::tool {
namespace {

constexpr std::size_t kListBlock = 1u << 16;
constexpr std::size_t kMostListed = 1u << 30;  // bytes: ten million paths of a hundred bytes

/// Reads all by `read`, which gives 0 at the end and -1 with errno.
template <class Read>
std::optional<std::string> read_list(std::string& text, const Read& read) {
    for (;;) {
        const std::size_t size = text.size();
        if (size > kMostListed) return fmt::format("the list is longer than {} bytes", kMostListed);
        text.resize(size + kListBlock);
        const std::int64_t got = read(text.data() + size, kListBlock);
        text.resize(size + (got > 0 ? static_cast<std::size_t>(got) : 0));
        if (got == 0) return std::nullopt;
        if (got < 0 && errno != EINTR) return std::string(std::strerror(errno));
    }
}

std::optional<std::string> read_list_of(const std::string& from, std::string& text) {
    if (from == kStandardInput) {
        const int input = descriptor_of(stdin);
        return read_list(
            text, [input](char* out, std::size_t size) { return read_some(input, out, size); });
    }
    InputFile file(from);
    const auto wrong = read_list(text, [&file](char* out, std::size_t size) {
        return static_cast<std::int64_t>(file.read(out, size));
    });
    if (*file.wrong() != '\0') return fmt::format("{}: {}", printable(from), file.wrong());
    return wrong;
}

}  // namespace

std::optional<std::string> read_path_list(const std::string& from, char end,
                                          std::vector<std::string>& paths) {
    std::string text;
    if (auto wrong = read_list_of(from, text)) return wrong;
    std::string_view rest = text;
    while (!rest.empty()) {
        const std::string_view path = rest.substr(0, rest.find(end));
        rest.remove_prefix(std::min(path.size() + 1, rest.size()));
        if (path.find('\0') != path.npos) {
            return "a path has a zero byte; --null reads lists that are made so";
        }
        if (path.empty()) continue;
        paths.push_back(path == kStandardInput ? "./-" : std::string(path));
    }
    return std::nullopt;
}

}  // namespace flatline::engine::tool
