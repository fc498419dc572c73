#include "document.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <optional>

#include "batch/interrupt.hpp"
#include "input_file.hpp"
#include "model/archive_map.hpp"
#include "platform.hpp"
#include "text.hpp"

namespace flatline::engine::tool {
namespace {

// The header and the directory of a WAD.
constexpr std::size_t kWadHead = 12;
constexpr std::size_t kWadEntry = 16;
constexpr std::uint32_t kMostBehind = 1u << 20;  // bytes of a lump after a map

std::uint32_t word_of(const std::string& bytes, std::size_t at) {
    std::uint32_t word = 0;
    for (std::size_t i = 4; i-- != 0;) word = word << 8 | static_cast<unsigned char>(bytes[at + i]);
    return word;
}

/// Bytes that somebody else keeps.
class ReadFile final : public File {
public:
    explicit ReadFile(Bytes bytes) : bytes_(bytes) {}

    std::uint64_t size() const noexcept override { return bytes_.size(); }
    std::uint64_t read_at(std::uint64_t offset, void* out, std::uint64_t size) noexcept override {
        if (offset >= bytes_.size()) return 0;
        const std::uint64_t count = std::min<std::uint64_t>(size, bytes_.size() - offset);
        std::copy_n(bytes_.data() + offset, count, static_cast<unsigned char*>(out));
        return count;
    }

private:
    Bytes bytes_;
};

std::string read_bytes(File& file, std::uint64_t at, std::uint64_t size) {
    std::string bytes(static_cast<std::size_t>(size), '\0');
    bytes.resize(static_cast<std::size_t>(file.read_at(at, bytes.data(), bytes.size())));
    return bytes;
}

/// The lump of an entry of a WAD's directory; one that is too large is empty.
StoredLump read_entry(File& file, std::uint64_t at) {
    const std::string entry = read_bytes(file, at, kWadEntry);
    if (entry.size() < kWadEntry) return {};
    const std::uint32_t size = word_of(entry, 4);
    const std::string bytes = read_bytes(file, word_of(entry, 0), size <= kMostBehind ? size : 0);
    const auto* const first = reinterpret_cast<const unsigned char*>(bytes.data());
    const std::string name = entry.substr(8);
    return {name.substr(0, name.find('\0')), Buffer::copy_of(Bytes(first, bytes.size()))};
}

/// Reads standard input. An interrupt ends it, as an error does: somebody may hold the other end
/// open for ever.
std::int64_t read_or_interrupt(unsigned char* out, std::uint64_t size) {
    constexpr int kLook = 50;  // milliseconds; a signal may come just before the call
    const int input = descriptor_of(stdin);
    while (interrupted() == 0) {
        if (!wait_to_read(input, kLook)) continue;
        const std::int64_t got = read_some(input, out, static_cast<std::size_t>(size));
        if (got >= 0 || errno != EINTR) return got;
    }
    return -1;
}

std::uint64_t file_bytes(const std::string& path) {
    std::error_code error;
    const std::uintmax_t size = std::filesystem::file_size(path_of(path), error);
    return error ? 0 : size;
}

/// True where bytes begin like a WAD, a ZIP or a 7z.
bool is_container(Bytes bytes) {
    const std::string_view head(reinterpret_cast<const char*>(bytes.data()),
                                std::min<std::size_t>(bytes.size(), 4));
    return head == "IWAD" || head == "PWAD" || head.substr(0, 2) == "PK" || head == "7z\xBC\xAF";
}

bool is_rule(const Finding& finding, Rule rule) {
    return finding.rule == static_cast<std::uint16_t>(rule);
}

/// True where an archive is nothing that is known.
bool is_of_unknown_format(const Archive& archive) {
    return std::any_of(
        archive.findings().begin(), archive.findings().end(),
        [](const ArchiveFinding& f) { return is_rule(f.finding, Rule::file_format_unknown); });
}

bool has_map_suffix(const std::string& path) {
    const std::string suffix = text_of(path_of(path).extension());
    return same_name(suffix, ".udmf") || same_name(suffix, ".textmap") || same_name(suffix, ".map");
}

std::string_view skip_blanks(std::string_view text) {
    while (!text.empty()) {
        const std::string_view two = text.substr(0, 2);
        std::size_t skip = 0;
        if (two == "//") {
            skip = text.find('\n');
        } else if (two == "/*") {
            skip = text.find("*/", 2);
            if (skip != text.npos) skip += 2;
        } else {
            skip = text.find_first_not_of(" \t\r\n;");
            if (skip == 0) break;
        }
        text.remove_prefix(std::min(skip, text.size()));
    }
    return text;
}

constexpr std::size_t kHeadBytes = 4096;  // of a text that may begin with its namespace

/// True where a text begins with its namespace. Other files too begin with a word and a brace.
bool begins_with_namespace(std::string_view text) {
    constexpr std::string_view kWord = "namespace";
    if (text.substr(0, 3) == "\xEF\xBB\xBF") text.remove_prefix(3);
    text = skip_blanks(text);
    if (!same_name(text.substr(0, kWord.size()), kWord)) return false;
    return skip_blanks(text.substr(kWord.size())).substr(0, 1) == "=";
}

// The bytes of a lump. Adds a finding if it cannot be read.
Buffer lump_of(Archive& archive, std::size_t map, const MapLump& lump, FindingList& findings) {
    Finding problem = {};
    Buffer bytes = archive.read_lump(map, lump, problem);
    if (bytes.data() == nullptr) findings.add(problem);
    return bytes;
}

}  // namespace

Document Document::open(const Input& input, const Limits& limits, const BatchOptions& batch) {
    Document document;
    document.path_ = input.path;
    if (input.path == kStandardInput && !input.walked) {
        document.open_standard_input(limits, batch);
        return document;
    }
    if (input.unlisted) {
        document.add_finding(make_finding(Rule::file_unreadable));
        return document;
    }
    const FileMemory memory(batch, limits, file_bytes(input.path));
    document.archive_ = open_archive(input.path, memory.of_opening(limits));
    if (document.archive_) {
        if (input.like_pk3) document.drop_nested();
    } else {
        // The file may have been there when the paths were looked at, and be gone now.
        document.add_finding(make_finding(Rule::file_unreadable));
    }
    return document;
}

Document Document::unusable(const std::string& path, Rule reason) {
    Document document;
    document.path_ = path;
    document.add_finding(make_finding(reason));
    return document;
}

// Drops the findings about archives in a folder: list_inputs names them, so they are opened.
void Document::drop_nested() {
    findings_.assign(archive_->findings().begin(), archive_->findings().end());
    std::erase_if(findings_, [&](const ArchiveFinding& f) {
        if (!is_rule(f.finding, Rule::archive_nesting)) return false;
        dropped_.add(f.finding);
        return true;
    });
    has_own_findings_ = true;
}

Document Document::of_text(std::string path, const std::string& map, Bytes borrowed) {
    Document document;
    document.path_ = std::move(path);
    document.text_ = borrowed;
    document.add_text_map(map, borrowed.size());
    return document;
}

std::string Document::path_of(std::string_view inner) const { return joined_path(path_, inner); }

View<MapEntry> Document::maps() const {
    return archive_ ? archive_->maps() : View<MapEntry>(maps_.data(), maps_.size());
}

View<ArchiveFinding> Document::findings() const {
    return archive_ && !has_own_findings_
               ? archive_->findings()
               : View<ArchiveFinding>(findings_.data(), findings_.size());
}

Tally Document::container_tally() const {
    Tally all;
    Tally about_maps;
    for (const ArchiveFinding& f : findings()) {
        all.add(f.finding);
        if (!f.map.empty()) about_maps.add(f.finding);
    }
    if (archive_) {
        // The archive also counts those beyond the limit, whatever they are about.
        all.errors = archive_->finding_count(Severity::error);
        all.warnings = archive_->finding_count(Severity::warning);
        all.notes = archive_->finding_count(Severity::note);
        for (std::size_t i = 0; i < kRuleCount; ++i) {
            for (const Severity severity : {Severity::note, Severity::warning, Severity::error}) {
                const Rule rule = static_cast<Rule>(i);
                const std::uint64_t count = archive_->left_out(rule, severity);
                if (count != 0) all.left_out[{rule, severity}] = count;
            }
        }
    }
    about_maps.add(dropped_);
    all.errors -= about_maps.errors;
    all.warnings -= about_maps.warnings;
    all.notes -= about_maps.notes;
    return all;
}

bool Document::has_container_error() const {
    if (archive_ && archive_->broken()) return true;
    return std::any_of(findings().begin(), findings().end(), [](const ArchiveFinding& f) {
        return f.map.empty() && f.finding.severity == static_cast<std::uint8_t>(Severity::error);
    });
}

bool Document::is_passed_over() const {
    if (maps().empty()) {
        return !findings().empty() &&
               std::all_of(findings().begin(), findings().end(), [](const ArchiveFinding& f) {
                   return f.path.empty() && is_rule(f.finding, Rule::file_format_unknown);
               });
    }
    const MapEntry& first = maps()[0];
    const bool is_bare = maps().size() == 1 && first.path.empty() && first.bare;
    if (!is_bare || has_map_suffix(path_)) return false;
    return first.format != MapFormat::udmf ||
           !begins_with_namespace(first_bytes(path_, kHeadBytes));
}

Work Document::work_of(std::size_t map, const Limits& limits) const {
    std::error_code error;
    std::uint64_t bytes = text_.size();  // of standard input
    if (text_.data() == nullptr) {
        const std::uintmax_t size =
            std::filesystem::file_size(tool::path_of(path_of(own_file(map))), error);
        bytes = error ? 0 : size;
    }
    return work_of_file(limits, bytes);
}

std::string_view Document::own_file(std::size_t map) const {
    return is_folder(path_) ? std::string_view(maps()[map].path) : std::string_view();
}

LoadResult<Map> Document::load(std::size_t map, Loader& loader, const LoadOptions& options) {
    return archive_ ? load_map(*archive_, map, loader, options)
                    : loader.load_borrowed(text_, options);
}

Buffer Document::read_lump(std::size_t map, std::string_view name, bool first_wins) {
    const MapLump* lump = maps()[map].lump(name, first_wins);
    if (lump == nullptr) return Buffer();
    FindingList findings;
    return archive_ ? lump_of(*archive_, map, *lump, findings) : Buffer::copy_of(text_);
}

std::vector<StoredLump> Document::read_lumps(std::size_t map, FindingList& findings) {
    std::vector<StoredLump> lumps;
    const MapEntry& entry = maps()[map];
    if (!archive_ || entry.bare) return lumps;
    for (const MapLump& lump : entry.lumps) {
        lumps.push_back({lump.name, lump_of(*archive_, map, lump, findings)});
    }
    return lumps;
}

// What stands around the map in its file is read there; where that is not the file that was opened,
// all of the file that holds the map is.
std::vector<StoredLump> Document::lumps_behind(std::size_t map) {
    constexpr std::size_t kMore = 8;
    FindingList findings;
    std::vector<StoredLump> lumps = read_lumps(map, findings);
    if (lumps.empty()) return lumps;
    Buffer whole;
    if (archive_->file() == nullptr) whole = archive_->read_file(map, findings);
    ReadFile copy(whole.bytes());
    File& file = archive_->file() != nullptr ? *archive_->file() : copy;
    const std::string head = read_bytes(file, 0, kWadHead);
    if (head.size() < kWadHead) return lumps;
    const std::uint64_t end = word_of(head, 8) + std::uint64_t{word_of(head, 4)} * kWadEntry;
    const std::uint64_t first = archive_->directory_of(map);
    std::uint64_t at = first + lumps.size() * kWadEntry;
    for (std::size_t i = 0; i < kMore && at + kWadEntry <= end; ++i, at += kWadEntry) {
        lumps.push_back(read_entry(file, at));
    }
    // What looks like the label of a text may be a lump of the map: ZNODES in front of TEXTMAP.
    if (maps()[map].name == "ZNODES" && first >= kWadEntry) {
        lumps.insert(lumps.begin(), read_entry(file, first - kWadEntry));
    }
    return lumps;
}

WriteResult Document::write_wad(std::size_t map, View<LumpView> lumps, const Sink& sink) {
    if (archive_) return flatline::engine::write_wad(*archive_, map, lumps, sink);
    // Standard input has no name that could be a label.
    std::vector<LumpView> all{{"MAP01", {}}};
    all.insert(all.end(), lumps.begin(), lumps.end());
    return flatline::engine::write_wad({all.data(), all.size()}, sink);
}

std::string_view Document::text_of_refused(const LoadResult<Map>& result) const {
    const Bytes bytes = archive_ ? result.text.bytes() : text_;
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

LoadResult<Doom3Map> Document::load_doom3(std::size_t map, const Doom3Options& options) {
    Doom3Loader loader(options.memory);
    return flatline::engine::load_doom3(*archive_, map, loader, options);
}

std::string_view Document::text_of_refused(const LoadResult<Doom3Map>& result) const {
    return {reinterpret_cast<const char*>(result.text.data()), result.text.size()};
}

// A WAD, an archive and a Doom 3 map are recognised by their content. Everything else is taken for
// a TEXTMAP, which tells best what is wrong with it.
void Document::open_standard_input(const Limits& limits, const BatchOptions& batch) {
    if (!read_standard_input(limits)) return;
    const FileMemory memory(batch, limits, text_.size());
    archive_ = open_archive(std::make_unique<ReadFile>(text_), path_, memory.of_opening(limits));
    const View<MapEntry> maps = archive_->maps();
    const bool is_text = maps.empty() ? is_of_unknown_format(*archive_)
                                      : maps[0].bare && maps[0].format == MapFormat::udmf;
    if (!is_text) return;
    archive_.reset();
    add_text_map(kStandardInput, text_.size());
}

// Reads all into read_ and text_. False where a finding says why not.
bool Document::read_standard_input(const Limits& limits) {
    constexpr std::uint64_t kFirstRoom = 64u << 10;
    std::uint64_t most = kFirstRoom;
    std::uint64_t room = 0;
    std::uint64_t size = 0;
    const auto fail = [&](const Finding& finding) {
        add_finding(finding);
        return false;
    };
    while (size < most) {
        if (size == room) {
            room = std::min(std::max(kFirstRoom, room * 2), most);
            void* grown = std::realloc(read_.get(), room);
            if (grown == nullptr) return fail(make_finding(Rule::out_of_memory));
            static_cast<void>(read_.release());
            read_.reset(static_cast<unsigned char*>(grown));
        }
        const std::int64_t got = read_or_interrupt(read_.get() + size, room - size);
        if (got < 0) return fail(make_finding(Rule::file_unreadable));
        if (got == 0) break;
        size += static_cast<std::uint64_t>(got);
        text_ = {read_.get(), static_cast<std::size_t>(size)};
        // One byte more than the limit is enough to be refused.
        const std::uint64_t limit = std::min(
            limits.stdin_bytes, is_container(text_) ? limits.container_bytes : limits.text_bytes);
        most = std::max(limit, limit + 1);
    }
    // Here and not by whoever takes the bytes, because it is about no map.
    if (size > limits.stdin_bytes) {
        read_.reset();
        text_ = {};
        return fail(make_finding(Rule::limit_stdin_bytes, Lump::none, FLATLINE_NO_OFFSET,
                                 static_cast<std::int64_t>(size),
                                 static_cast<std::int64_t>(limits.stdin_bytes)));
    }
    text_ = {read_.get(), static_cast<std::size_t>(size)};
    return true;
}

void Document::add_finding(const Finding& finding) { findings_.push_back({finding, "", ""}); }

std::uint64_t Document::packed_bytes() const {
    const Source* const source = archive_ ? archive_->source() : nullptr;
    return source != nullptr && source->packed() ? source->packed_bytes() : 0;
}

// Standard input; what the archive keeps; the WAD of it that is open; the lumps of the map, of
// which one that is most of its WAD is no copy.
std::uint64_t Document::held_bytes(std::size_t map, const FileMemory& memory) const {
    std::uint64_t held = text_.size();
    if (!archive_) return held;
    const MapEntry& entry = maps()[map];
    std::uint64_t lumps = 0;
    std::uint64_t longest = 0;
    for (const MapLump& lump : entry.lumps) {
        lumps += std::min(lump.size, memory.quarter());
        longest = std::max(longest, std::min(lump.size, memory.quarter()));
    }
    if (packed_bytes() == 0) return held + std::min(lumps, memory.quarter());
    held += archive_->source()->kept_bytes();
    if (entry.bare) return held + lumps;
    const std::uint64_t copies = std::max(lumps - longest, std::min(longest, memory.quarter() / 2));
    return held + memory.quarter() + std::min(copies, memory.quarter());
}

Limits Document::load_limits(std::size_t map, const Limits& limits, const BatchOptions& batch,
                             std::uint64_t beside) const {
    const FileMemory memory(batch, limits, packed_bytes());
    return memory.of_load(limits, held_bytes(map, memory) + beside);
}

Limits Document::rule_limits(std::size_t map, const Limits& limits, const BatchOptions& batch,
                             std::uint64_t beside) const {
    const FileMemory memory(batch, limits, packed_bytes());
    return memory.of_rules(limits, held_bytes(map, memory) + beside);
}

void Document::add_text_map(const std::string& name, std::uint64_t size) {
    name_.assign(name.c_str(), name.c_str() + name.size() + 1);
    lumps_ = {{"TEXTMAP", 0, size, true}};
    MapEntry entry;
    entry.name = name_.data();
    entry.format = MapFormat::udmf;
    entry.lumps = {lumps_.data(), lumps_.size()};
    entry.bare = true;
    maps_ = {entry};
}

}  // namespace flatline::engine::tool
