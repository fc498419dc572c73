#include "document.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>

#include "flatline/physfs.hpp"

namespace flatline::tool {

Document Document::open(const Input& input, const Limits& limits) {
    Document document;
    document.path_ = input.path;
    if (input.path == kStandardInput && !input.walked) {
        document.read_standard_input(limits);
        return document;
    }
    if (input.unlisted) {
        document.add_finding(Rule::file_unreadable);
        return document;
    }
    physfs::OpenResult opened = physfs::open_path(input.path, limits);
    if (opened.error == physfs::OpenError::ok) {
        document.archive_ = std::move(opened.archive);
    } else {
        // Also a file that was there when the paths were looked at and is gone now.
        document.add_finding(Rule::file_unreadable);
    }
    return document;
}

Document Document::of_text(std::string path, std::string map, Bytes borrowed) {
    Document document;
    document.path_ = std::move(path);
    document.text_ = borrowed;
    document.add_text_map(std::move(map), borrowed.size());
    return document;
}

std::string Document::path_of(std::string_view inner) const {
    if (inner.empty()) return path_;
    std::string path = path_;
    if (path.back() != '/') path += '/';
    return path.append(inner);
}

const std::vector<MapEntry>& Document::maps() const { return archive_ ? archive_->maps() : maps_; }

const std::vector<ArchiveFinding>& Document::findings() const {
    return archive_ ? archive_->findings() : findings_;
}

Tally Document::container_tally() const {
    Tally all;
    Tally about_maps;
    for (const ArchiveFinding& f : findings()) {
        all.add(f.finding);
        if (!f.map.empty()) about_maps.add(f.finding);
    }
    if (archive_) {
        // Also those beyond the limit, whatever they were about.
        all.errors = archive_->finding_count(Severity::error);
        all.warnings = archive_->finding_count(Severity::warning);
        all.notes = archive_->finding_count(Severity::note);
    }
    return {all.errors - about_maps.errors, all.warnings - about_maps.warnings,
            all.notes - about_maps.notes};
}

bool Document::has_container_error() const {
    if (archive_ && archive_->broken()) return true;
    return std::any_of(findings().begin(), findings().end(), [](const ArchiveFinding& f) {
        return f.map.empty() && f.finding.severity == static_cast<std::uint8_t>(Severity::error);
    });
}

bool Document::is_unknown_file() const {
    return maps().empty() && !findings().empty() &&
           std::all_of(findings().begin(), findings().end(), [](const ArchiveFinding& f) {
               return f.path.empty() &&
                      f.finding.rule == static_cast<std::uint16_t>(Rule::file_format_unknown);
           });
}

LoadResult Document::load(std::size_t map, Loader& loader, const LoadOptions& options) {
    return archive_ ? archive_->load_map(map, loader, options)
                    : loader.load_borrowed(text_, options);
}

std::string_view Document::text_again(std::size_t map, std::uint64_t most) {
    Bytes bytes = text_;
    if (archive_) {
        const MapEntry& entry = maps()[map];
        const MapLump* lump = entry.lump("TEXTMAP", false);
        if (lump == nullptr && !entry.lumps.empty()) lump = &entry.lumps.front();
        if (lump == nullptr || !lump->readable || lump->size > most) return {};
        FindingList ignored;
        again_ = archive_->read_lump(map, *lump, ignored);
        bytes = again_.bytes();
    }
    if (bytes.data() == nullptr || bytes.size() > most) return {};
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

void Document::read_standard_input(const Limits& limits) {
    // One byte more than the limit is enough for the loader to refuse the text.
    const std::uint64_t most = std::max(limits.text_bytes, limits.text_bytes + 1);
    constexpr std::uint64_t kFirstRoom = 64u << 10;
    std::uint64_t room = 0;
    std::uint64_t size = 0;
    while (size < most) {
        if (size == room) {
            room = std::min(std::max(kFirstRoom, room * 2), most);
            void* grown = std::realloc(read_.get(), room);
            if (grown == nullptr) return add_finding(Rule::out_of_memory);
            static_cast<void>(read_.release());
            read_.reset(static_cast<unsigned char*>(grown));
        }
        const ssize_t got = ::read(STDIN_FILENO, read_.get() + size, room - size);
        if (got == 0) break;
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return add_finding(Rule::file_unreadable);
        size += static_cast<std::uint64_t>(got);
    }
    text_ = {read_.get(), size};
    add_text_map(kStandardInput, size);
}

void Document::add_finding(Rule rule) {
    Finding finding = {};
    finding.offset = FLATLINE_NO_OFFSET;
    finding.index = FLATLINE_NONE;
    finding.rule = static_cast<std::uint16_t>(rule);
    finding.field = FLATLINE_NO_FIELD;
    finding.severity = static_cast<std::uint8_t>(rule_rows()[finding.rule].severity);
    finding.element = FLATLINE_MAP;
    finding.lump = static_cast<std::uint8_t>(Lump::none);
    findings_.push_back({finding, "", ""});
}

void Document::add_text_map(std::string name, std::uint64_t size) {
    maps_.push_back({std::move(name), "", MapFormat::udmf, {{"TEXTMAP", 0, size, true}}});
}

}  // namespace flatline::tool
