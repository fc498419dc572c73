// 7z files in memory: blocks that are stored, with a header that says anything about itself.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/wad_builder.hpp"
#include "support/zip_builder.hpp"

namespace testing_support {

struct SevenZipFile {
    std::string name;  ///< ASCII
    std::string data;
    std::uint32_t attributes = 0;
    std::int64_t size = -1;  ///< claimed size of the content; -1: that of `data`

    std::uint64_t bytes() const {
        return size < 0 ? data.size() : static_cast<std::uint64_t>(size);
    }
};

/// A block: its files stand one after the other. `coder` is what the header calls it.
struct SevenZipBlock {
    std::vector<SevenZipFile> files;
    std::string coder = std::string("\x01\x00", 2);  ///< flags, id, properties; default: copy
    std::int64_t crc_of_first = -1;                  ///< -1: the true one
    std::string packed = {};  ///< of which `coder` makes the files; "": their data is stored
    std::uint64_t more = 0;   ///< bytes that the block claims beyond those it has
};

/// A number as the format has it: always in nine bytes.
inline std::string seven_zip_number(std::uint64_t value) {
    std::string out(1, '\xFF');
    for (int i = 0; i < 8; ++i) out += static_cast<char>(value >> (8 * i));
    return out;
}

class SevenZipBuilder {
public:
    SevenZipBuilder& block(SevenZipBlock block) {
        blocks_.push_back(std::move(block));
        return *this;
    }
    SevenZipBuilder& file(std::string_view name, std::string_view data) {
        return block({{{std::string(name), std::string(data), 0}}});
    }

    /// The header alone, as it is when it is not packed.
    std::string header() const {
        const auto n = seven_zip_number;
        const auto id = [](char c) { return std::string(1, c); };
        std::string sizes, coders, unpacked, counts, parts, crcs, names, attributes;
        std::uint64_t files = 0;
        for (const SevenZipBlock& block : blocks_) {
            std::uint64_t size = 0;
            for (std::size_t i = 0; i < block.files.size(); ++i) {
                const SevenZipFile& file = block.files[i];
                size += file.bytes();
                if (i + 1 < block.files.size()) parts += n(file.bytes());
                put_u32(crcs, i == 0 && block.crc_of_first >= 0
                                  ? static_cast<std::uint32_t>(block.crc_of_first)
                                  : crc32_of(file.data));
                for (const char c : file.name + std::string(1, '\0')) names += {c, '\0'};
                put_u32(attributes, file.attributes);
                ++files;
            }
            sizes += n(block.packed.empty() ? size : block.packed.size());
            coders += n(1) + block.coder;
            unpacked += n(size + block.more);
            counts += n(block.files.size());
        }
        names.insert(0, 1, '\0');
        attributes.insert(0, std::string("\x01\x00", 2));
        const std::uint64_t count = blocks_.size();
        return id(1) + id(4) +                                                            //
               id(6) + n(0) + n(count) + id(9) + sizes + id(0) +                          // packed
               id(7) + id(11) + n(count) + id(0) + coders + id(12) + unpacked + id(0) +   // blocks
               id(8) + id(13) + counts + id(9) + parts + id(10) + id(1) + crcs + id(0) +  // files
               id(0) +                                                                    //
               id(5) + n(files) + id(0x11) + n(names.size()) + names + id(0x15) +         //
               n(attributes.size()) + attributes + id(0) + id(0);
    }
    std::string build() const { return build(header()); }
    /// With another header, and the checksum that it has.
    std::string build(const std::string& header) const {
        std::string data;
        for (const SevenZipBlock& block : blocks_) {
            data += block.packed;
            for (const SevenZipFile& file : block.files) data += file.data;
        }
        std::string start;
        put_u64(start, data.size());
        put_u64(start, header.size());
        put_u32(start, crc32_of(header));
        std::string out("7z\xBC\xAF\x27\x1C\x00\x04", 8);
        put_u32(out, crc32_of(start));
        return out + start + data + header;
    }

private:
    static void put_u64(std::string& out, std::uint64_t value) {
        put_u32(out, static_cast<std::uint32_t>(value));
        put_u32(out, static_cast<std::uint32_t>(value >> 32));
    }

    std::vector<SevenZipBlock> blocks_;
};

}  // namespace testing_support
