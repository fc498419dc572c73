#include "report/uri.hpp"

namespace flatline::engine::tool {
namespace {

bool stands_for_itself(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("/-._~").find(c) != std::string_view::npos;
}

}  // namespace

std::string_view without_here(std::string_view path) {
    while (path.size() > 2 && path.substr(0, 2) == "./" && path[2] != '/') path.remove_prefix(2);
    return path;
}

std::string uri_of_path(std::string_view path) {
    constexpr char kDigits[] = "0123456789ABCDEF";
    path = without_here(path);
    // The host is empty. A path that begins with two slashes keeps both after it.
    std::string uri = path.substr(0, 1) == "/" ? "file://" : "";
    for (const char c : path) {
        if (stands_for_itself(c)) {
            uri += c;
            continue;
        }
        const auto byte = static_cast<unsigned char>(c);
        uri += '%';
        uri += kDigits[byte >> 4];
        uri += kDigits[byte & 0xF];
    }
    return uri;
}

}  // namespace flatline::engine::tool
