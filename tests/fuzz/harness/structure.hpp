// A mutator that knows what WADs, ZIPs, 7z and compressed nodes are made of: one to three parts of
// a valid file are broken, and everything around them (offsets, lengths, checksums) is mended, so
// that what is broken is reached. Bytes that are no such file are a text, or become a fresh valid
// one.
#pragma once

#include <zlib.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "support/binary_map.hpp"
#include "support/nodes_tools.hpp"
#include "support/seven_zip_builder.hpp"
#include "support/wad_builder.hpp"
#include "support/zip_builder.hpp"
#include "support/zlib_stream.hpp"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

namespace fuzz {

using Random = std::minstd_rand;
using testing_support::put_u32;

inline std::uint32_t below(Random& random, std::size_t end) {
    return end == 0 ? 0 : static_cast<std::uint32_t>(random() % end);
}

/// As a cursor that gives 0 after the end.
inline std::uint64_t word_at(std::string_view bytes, std::size_t at, int size) {
    std::uint64_t value = 0;
    for (int i = 0; i < size && at + static_cast<std::size_t>(i) < bytes.size(); ++i) {
        value |= std::uint64_t{static_cast<unsigned char>(bytes[at + static_cast<std::size_t>(i)])}
                 << (8 * i);
    }
    return value;
}

/// What libFuzzer makes of a part: dictionary, what it learned from comparisons, bits.
inline void mutate_blindly(std::string& bytes) {
    const std::size_t most = bytes.size() + 32;
    std::string room = bytes;
    room.resize(most);
    const std::size_t size =
        LLVMFuzzerMutate(reinterpret_cast<std::uint8_t*>(room.data()), bytes.size(), most);
    room.resize(size);
    bytes = room;
}

/// Puts a number where numbers break: bounds of every width, and near the one that is there.
inline void break_number(std::string& bytes, Random& random) {
    static constexpr std::uint64_t kBad[] = {
        0,          1,          2,          0x7F,       0x80,       0xFF,
        0x7FFF,     0x8000,     0xFFFE,     0xFFFF,     0x10000,    0x7FFFFFFF,
        0x80000000, 0x80000001, 0xFFFFFFFE, 0xFFFFFFFF, 0x20000000, 0x10000001};
    if (bytes.empty()) return;
    const int size = 1 << below(random, 4);
    const std::size_t unit = below(random, 2) == 0 ? 2 : 1;
    const std::size_t at = below(random, bytes.size() / unit + 1) * unit;
    std::uint64_t value = kBad[below(random, std::size(kBad))];
    if (below(random, 3) == 0) value = word_at(bytes, at, size) + below(random, 5) - 2;
    for (std::size_t i = 0; i < static_cast<std::size_t>(size) && at + i < bytes.size(); ++i) {
        bytes[at + i] = static_cast<char>(value >> (8 * i));
    }
}

/// "" if it is no stream, or one of more than 64 KiB.
inline std::string unzlib(std::string_view bytes) {
    std::string out(1 << 16, '\0');
    uLongf size = static_cast<uLongf>(out.size());
    if (uncompress(reinterpret_cast<Bytef*>(out.data()), &size,
                   reinterpret_cast<const Bytef*>(bytes.data()),
                   static_cast<uLong>(bytes.size())) != Z_OK) {
        return "";
    }
    out.resize(size);
    return out;
}

inline void break_bytes(std::string& bytes, Random& random) {
    switch (below(random, 5)) {
        case 0:
            bytes.resize(below(random, bytes.size() + 1));
            break;
        case 1:
        case 2:
            break_number(bytes, random);
            break;
        default:
            mutate_blindly(bytes);
    }
}

// ---- WADs
// ----------------------------------------------------------------------------------------

struct NamedLump {
    std::string name, data;
};

inline std::vector<NamedLump> lumps_of_wad(std::string_view wad) {
    std::vector<NamedLump> lumps;
    if (wad.substr(0, 4) != "PWAD" && wad.substr(0, 4) != "IWAD") return lumps;
    const std::uint64_t count = word_at(wad, 4, 4);
    const std::uint64_t directory = word_at(wad, 8, 4);
    for (std::uint64_t i = 0; i < std::min<std::uint64_t>(count, 200); ++i) {
        const std::uint64_t entry = directory + 16 * i;
        if (entry + 16 > wad.size()) break;
        const std::uint64_t at = word_at(wad, entry, 4);
        const std::uint64_t size = word_at(wad, entry + 4, 4);
        std::string_view name = wad.substr(entry + 8, 8);
        name = name.substr(0, name.find('\0'));
        const bool inside = at <= wad.size() && size <= wad.size() - at;
        lumps.push_back({std::string(name), inside ? std::string(wad.substr(at, size)) : ""});
    }
    return lumps;
}

inline void add_udmf(testing_support::WadBuilder& wad, std::string_view label, Random& random) {
    const char* const forms[] = {"XGLN", "XGL2", "XGL3", "ZGLN", "ZGL2", "ZGL3"};
    const std::string form = forms[below(random, std::size(forms))];
    std::string nodes = nodes_tools::payload(form, nodes_tools::two_squares_lump());
    if (form[0] == 'Z') nodes = testing_support::zlib_stream(nodes, 6);
    wad.lump(label)
        .lump("TEXTMAP", nodes_tools::two_squares_map())
        .lump("ZNODES", form + nodes)
        .lump("REJECT", std::string(1, '\0'))
        .lump("ENDMAP");
}

inline void add_binary(testing_support::WadBuilder& wad, std::string_view label, Random& random) {
    binary_map::Map map = binary_map::Map::square(below(random, 2) == 1);
    for (const int word : {0, 0, 1, 1, 4 + 1, 0, 0, 1, 2, 3, 0xFFFF}) {
        testing_support::put_u16(map.blockmap, static_cast<std::uint32_t>(word));
    }
    map.reject.assign(1, '\0');
    if (below(random, 2) == 1) {
        nodes_tools::Lump tree = nodes_tools::square_lump();
        for (std::uint32_t i = 0; i < 4; ++i) tree.segs[i].second = (i + 1) % 4;
        map.nodes = "XNOD" + nodes_tools::payload("XNOD", tree);
    }
    map.add_to(wad, label);
}

inline std::string valid_wad(Random& random) {
    testing_support::WadBuilder wad;
    const std::uint32_t kind = below(random, 4);
    if (kind != 1) add_udmf(wad, "MAP01", random);
    if (kind != 0) add_binary(wad, kind == 1 ? "MAP01" : "MAP02", random);
    if (kind == 3) {
        wad.lump("TX_START").lump("WALL", "\x89PNG\r\n\x1A\n").lump("TX_END");
        wad.lump("TEXTURES", "texture WALL, 64, 64 { patch WALL, 0, 0 }");
    }
    return wad.build();
}

inline void break_lump(std::vector<NamedLump>& lumps, Random& random) {
    static constexpr const char* kNames[] = {
        "TEXTMAP",  "ZNODES",   "BLOCKMAP", "REJECT",   "ENDMAP",  "THINGS",
        "LINEDEFS", "SIDEDEFS", "SECTORS",  "NODES",    "SEGS",    "SSECTORS",
        "VERTEXES", "BEHAVIOR", "MAP01",    "TEXTURES", "DIALOGUE"};
    if (lumps.empty()) return;
    const std::size_t i = below(random, lumps.size());
    const auto at = lumps.begin() + static_cast<std::ptrdiff_t>(i);
    NamedLump& lump = lumps[i];
    switch (below(random, 12)) {
        case 0:
            lumps.insert(at, NamedLump(lump));
            return;
        case 1:
            lumps.erase(at);
            return;
        case 2:
            std::swap(lump, lumps[below(random, lumps.size())]);
            return;
        case 3:
            lump.name = kNames[below(random, std::size(kNames))];
            return;
        case 4:
            mutate_blindly(lump.name);
            return;
        default:
            break;
    }
    // A compressed lump is broken inside of its stream, which is then whole again.
    if (lump.data.size() > 4 && lump.data[0] == 'Z' && below(random, 4) != 0) {
        std::string inside = unzlib(std::string_view(lump.data).substr(4));
        if (!inside.empty()) {
            break_bytes(inside, random);
            lump.data.resize(4);
            lump.data += testing_support::zlib_stream(inside, 6);
            return;
        }
    }
    break_bytes(lump.data, random);
}

/// A bare map stays one: its words are what the dictionary has.
inline std::string mutate_text(std::string_view bytes, Random& random) {
    std::string text(bytes);
    if (below(random, 6) == 0) text.resize(below(random, text.size() + 1));
    for (std::uint32_t n = 1 + below(random, 3); n > 0; --n) mutate_blindly(text);
    return text;
}

inline std::string mutate_wad(std::string_view bytes, Random& random) {
    std::vector<NamedLump> lumps = lumps_of_wad(bytes);
    if (lumps.empty()) {
        const bool fresh = bytes.empty() || below(random, 8) == 0;
        return fresh ? valid_wad(random) : mutate_text(bytes, random);
    }
    for (std::uint32_t n = 1 + below(random, 3); n > 0; --n) break_lump(lumps, random);
    testing_support::WadBuilder wad;
    for (const NamedLump& lump : lumps) wad.lump(lump.name, lump.data);
    std::string out = wad.build();
    // The directory itself, one time in eight: its numbers lie.
    if (below(random, 8) == 0 && !lumps.empty()) {
        std::string directory = out.substr(wad.directory());
        break_number(directory, random);
        out.resize(wad.directory());
        out += directory;
    }
    return out;
}

// ---- ZIPs
// ----------------------------------------------------------------------------------------

inline std::string raw_inflated(std::string_view bytes) {
    std::string out(1 << 16, '\0');
    z_stream stream = {};
    if (inflateInit2(&stream, -15) != Z_OK) return "";
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    stream.avail_in = static_cast<uInt>(bytes.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    const int code = inflate(&stream, Z_FINISH);
    out.resize(code == Z_STREAM_END ? stream.total_out : 0);
    inflateEnd(&stream);
    return out;
}

/// The entries that the directory has, their content unpacked where that is easy.
inline std::vector<testing_support::ZipEntry> entries_of_zip(std::string_view zip) {
    std::vector<testing_support::ZipEntry> entries;
    const std::size_t end = zip.rfind("PK\5\6");
    if (end == std::string_view::npos) return entries;
    std::uint64_t at = word_at(zip, end + 16, 4);
    for (int i = 0; i < 64 && zip.substr(std::min<std::uint64_t>(at, zip.size()), 4) == "PK\1\2";
         ++i) {
        testing_support::ZipEntry entry;
        const std::uint64_t name = word_at(zip, at + 28, 2);
        const std::uint64_t local = word_at(zip, at + 42, 4);
        const std::uint64_t packed = word_at(zip, at + 20, 4);
        entry.method = static_cast<std::uint32_t>(word_at(zip, at + 10, 2));
        entry.made_by = static_cast<std::uint32_t>(word_at(zip, at + 4, 2));
        entry.attributes = static_cast<std::uint32_t>(word_at(zip, at + 38, 4));
        if (at + 46 <= zip.size()) entry.name = zip.substr(at + 46, name);
        const std::uint64_t data =
            local + 30 + word_at(zip, local + 26, 2) + word_at(zip, local + 28, 2);
        if (data <= zip.size()) entry.data = zip.substr(data, packed);
        if (entry.method == 8) {
            const std::string content = raw_inflated(entry.data);
            entry.data = testing_support::deflated(content);
            entry.size = static_cast<std::int64_t>(content.size());
            entry.crc = testing_support::crc32_of(content);
        }
        entries.push_back(std::move(entry));
        at += 46 + name + word_at(zip, at + 30, 2) + word_at(zip, at + 32, 2);
    }
    return entries;
}

inline std::string valid_zip(Random& random) {
    testing_support::ZipBuilder zip;
    zip.file("maps/map01.wad", valid_wad(random));
    if (below(random, 2) == 1) {
        const std::string text = testing_support::square_text();
        testing_support::ZipEntry entry;
        entry.name = "maps/map02.udmf";
        entry.data = testing_support::deflated(text);
        entry.method = 8;
        entry.size = static_cast<std::int64_t>(text.size());
        entry.crc = testing_support::crc32_of(text);
        zip.add(entry);
    }
    if (below(random, 2) == 1) zip.file("textures/wall.png", "\x89PNG\r\n\x1A\n");
    return zip.build();
}

inline void break_entry(std::vector<testing_support::ZipEntry>& entries, Random& random) {
    static constexpr const char* kNames[] = {"../x",  "/x",    "a//b",           "C:\\x",
                                             "a/./b", "maps/", "MAPS/MAP01.WAD", "maps/map01.wad",
                                             "a.pk3", ""};
    static constexpr std::uint32_t kMethods[] = {0, 8, 9, 12, 14, 93, 95, 99};
    const std::size_t i = below(random, entries.size());
    testing_support::ZipEntry& entry = entries[i];
    const std::int64_t size = static_cast<std::int64_t>(entry.data.size());
    const std::int64_t sizes[] = {0, 1, size - 1, size + 1, 0x7FFFFFFF, 0xFFFFFFF0, 0xFFFFFFFF};
    const std::int64_t number = sizes[below(random, std::size(sizes))];
    switch (below(random, 16)) {
        case 0:
            entry.size = number;
            break;
        case 1:
            entry.packed = number;
            break;
        case 2:
            entry.place = number;
            break;
        case 3:
            entry.method = kMethods[below(random, std::size(kMethods))];
            break;
        case 4:
            entry.flags ^= 1u << below(random, 12);
            break;
        case 5:
            entry.crc = number;
            break;
        case 6:
            entry.name = kNames[below(random, std::size(kNames))];
            break;
        case 7:
            entry.local_name = kNames[below(random, std::size(kNames))];
            break;
        case 8:
            if (i > 0) entry.shares = static_cast<int>(below(random, i));
            break;
        case 9:
            entry.attributes ^= 0xA0000000u;
            break;
        case 10:
            entry.is_64 = !entry.is_64;
            break;
        case 11:
            entries.push_back(testing_support::ZipEntry(entry));
            break;
        default:
            if (entry.method != 0) {
                break_bytes(entry.data, random);
            } else {
                entry.data = mutate_wad(entry.data, random);
            }
    }
}

inline std::string mutate_zip(std::string_view bytes, Random& random) {
    std::vector<testing_support::ZipEntry> entries = entries_of_zip(bytes);
    if (entries.empty()) return valid_zip(random);
    for (std::uint32_t n = 1 + below(random, 3); n > 0; --n) break_entry(entries, random);
    testing_support::ZipBuilder zip;
    for (testing_support::ZipEntry& entry : entries) zip.add(std::move(entry));
    std::string out = zip.build();
    // One time in eight the end record or the directory lies.
    if (below(random, 8) == 0) {
        const std::size_t directory =
            out.size() < 6 ? 0 : static_cast<std::size_t>(word_at(out, out.size() - 6, 4));
        std::string tail = out.substr(std::min(directory, out.size()));
        break_number(tail, random);
        out.resize(std::min(directory, out.size()));
        out += tail;
    }
    return out;
}

// ---- 7z
// ------------------------------------------------------------------------------------------

inline constexpr std::size_t kSevenZipStart = 32;

inline std::string valid_seven_zip(Random& random) {
    testing_support::SevenZipBuilder out;
    out.file("maps/map01.wad", valid_wad(random));
    if (below(random, 2) == 1) {
        testing_support::SevenZipBlock block;
        block.files = {{"a.txt", "hello", 0}, {"maps/b.udmf", testing_support::square_text(), 0}};
        out.block(block);
    }
    return out.build();
}

/// Breaks the header or the packed bytes; the checksums of the header and of the start are right.
inline std::string mutate_seven_zip(std::string_view bytes, Random& random) {
    if (bytes.size() < kSevenZipStart || bytes.substr(0, 2) != "7z") return valid_seven_zip(random);
    const std::uint64_t offset = word_at(bytes, 12, 8);
    if (offset > bytes.size() - kSevenZipStart) return valid_seven_zip(random);
    std::string data(bytes.substr(kSevenZipStart, offset));
    std::string header(bytes.substr(kSevenZipStart + offset));
    for (std::uint32_t n = 1 + below(random, 3); n > 0; --n) {
        if (below(random, 4) == 0) {
            break_bytes(data, random);
        } else if (below(random, 2) == 0) {
            // A number of nine bytes begins with 0xFF: its value is what matters.
            const std::size_t at = header.find('\xFF', below(random, header.size()));
            if (at == std::string::npos) continue;
            std::string value = header.substr(at + 1, 8);
            break_number(value, random);
            header.replace(at + 1, value.size(), value);
        } else {
            break_bytes(header, random);
        }
    }
    std::string start;
    put_u32(start, static_cast<std::uint32_t>(data.size()));
    put_u32(start, 0);
    put_u32(start, static_cast<std::uint32_t>(header.size()));
    put_u32(start, 0);
    put_u32(start, testing_support::crc32_of(header));
    std::string out("7z\xBC\xAF\x27\x1C\x00\x04", 8);
    put_u32(out, testing_support::crc32_of(start));
    return out + start + data + header;
}

// ---- The hook
// ------------------------------------------------------------------------------------

using Mutate = std::string (*)(std::string_view bytes, Random& random);

/// For LLVMFuzzerCustomMutator: three times in four by structure, else blindly. The first byte is
/// the fuzzer's choice and no part of the file.
inline std::size_t mutate_with(Mutate mutate, std::uint8_t* data, std::size_t size,
                               std::size_t most, unsigned seed) {
    Random random(seed + 1);
    if (size == 0 || below(random, 4) == 0) return LLVMFuzzerMutate(data, size, most);
    std::string out(1, static_cast<char>(data[0]));
    if (below(random, 16) == 0) out[0] = static_cast<char>(random());
    out += mutate({reinterpret_cast<const char*>(data) + 1, size - 1}, random);
    if (out.size() > most) return LLVMFuzzerMutate(data, size, most);
    std::memcpy(data, out.data(), out.size());
    return out.size();
}

}  // namespace fuzz
