// ZIP files in memory: stored entries that say anything about themselves.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/wad_builder.hpp"

namespace testing_support {

inline std::uint32_t crc32_of(std::string_view data) {
    std::uint32_t crc = ~0u;
    for (const char c : data) {
        crc ^= static_cast<unsigned char>(c);
        for (int i = 0; i < 8; ++i) crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320u : 0u);
    }
    return ~crc;
}

struct ZipEntry {
    std::string name;
    std::string data;                ///< as stored in the archive
    std::uint32_t method = 0;        ///< 0 stored, 8 deflated
    std::int64_t size = -1;          ///< claimed size of the content; -1: that of `data`
    int shares = -1;                 ///< uses the local record of this entry instead of its own
    std::uint32_t made_by = 3 << 8;  ///< 3: Unix
    std::uint32_t attributes = 0;    ///< external; the upper half is the Unix mode
};

class ZipBuilder {
public:
    ZipBuilder& file(std::string_view name, std::string_view data) {
        ZipEntry entry;
        entry.name = name;
        entry.data = data;
        return add(std::move(entry));
    }
    ZipBuilder& add(ZipEntry entry) {
        entries_.push_back(std::move(entry));
        return *this;
    }

    std::string build() const {
        std::string out;
        std::vector<std::uint32_t> offsets;
        for (const ZipEntry& entry : entries_) {
            if (entry.shares >= 0) {
                offsets.push_back(offsets[static_cast<std::size_t>(entry.shares)]);
                continue;
            }
            offsets.push_back(static_cast<std::uint32_t>(out.size()));
            put_u32(out, 0x04034B50);
            common(out, entry);
            out += entry.name + entry.data;
        }
        const std::size_t directory = out.size();
        for (std::size_t i = 0; i < entries_.size(); ++i) {
            const ZipEntry& entry = entries_[i];
            put_u32(out, 0x02014B50);
            put_u16(out, entry.made_by);
            common(out, entry);
            put_u16(out, 0);  // comment
            put_u16(out, 0);  // disk
            put_u16(out, 0);  // internal attributes
            put_u32(out, entry.attributes);
            put_u32(out, offsets[i]);
            out += entry.name;
        }
        const std::size_t size = out.size() - directory;
        put_u32(out, 0x06054B50);
        put_u32(out, 0);
        put_u16(out, static_cast<std::uint32_t>(entries_.size()));
        put_u16(out, static_cast<std::uint32_t>(entries_.size()));
        put_u32(out, static_cast<std::uint32_t>(size));
        put_u32(out, static_cast<std::uint32_t>(directory));
        put_u16(out, 0);
        return out;
    }

private:
    // From the version needed to the lengths of name and extra field: the same in both records.
    static void common(std::string& out, const ZipEntry& entry) {
        const auto stored = static_cast<std::uint32_t>(entry.data.size());
        put_u16(out, 20);
        put_u16(out, 0);
        put_u16(out, entry.method);
        put_u32(out, 0);
        put_u32(out, crc32_of(entry.data));
        put_u32(out, stored);
        put_u32(out, entry.size < 0 ? stored : static_cast<std::uint32_t>(entry.size));
        put_u16(out, static_cast<std::uint32_t>(entry.name.size()));
        put_u16(out, 0);
    }

    std::vector<ZipEntry> entries_;
};

}  // namespace testing_support
