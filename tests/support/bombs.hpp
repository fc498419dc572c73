// Packed content that repeats itself: makes bombs of any size without unpacked data.
#pragma once

#include <zlib.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "support/seven_zip_builder.hpp"
#include "support/wad_builder.hpp"
#include "support/zip_builder.hpp"

namespace testing_support {

/// A raw deflate stream, and how much comes out of it.
class Deflated {
public:
    Deflated& add(std::string_view chunk, std::uint64_t count = 1) {
        z_stream stream = {};
        deflateInit2(&stream, 9, Z_DEFLATED, -15, 9, Z_DEFAULT_STRATEGY);
        std::string out(deflateBound(&stream, static_cast<uLong>(chunk.size())) + 64, '\0');
        stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(chunk.data()));
        stream.avail_in = static_cast<uInt>(chunk.size());
        stream.next_out = reinterpret_cast<Bytef*>(out.data());
        stream.avail_out = static_cast<uInt>(out.size());
        deflate(&stream, Z_FULL_FLUSH);  // what follows does not refer to it
        out.resize(stream.total_out);
        deflateEnd(&stream);
        for (std::uint64_t i = 0; i < count; ++i) packed_ += out;
        size_ += chunk.size() * count;
        return *this;
    }
    /// `bytes` of text: `part` again and again after `head`.
    Deflated& text(std::string_view head, std::string_view part, std::uint64_t bytes) {
        constexpr std::size_t kChunk = 256u << 10;
        std::string chunk;
        while (chunk.size() < kChunk) chunk += part;
        return add(head).add(chunk, bytes / chunk.size());
    }
    std::string stream() const { return packed_ + std::string("\x03\x00", 2); }
    std::uint64_t size() const { return size_; }

private:
    std::string packed_;
    std::uint64_t size_ = 0;
};

/// A WAD of one map with such a text.
inline Deflated wad_of(std::string_view head, std::string_view part, std::uint64_t bytes) {
    const auto size = static_cast<std::uint32_t>(Deflated().text(head, part, bytes).size());
    std::string start = "PWAD";
    put_u32(start, 2);
    put_u32(start, 12 + size);
    std::string directory;
    put_u32(directory, 12);
    put_u32(directory, 0);
    directory += std::string("MAP01\0\0\0", 8);
    put_u32(directory, 12);
    put_u32(directory, size);
    directory += std::string("TEXTMAP\0", 8);
    return Deflated().add(start).text(head, part, bytes).add(directory);
}

inline std::string zip_of(const std::string& name, const Deflated& content) {
    ZipEntry entry;
    entry.name = name;
    entry.data = content.stream();
    entry.method = 8;
    entry.size = static_cast<std::int64_t>(content.size());
    return ZipBuilder().add(entry).build();
}

/// One block of `count` files that are alike. 7z packs by deflate, too.
inline std::string seven_zip_of(const std::string& name, const Deflated& content, int count = 1) {
    SevenZipBlock block;
    block.coder = std::string("\x03\x04\x01\x08", 4);
    const std::string stream = content.stream();
    for (int i = 0; i < count; ++i) {
        SevenZipFile file;
        file.name = count == 1 ? name : std::to_string(i) + name;
        file.size = static_cast<std::int64_t>(content.size());
        block.files.push_back(file);
        block.packed += stream.substr(0, stream.size() - 2);
    }
    block.packed += stream.substr(stream.size() - 2);
    return SevenZipBuilder().block(block).build();
}

}  // namespace testing_support
