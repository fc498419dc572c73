#include "mapgen.hpp"

#include <array>
#include <limits>
#include <stdexcept>

namespace flatline::engine::mapgen {

namespace {

constexpr std::size_t kHeaderBytes = 12;
constexpr std::size_t kEntryBytes = 16;
constexpr std::size_t kNameBytes = 8;

void put_u32(std::string& out, std::size_t value) {
    for (unsigned shift = 0; shift < 32; shift += 8) {
        out += static_cast<char>((value >> shift) & 0xFFU);
    }
}

void put_entry(std::string& out, std::size_t offset, std::size_t size, std::string_view name) {
    if (name.empty() || name.size() > kNameBytes) {
        throw std::invalid_argument("a lump name has 1 to 8 bytes");
    }
    put_u32(out, offset);
    put_u32(out, size);
    out += name;
    out.append(kNameBytes - name.size(), '\0');
}

}  // namespace

std::string wad(std::string_view map_name, std::string_view textmap,
                const std::vector<Lump>& extra_lumps) {
    std::size_t data_bytes = textmap.size();
    for (const Lump& lump : extra_lumps) {
        data_bytes += lump.second.size();
    }
    const std::size_t entries = extra_lumps.size() + 3;
    const std::size_t bytes = kHeaderBytes + data_bytes + entries * kEntryBytes;
    if (bytes > std::size_t{std::numeric_limits<std::int32_t>::max()}) {
        throw std::length_error("a WAD is smaller than 2 GB");
    }

    std::string directory;
    std::string out;
    out.reserve(bytes);
    out += "PWAD";
    put_u32(out, entries);
    put_u32(out, kHeaderBytes + data_bytes);
    put_entry(directory, out.size(), 0, map_name);
    put_entry(directory, out.size(), textmap.size(), "TEXTMAP");
    out += textmap;
    for (const Lump& lump : extra_lumps) {
        put_entry(directory, out.size(), lump.second.size(), lump.first);
        out += lump.second;
    }
    put_entry(directory, out.size(), 0, "ENDMAP");
    out += directory;
    return out;
}

}  // namespace flatline::engine::mapgen
