#include "draw/flats.hpp"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include "game_resources.hpp"
#include "platform.hpp"
#include "text.hpp"

namespace flatline::engine::tool {
namespace {

constexpr std::uint64_t kMostFlatBytes = 1u << 22;  // of one flat
constexpr std::uint64_t kMostFlatBytesInAll = 1u << 25;
constexpr std::uint32_t kMostFlatSide = 4096;
constexpr std::uint64_t kPaletteBytes = 768;
constexpr std::size_t kFlatNameBytes = 8;

std::uint32_t little(const unsigned char* bytes) {
    std::uint32_t value = 0;
    for (unsigned i = 4; i-- > 0;) value = value << 8 | bytes[i];
    return value;
}

std::uint32_t big(std::string_view bytes) {
    std::uint32_t value = 0;
    for (unsigned i = 0; i < 4; ++i) value = value << 8 | static_cast<unsigned char>(bytes[i]);
    return value;
}

std::string_view stem_of(std::string_view path) {
    const std::size_t slash = path.rfind('/');
    if (slash != path.npos) path.remove_prefix(slash + 1);
    return path.substr(0, path.find('.'));
}

/// How many pixels each side has: flats are squares; those of Heretic that scroll have a row more.
std::uint32_t side_of(std::uint64_t size) {
    if (size >= 64 * 64 && size < 128 * 128) return 64;
    for (std::uint32_t side = 8; side <= 1024; side *= 2) {
        if (size == std::uint64_t{side} * side) return side;
    }
    return 0;
}

/// The picture that the bytes of a lump or file are; nothing of any other kind.
std::optional<FlatPicture> picture_of(const std::string& name, std::string bytes) {
    constexpr std::string_view kPng = "\x89PNG\r\n\x1A\n";
    constexpr std::size_t kWidthAt = 16;  // after the signature and the head of the first chunk
    FlatPicture picture;
    picture.name = name;
    if (bytes.size() >= kWidthAt + 8 && std::string_view(bytes).substr(0, kPng.size()) == kPng) {
        picture.width = big(std::string_view(bytes).substr(kWidthAt));
        picture.height = big(std::string_view(bytes).substr(kWidthAt + 4));
        const auto fits = [](std::uint32_t side) { return side > 0 && side <= kMostFlatSide; };
        if (!fits(picture.width) || !fits(picture.height)) return std::nullopt;
        picture.png = std::move(bytes);
        return picture;
    }
    const std::uint32_t side = side_of(bytes.size());
    if (side == 0) return std::nullopt;
    picture.width = picture.height = side;
    bytes.resize(std::size_t{side} * side);
    picture.pixels = std::move(bytes);
    return picture;
}

}  // namespace

FlatFiles::FlatFiles(Document& document, const Arguments& args) : limits_(args.load.limits) {
    if (args.resources.empty()) return;
    // What is added later counts more.
    for (const std::string& path : args.resources) {
        if (is_config(path)) continue;
        OpenArchive archive = open_archive(path, limits_);
        if (!archive) continue;
        add(*archive);
        opened_.push_back(std::move(archive));
    }
    if (document.archive() != nullptr) add(*document.archive());
}

void FlatFiles::add(Archive& archive) {
    if (archive.broken()) return;
    if (Source* const source = archive.source()) {
        add_tree(archive, *source);
    } else if (File* const file = archive.file()) {
        add_wad(*file, {&archive, "", 0, 0});
    }
}

void FlatFiles::add_tree(Archive& archive, Source& source) {
    Source::Entries listed;
    if (!source.list(limits_.archive_entries, listed)) return;
    for (const Source::Entry& entry : listed.view()) add_file(archive, source, entry);
}

void FlatFiles::add_file(Archive& archive, Source& source, const Source::Entry& entry) {
    const std::string_view path = entry.path;
    const std::size_t slash = path.find('/');
    const std::string stem = upper_case(stem_of(path).substr(0, kFlatNameBytes));
    const Place place{&archive, std::string(path), 0, entry.size};
    if (slash == path.npos) {
        const bool is_wad = path.size() > 4 && same_name(path.substr(path.size() - 4), ".wad");
        if (stem == "PLAYPAL" && entry.size >= kPaletteBytes) palette_ = place;
        // To go back in a packed file means to unpack it from its start.
        if (!is_wad || source.packed()) return;
        if (const std::unique_ptr<File> file = source.open(path)) add_wad(*file, place);
        return;
    }
    const std::string_view folder = path.substr(0, slash);
    if (!same_name(folder, "flats") && !same_name(folder, "textures")) return;
    flats_.insert_or_assign(stem, place);
    flats_.insert_or_assign(upper_case(path), place);
}

void FlatFiles::add_wad(File& file, const Place& inside) {
    constexpr std::size_t kHeader = 12;
    constexpr std::size_t kEntry = 16;
    unsigned char head[kHeader];
    if (file.read_at(0, head, kHeader) != kHeader || std::memcmp(head + 1, "WAD", 3) != 0) return;
    const std::uint64_t count = little(head + 4);
    const std::uint64_t directory = little(head + 8);
    if (count > limits_.archive_entries || directory + count * kEntry > file.size()) return;
    std::vector<unsigned char> entries(static_cast<std::size_t>(count) * kEntry);
    if (file.read_at(directory, entries.data(), entries.size()) != entries.size()) return;
    bool between = false;
    for (std::size_t i = 0; i < entries.size(); i += kEntry) {
        const auto* const chars = reinterpret_cast<const char*>(&entries[i + 8]);
        const std::string name = upper_case(
            {chars, static_cast<std::size_t>(std::find(chars, chars + kFlatNameBytes, 0) - chars)});
        Place place = inside;
        place.offset = little(&entries[i]);
        place.size = little(&entries[i + 4]);
        if (name == "F_START" || name == "FF_START") between = true;
        if (name == "F_END" || name == "FF_END") between = false;
        if (name == "PLAYPAL" && place.size >= kPaletteBytes) palette_ = place;
        // Markers inside, such as F1_START, have no bytes.
        if (between && place.size != 0) flats_.insert_or_assign(name, place);
    }
}

/// Nothing where it cannot be read whole.
std::string FlatFiles::read(const Place& place) const {
    if (place.archive == nullptr || place.size > kMostFlatBytes) return {};
    std::unique_ptr<File> opened;
    File* file = place.archive->file();
    if (Source* const source = place.archive->source()) {
        opened = source->open(place.path);
        file = opened.get();
    }
    std::string bytes(static_cast<std::size_t>(place.size), '\0');
    if (file == nullptr || file->read_at(place.offset, bytes.data(), bytes.size()) != bytes.size())
        return {};
    return bytes;
}

FlatPictures FlatFiles::of(const Map& map) {
    FlatPictures found;
    if (flats_.empty()) return found;
    std::set<std::uint32_t> names;
    for (const flatline_sector& sector : map.sectors()) names.insert(sector.texturefloor);
    std::set<std::string> done;
    std::uint64_t in_all = 0;
    bool needs_palette = false;
    std::string palette = read(palette_).substr(0, kPaletteBytes);
    for (const std::uint32_t id : names) {
        const std::string name = upper_case(map.name(id));
        const auto place = flats_.find(name);
        if (place == flats_.end() || !done.insert(name).second) continue;
        std::optional<FlatPicture> picture = picture_of(name, read(place->second));
        if (!picture || (picture->png.empty() && palette.empty())) continue;
        in_all += picture->pixels.size() + picture->png.size();
        if (in_all > kMostFlatBytesInAll) break;
        needs_palette = needs_palette || picture->png.empty();
        found.pictures.push_back(std::move(*picture));
    }
    if (needs_palette) found.palette = std::move(palette);
    return found;
}

}  // namespace flatline::engine::tool
