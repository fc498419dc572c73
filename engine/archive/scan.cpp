#include "archive/scan.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "archive/finding.hpp"
#include "archive/map_list.hpp"
#include "archive/memory_file.hpp"
#include "archive/names.hpp"
#include "archive/read.hpp"
#include "archive/sniff.hpp"
#include "archive/wad.hpp"

namespace flatline::archive {
namespace {

using std::string_view;

// Enough for any header. A longer comment in front of a text is read up to the second bound.
constexpr std::uint64_t kHeadBytes = 4096;
constexpr std::uint64_t kLongHeadBytes = 1u << 20;
// A WAD of a packed tree is inflated for its directory, which is at its end. Up to this size it is
// kept for its lumps; a longer one is inflated again for them.
constexpr std::uint64_t kKeptBytes = 256u << 20;

// The longest path of a file. In a ZIP one may have 65,535 bytes, and every map of a WAD keeps the
// path of its file.
constexpr std::size_t kPathBytes = 1024;

/// What the suffix of a file promises. A `.txt` is a TEXTMAP when it is opened by itself, and may
/// be anything inside a tree.
enum class Suffix : std::uint8_t { none, wad, archive, text, map, note, other };

Suffix suffix_kind(string_view path) noexcept {
    struct Row {
        string_view suffix;
        Suffix kind;
    };
    constexpr Row kRows[] = {
        {"", Suffix::none},        {".wad", Suffix::wad},     {".pk3", Suffix::archive},
        {".pk4", Suffix::archive}, {".pk7", Suffix::archive}, {".zip", Suffix::archive},
        {".7z", Suffix::archive},  {".udmf", Suffix::text},   {".textmap", Suffix::text},
        {".map", Suffix::map},     {".txt", Suffix::note},
    };
    for (const Row& row : kRows) {
        if (same_name(suffix(path), row.suffix)) return row.kind;
    }
    return Suffix::other;
}

/// True for a file directly in the folder `maps`, in any case. There the first map of a WAD has the
/// name of its file.
bool in_maps(string_view path) noexcept {
    const std::size_t slash = path.find('/');
    return slash != string_view::npos && slash == path.rfind('/') &&
           same_name(path.substr(0, slash), "maps");
}

struct Head {
    Sniffed sniffed;
    bool short_read = false;
    bool binary = false;  ///< it has a NUL, so it is no text
    std::uint64_t got = 0;
};

Head read_head(File& file, std::uint64_t size) noexcept {
    Head head;
    for (std::uint64_t bytes = kHeadBytes;; bytes *= 16) {
        const std::uint64_t want = std::min(size, bytes);
        const Buffer buffer = Buffer::allocate(static_cast<std::size_t>(want));
        if (buffer.data() == nullptr) return head;
        head.got = read_fully(file, 0, buffer.data(), want);
        head.short_read = head.got < want;
        head.binary =
            std::find(buffer.data(), buffer.data() + head.got, 0) != buffer.data() + head.got;
        head.sniffed = sniff({buffer.data(), static_cast<std::size_t>(head.got)},
                             head.short_read || want == size);
        if (!head.sniffed.cut || bytes >= kLongHeadBytes) return head;
    }
}

class Scan {
public:
    explicit Scan(Contents& contents) noexcept : contents_(contents), list_(contents) {}

    void file(string_view name) {
        if (contents_.file == nullptr) {
            broken(make_finding(Rule::file_unreadable));
        } else if (const auto problem = examine(contents_.file, "", name); problem.found) {
            broken(problem.finding);
        }
        list_.finish();
    }

    void source() {
        if (contents_.source == nullptr) {
            broken(make_finding(Rule::archive_unreadable));
        } else {
            const std::uint64_t most = contents_.limits.archive_entries;
            std::vector<Source::Entry> entries;
            if (!contents_.source->list(most, entries) || entries.size() > most) {
                broken(over_limit(Rule::limit_archive_entries, most + 1, most));
            } else {
                // The order decides which of two maps of one name becomes "#2".
                std::sort(entries.begin(), entries.end(),
                          [](const auto& a, const auto& b) { return a.path < b.path; });
                report_conflicts(entries);
                for (const Source::Entry& entry : entries) look_at(entry.path);
            }
        }
        list_.finish();
    }

private:
    struct Problem {
        bool found = false;
        Finding finding = {};
    };
    static Problem problem(const Finding& finding) noexcept { return {true, finding}; }

    void broken(const Finding& finding) {
        contents_.broken = true;
        list_.report(finding, "");
    }

    void report_conflicts(const std::vector<Source::Entry>& entries) {
        std::vector<std::pair<std::string, std::size_t>> folded;
        folded.reserve(entries.size());
        for (const Source::Entry& entry : entries) {
            folded.emplace_back(lower(entry.path), folded.size());
        }
        std::sort(folded.begin(), folded.end());
        for (std::size_t i = 1; i < folded.size(); ++i) {
            if (folded[i].first != folded[i - 1].first) continue;
            list_.report(make_finding(Rule::archive_name_conflict), entries[folded[i].second].path);
        }
    }

    /// Looks at one file of a tree. Files of other suffixes are not opened, because opening one
    /// file of a solid 7z unpacks all of it.
    void look_at(const std::string& path) {
        if (path.size() > kPathBytes) {
            return list_.report(make_finding(Rule::file_unreadable), path.substr(0, kPathBytes));
        }
        if (path == "/") {  // the tree itself
            return broken(make_finding(contents_.packed() ? Rule::archive_unreadable
                                                          : Rule::file_unreadable));
        }
        const Suffix kind = suffix_kind(path);
        if (path.ends_with('/')) return list_.report(contents_.source->reason(path), path);
        if (kind == Suffix::archive) {
            return list_.report(make_finding(Rule::archive_nesting), path);
        }
        // SRB2 takes WADs without a suffix out of maps/.
        if (kind == Suffix::other || kind == Suffix::note ||
            (kind == Suffix::none && !in_maps(path))) {
            return;
        }
        kept_ = nullptr;
        std::unique_ptr<File> file = contents_.source->open(path);
        if (file == nullptr) return list_.report(contents_.source->reason(path), path);
        const std::size_t maps = contents_.maps.size();
        if (const auto problem = examine(file, path, path); problem.found) {
            list_.report(problem.finding, path);
        }
        if (contents_.maps.size() != maps) {
            contents_.open_path = path;
            contents_.open_file = std::move(file);
            contents_.kept_file = kept_;
        }
    }

    /// Finds the maps of a file, which is alone (`path` is "") or of a tree. `file` may be another
    /// object with the same bytes afterwards.
    Problem examine(std::unique_ptr<File>& file, string_view path, string_view name) {
        const bool inside = !path.empty();
        const std::uint64_t size = file->size();
        const Limits& limits = contents_.limits;
        if (size > limits.container_bytes) {
            return problem(over_limit(Rule::limit_container_bytes, size, limits.container_bytes));
        }
        const Suffix suffix = suffix_kind(name);
        const Head head = read_head(*file, size);
        switch (head.sniffed.kind) {
            case FileKind::zip:
            case FileKind::seven_zip:
                return problem(
                    make_finding(inside ? Rule::archive_nesting : Rule::archive_unreadable));
            case FileKind::wad:
                return wad(file, size, path);
            case FileKind::textmap:
                if (suffix == Suffix::wad) break;
                if (inside && suffix == Suffix::none) return {};
                list_.add_bare(MapFormat::udmf, size, path, stem(name));
                return {};
            case FileKind::doom3:
                if (suffix == Suffix::wad || suffix == Suffix::text) break;
                if (inside && suffix != Suffix::map) return {};
                list_.add_bare(MapFormat::doom3, size, path, stem(name));
                return {};
            case FileKind::unknown:
                break;
        }
        switch (suffix) {
            case Suffix::wad:
                return wad(file, size, path);  // reports what is wrong with it
            case Suffix::text:
            case Suffix::note:
                list_.add_bare(MapFormat::udmf, size, path, stem(name));
                return {};
            case Suffix::map:
                // It is empty, or broken from its first word on, which the reader of maps reports.
                if (inside || head.binary || head.short_read) break;
                list_.add_bare(MapFormat::doom3, size, path, stem(name));
                return {};
            default:
                break;
        }
        if (head.short_read) {
            return problem(make_finding(Rule::short_read, Lump::file, head.got,
                                        static_cast<std::int64_t>(head.got),
                                        static_cast<std::int64_t>(size)));
        }
        // Maps of Build games are called maps/NAME.map too, and a tree holds files of all kinds.
        if (inside) return {};
        return problem(make_finding(suffix == Suffix::archive ? Rule::archive_unreadable
                                                              : Rule::file_format_unknown));
    }

    Problem wad(std::unique_ptr<File>& file, std::uint64_t size, string_view path) {
        const Limits& limits = contents_.limits;
        if (contents_.packed() && !contents_.charge(contents_.file_bytes, size)) {
            return problem(over_limit(Rule::limit_inflated_bytes, contents_.file_bytes + size,
                                      limits.inflated_bytes));
        }
        Wad wad;
        Finding finding = {};
        std::unique_ptr<KeptFile> kept = kept_file(*file, size);
        if (!read_wad(kept != nullptr ? *kept : *file, size, limits.archive_entries, wad, finding))
            return problem(finding);
        if (contents_.packed()) {
            // The file may hold more than it says, and only what it says was charged.
            unsigned char more = 0;
            if (file->read_at(size, &more, 1) != 0) {
                return problem(make_finding(Rule::short_read, Lump::file, size,
                                            static_cast<std::int64_t>(size),
                                            static_cast<std::int64_t>(size) + 1));
            }
        }
        list_.add_wad(wad, path, in_maps(path) ? upper(stem(path)) : std::string());
        if (kept != nullptr) {
            kept_ = kept.get();
            file = std::move(kept);
        }
        return {};
    }

    /// All bytes of a file of a packed tree. Null where it is not to be kept, or cannot be read to
    /// its end; reads of the file itself then tell why.
    std::unique_ptr<KeptFile> kept_file(File& file, std::uint64_t size) {
        if (!contents_.packed() || size > kKeptBytes) return nullptr;
        ReadBuffer all = read_buffer(file, 0, size);
        if (all.state != ReadBuffer::State::ok) return nullptr;
        return std::make_unique<KeptFile>(std::make_shared<Buffer>(std::move(all.buffer)));
    }

    Contents& contents_;
    MapList list_;
    const KeptFile* kept_ = nullptr;  ///< what examine put in the place of the file, or null
};

}  // namespace

void scan_file(Contents& contents, string_view name) noexcept { Scan(contents).file(name); }

void scan_source(Contents& contents) noexcept { Scan(contents).source(); }

}  // namespace flatline::archive
