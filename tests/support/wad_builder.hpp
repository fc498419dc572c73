// WAD files in memory, good ones and broken ones.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace testing_support {

inline void put_u16(std::string& out, std::uint32_t value) {
    for (int i = 0; i < 2; ++i) out += static_cast<char>(value >> (8 * i) & 0xFF);
}

inline void put_u32(std::string& out, std::uint32_t value) {
    for (int i = 0; i < 4; ++i) out += static_cast<char>(value >> (8 * i) & 0xFF);
}

/// Lumps in the order of the calls, then the directory.
class WadBuilder {
public:
    WadBuilder& lump(std::string_view name, std::string_view data = "") {
        entries_.push_back({std::string(name), static_cast<std::uint32_t>(12 + data_.size()),
                            static_cast<std::uint32_t>(data.size())});
        data_ += data;
        return *this;
    }
    /// A directory entry that says anything.
    WadBuilder& entry(std::string_view name, std::uint32_t offset, std::uint32_t size) {
        entries_.push_back({std::string(name), offset, size});
        return *this;
    }
    WadBuilder& lumps(const std::vector<std::string_view>& names) {
        for (const std::string_view name : names) lump(name);
        return *this;
    }
    /// A UDMF map with its label and ENDMAP.
    WadBuilder& map(std::string_view label, std::string_view text) {
        return lump(label).lump("TEXTMAP", text).lump("ENDMAP");
    }

    /// A map of PlayStation or Doom 64, which have lumps of their own; of a size that holds
    /// nothing.
    WadBuilder& map_of_another_game(std::string_view label) {
        lump(label);
        for (const char* name : {"THINGS", "LINEDEFS", "SIDEDEFS", "VERTEXES", "SEGS", "SSECTORS",
                                 "NODES", "SECTORS", "REJECT", "BLOCKMAP", "LEAFS"}) {
            lump(name, std::string(20, '\0'));
        }
        return *this;
    }

    std::uint32_t directory() const { return static_cast<std::uint32_t>(12 + data_.size()); }
    std::string build(std::string_view magic = "PWAD") const {
        return build(magic, static_cast<std::uint32_t>(entries_.size()), directory());
    }
    /// A header that says anything.
    std::string build(std::string_view magic, std::uint32_t count, std::uint32_t directory) const {
        std::string out(magic);
        put_u32(out, count);
        put_u32(out, directory);
        out += data_;
        for (const Entry& entry : entries_) {
            put_u32(out, entry.offset);
            put_u32(out, entry.size);
            std::string name = entry.name;
            name.resize(8);
            out += name;
        }
        return out;
    }

private:
    struct Entry {
        std::string name;
        std::uint32_t offset;
        std::uint32_t size;
    };
    std::string data_;
    std::vector<Entry> entries_;
};

/// A UDMF map that loads: one square room.
inline std::string square_text(std::string_view map_namespace = "zdoom") {
    std::string text = "namespace = \"" + std::string(map_namespace) + "\";\n";
    for (const char* at : {"x=0;y=0;", "x=64;y=0;", "x=64;y=64;", "x=0;y=64;"}) {
        text += "vertex{" + std::string(at) + "}\n";
    }
    for (const char* ends : {"v1=0;v2=1;", "v1=1;v2=2;", "v1=2;v2=3;", "v1=3;v2=0;"}) {
        text += "linedef{" + std::string(ends) + "sidefront=0;}\n";
    }
    return text + "sidedef{sector=0;}\nsector{texturefloor=\"A\";textureceiling=\"B\";}\n";
}

}  // namespace testing_support
