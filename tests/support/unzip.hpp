// The files of a ZIP, by a few lines of our own and zlib: tests that read archives of the corpus
// share nothing with the engine's archiver.
#pragma once

#include <zlib.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace unzip {

inline std::size_t number(const std::string& bytes, std::size_t at, int size) {
    std::size_t value = 0;
    for (int i = size - 1; i >= 0; --i) {
        const std::size_t place = at + static_cast<std::size_t>(i);
        value = value * 256 + (place < bytes.size() ? static_cast<unsigned char>(bytes[place]) : 0);
    }
    return value;
}

inline std::string inflated(const std::string& packed, std::size_t size) {
    std::string out(size, '\0');
    z_stream stream{};
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
    stream.avail_in = static_cast<uInt>(packed.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(size);
    if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) {
        return "";
    }
    const int state = inflate(&stream, Z_FINISH);
    inflateEnd(&stream);
    return state == Z_STREAM_END ? out : "";
}

/// Path and content of each file, in the order of the directory; none of what is no ZIP.
inline std::vector<std::pair<std::string, std::string>> files(const std::string& zip) {
    std::vector<std::pair<std::string, std::string>> found;
    const std::size_t end = zip.rfind("PK\5\6");
    if (zip.compare(0, 2, "PK") != 0 || end == std::string::npos) {
        return found;
    }
    std::size_t at = number(zip, end + 16, 4);
    for (std::size_t left = number(zip, end + 10, 2); left > 0 && at + 46 <= zip.size(); --left) {
        const std::size_t name_size = number(zip, at + 28, 2);
        const std::size_t local = number(zip, at + 42, 4);
        const std::size_t data =
            local + 30 + number(zip, local + 26, 2) + number(zip, local + 28, 2);
        if (data > zip.size()) {
            break;
        }
        const std::string packed = zip.substr(data, number(zip, at + 20, 4));
        found.push_back(
            {zip.substr(at + 46, name_size),
             number(zip, at + 10, 2) == 8 ? inflated(packed, number(zip, at + 24, 4)) : packed});
        at += 46 + name_size + number(zip, at + 30, 2) + number(zip, at + 32, 2);
    }
    return found;
}

}  // namespace unzip
