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

/// A raw deflate stream that holds up to 64 KiB as they are.
inline std::string deflated(std::string_view data) {
    std::string out(1, '\1');
    put_u16(out, static_cast<std::uint32_t>(data.size()));
    put_u16(out, ~static_cast<std::uint32_t>(data.size()));
    return out.append(data);
}

struct ZipEntry {
    std::string name;
    std::string data;                ///< as stored in the archive
    std::uint32_t method = 0;        ///< 0 stored, 8 deflated
    std::int64_t size = -1;          ///< claimed size of the content; -1: that of `data`
    int shares = -1;                 ///< uses the local record of this entry instead of its own
    std::uint32_t made_by = 3 << 8;  ///< 3: Unix
    std::uint32_t attributes = 0;    ///< external; the upper half is the Unix mode
    std::uint32_t flags = 0;         ///< 1: encrypted, 8: a data descriptor follows
    std::int64_t packed = -1;        ///< claimed bytes in the archive; -1: those of `data`
    std::int64_t place = -1;         ///< claimed place of the local record; -1: the true one
    std::int64_t crc = -1;           ///< -1: of `data`
    std::string local_name;          ///< in the local record; "": `name`
    std::string comment;             ///< in the directory
    bool is_64 = false;              ///< sizes and place stand in an extra field
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
            const std::string& name = entry.local_name.empty() ? entry.name : entry.local_name;
            put_u32(out, 0x04034B50);
            common(out, entry, name, 0);
            out += name + entry.data;
            if ((entry.flags & 8) != 0) {
                put_u32(out, 0x08074B50);
                put_u32(out, crc_of(entry));
                put_u32(out, packed_of(entry));
                put_u32(out, size_of(entry));
            }
        }
        const std::size_t directory = out.size();
        for (std::size_t i = 0; i < entries_.size(); ++i) {
            const ZipEntry& entry = entries_[i];
            put_u32(out, 0x02014B50);
            put_u16(out, entry.made_by);
            common(out, entry, entry.name, entry.is_64 ? 28 : 0);
            put_u16(out, static_cast<std::uint32_t>(entry.comment.size()));
            put_u16(out, 0);  // disk
            put_u16(out, 0);  // internal attributes
            put_u32(out, entry.attributes);
            const std::uint32_t place =
                entry.place < 0 ? offsets[i] : static_cast<std::uint32_t>(entry.place);
            put_u32(out, entry.is_64 ? ~0u : place);
            out += entry.name;
            if (entry.is_64) {
                put_u16(out, 1);
                put_u16(out, 24);
                for (const std::uint32_t number : {size_of(entry), packed_of(entry), place}) {
                    put_u32(out, number);
                    put_u32(out, 0);
                }
            }
            out += entry.comment;
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
    static std::uint32_t packed_of(const ZipEntry& entry) {
        return static_cast<std::uint32_t>(
            entry.packed < 0 ? static_cast<std::int64_t>(entry.data.size()) : entry.packed);
    }
    static std::uint32_t size_of(const ZipEntry& entry) {
        return static_cast<std::uint32_t>(
            entry.size < 0 ? static_cast<std::int64_t>(entry.data.size()) : entry.size);
    }
    static std::uint32_t crc_of(const ZipEntry& entry) {
        return entry.crc < 0 ? crc32_of(entry.data) : static_cast<std::uint32_t>(entry.crc);
    }
    // From the version needed to the lengths of name and extra field: the same in both records.
    static void common(std::string& out, const ZipEntry& entry, const std::string& name,
                       std::uint32_t extra) {
        put_u16(out, 20);
        put_u16(out, entry.flags);
        put_u16(out, entry.method);
        put_u32(out, 0);
        put_u32(out, crc_of(entry));
        put_u32(out, extra != 0 ? ~0u : packed_of(entry));
        put_u32(out, extra != 0 ? ~0u : size_of(entry));
        put_u16(out, static_cast<std::uint32_t>(name.size()));
        put_u16(out, extra);
    }

    std::vector<ZipEntry> entries_;
};

}  // namespace testing_support
