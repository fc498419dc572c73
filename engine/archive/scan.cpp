#include "archive/scan.hpp"

#include <algorithm>
#include <utility>

#include "archive/finding.hpp"
#include "archive/map_list.hpp"
#include "archive/memory_file.hpp"
#include "archive/names.hpp"
#include "archive/read.hpp"
#include "archive/sniff.hpp"
#include "archive/suffix.hpp"
#include "archive/wad.hpp"

namespace flatline::engine::archive {
namespace {

using std::string_view;

// Enough for any header. A longer comment in front of a text is read up to the second bound.
constexpr std::uint64_t kHeadBytes = 4096;
constexpr std::uint64_t kLongHeadBytes = 1u << 20;
// A ZIP may call a file by 65,535 bytes, and every map of a WAD keeps the name of its file.
constexpr std::size_t kPathBytes = 1024;

struct Head {
    Sniffed sniffed;
    bool short_read = false;
    bool no_memory = false;
    bool binary = false;  ///< it has a NUL, so it is no text
    std::uint64_t got = 0;
    std::uint64_t work = 0;  ///< bytes that were read for it
};

Head read_head(File& file, std::uint64_t size) noexcept {
    Head head;
    for (std::uint64_t bytes = kHeadBytes;; bytes *= 16) {
        const std::uint64_t want = std::min(size, bytes);
        const Buffer buffer = Buffer::allocate(static_cast<std::size_t>(want));
        head.no_memory = buffer.data() == nullptr;
        if (head.no_memory) return head;
        head.got = read_fully(file, 0, buffer.data(), want);
        head.work += head.got;
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
        report_no_maps(is_empty_wad_);
        list_.finish();
    }

    void source() {
        bool is_empty = false;
        if (contents_.source == nullptr) {
            broken(make_finding(Rule::archive_unreadable));
        } else {
            const std::uint64_t most = contents_.limits.archive_entries;
            Source::Entries listed(contents_.memory);
            List<string_view> paths(contents_.memory);
            const bool fits = contents_.source->list(most, listed);
            if (!take_paths(listed, paths)) {
                contents_.fail();
            } else if (!fits || paths.size() > most) {
                broken(over_limit(Rule::limit_archive_entries, most + 1, most));
            } else {
                contents_.source->report(&Scan::report_entry, this);
                // The order decides which map keeps its name and which becomes "#2".
                std::sort(paths.begin(), paths.end());
                report_conflicts(paths.view());
                for (const string_view path : paths) {
                    if (contents_.failed) break;
                    look_at(path);
                }
            }
            is_empty = paths.empty();
        }
        report_no_maps(is_empty && contents_.packed());
        list_.finish();
    }

private:
    struct Problem {
        bool found = false;
        Finding finding = {};
    };
    static Problem problem(const Finding& finding) noexcept { return {true, finding}; }
    static Finding cut_short(std::uint64_t got, std::uint64_t size) noexcept {
        return make_finding(Rule::short_read, Lump::file, got, static_cast<std::int64_t>(got),
                            static_cast<std::int64_t>(size));
    }

    void broken(const Finding& finding) {
        contents_.broken = true;
        list_.report(finding, "");
    }

    static void report_entry(void* self, string_view path, const Finding& finding) {
        static_cast<Scan*>(self)->list_.report(finding, path.substr(0, kPathBytes));
    }

    /// An archive without files is sound, and nobody expects a map of it.
    void report_no_maps(bool is_sound) {
        if (contents_.broken || !contents_.maps.empty()) return;
        Finding finding = make_finding(Rule::no_maps);
        if (is_sound && contents_.findings.empty()) {
            finding.severity = static_cast<std::uint8_t>(Severity::note);
        }
        list_.report(finding, "");
    }

    static bool take_paths(const Source::Entries& entries, List<string_view>& paths) noexcept {
        if (entries.out_of_memory() || !paths.reserve(entries.view().size())) return false;
        for (const Source::Entry& entry : entries.view()) {
            if (!paths.push(entry.path)) return false;
        }
        return true;
    }

    void report_conflicts(View<string_view> paths) {
        List<string_view> folded(contents_.memory);
        if (!folded.append(paths.data(), paths.size())) return contents_.fail();
        std::sort(folded.begin(), folded.end(), [](string_view a, string_view b) {
            return same_name(a, b) ? a < b : is_before(a, b);
        });
        for (std::size_t i = 1; i < folded.size(); ++i) {
            if (!same_name(folded[i], folded[i - 1])) continue;
            list_.report(make_finding(Rule::archive_name_conflict), folded[i]);
        }
    }

    /// Looks at one file of a tree. Files of other suffixes are not opened, because opening one
    /// file of a solid 7z unpacks all of it.
    void look_at(string_view path) {
        if (path.size() > kPathBytes) {
            return list_.report(make_finding(Rule::file_unreadable), path.substr(0, kPathBytes));
        }
        if (path == "/") {  // the tree itself
            return broken(make_finding(contents_.packed() ? Rule::archive_unreadable
                                                          : Rule::file_unreadable));
        }
        if (path.ends_with('/')) return list_.report(contents_.source->reason(path), path);
        if (suffix_kind(path) == Suffix::archive) {
            return list_.report(make_finding(Rule::archive_nesting), path);
        }
        if (!may_hold_map(path)) return;
        kept_ = nullptr;
        std::unique_ptr<File> file = contents_.source->open(path);
        if (file == nullptr) return list_.report(contents_.source->reason(path), path);
        const std::size_t maps = contents_.maps.size();
        if (const auto problem = examine(file, path, path); problem.found) {
            list_.report(problem.finding, path);
        }
        if (contents_.maps.size() > maps) {
            contents_.open_path = contents_.maps.back().path;
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
        // Heads of an archive's files are unpacked too, whatever comes of it.
        if (contents_.packed() && !contents_.charge(contents_.listing_bytes, head.work)) {
            return problem(contents_.inflation().over(contents_.listing_bytes + head.work));
        }
        // Else the file would pass for one without maps.
        if (head.no_memory) return problem(make_finding(Rule::out_of_memory));
        switch (head.sniffed.kind) {
            case FileKind::zip:
            case FileKind::seven_zip:
                return problem(
                    make_finding(inside ? Rule::archive_nesting : Rule::archive_unreadable));
            case FileKind::wad:
                return wad(file, size, path, true);
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
                return wad(file, size, path, false);  // says what is wrong with it
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
            return problem(cut_short(head.got, size));
        }
        // Maps of Build games are called maps/NAME.map too, and a tree holds files of all kinds.
        if (inside) return {};
        return problem(make_finding(suffix == Suffix::archive ? Rule::archive_unreadable
                                                              : Rule::file_format_unknown));
    }

    /// `is_one`: the file begins as a WAD does. Of one that does not no more is unpacked.
    Problem wad(std::unique_ptr<File>& file, std::uint64_t size, string_view path, bool is_one) {
        const Limits& limits = contents_.limits;
        std::unique_ptr<KeptFile> kept;
        if (contents_.packed() && is_one) {
            if (size > limits.arena_bytes) {
                return problem(over_limit(Rule::limit_arena_bytes, size, limits.arena_bytes));
            }
            if (!contents_.charge(contents_.file_bytes, size)) {
                return problem(contents_.inflation().over(contents_.file_bytes + size));
            }
            ReadBuffer all = read_buffer(*file, 0, size);
            if (all.state == ReadBuffer::State::no_memory) {
                return problem(make_finding(Rule::out_of_memory));
            }
            // Not read piece by piece instead: to go back in a packed file means to unpack it from
            // its start, once for each lump.
            if (all.state == ReadBuffer::State::short_read)
                return problem(cut_short(all.got, size));
            // The file may hold more than it says, and only what it says was charged. Asked before
            // the WAD is looked at, which seems broken where its end is missing.
            unsigned char more = 0;
            if (file->read_at(size, &more, 1) != 0) return problem(cut_short(size, size + 1));
            if (contents_.source->is_damaged(path)) {
                list_.report(make_finding(Rule::archive_checksum), path);
            }
            kept = KeptFile::make(std::move(all.buffer));
            if (kept == nullptr) return problem(make_finding(Rule::out_of_memory));
        }
        Wad wad(contents_.memory);
        Finding finding = {};
        if (!read_wad(kept != nullptr ? *kept : *file, size, limits.archive_entries, wad, finding))
            return problem(finding);
        is_empty_wad_ = wad.lumps.empty();
        const string_view file_stem = in_maps(path) ? stem(path) : string_view();
        char first_name[kPathBytes];  // no path that is looked at is longer
        std::transform(file_stem.begin(), file_stem.end(), first_name, to_upper);
        list_.add_wad(wad, path, {first_name, file_stem.size()});
        if (kept != nullptr) {
            kept_ = kept.get();
            file = std::move(kept);
        }
        return {};
    }

    Contents& contents_;
    MapList list_;
    bool is_empty_wad_ = false;       ///< of the WAD that was read last
    const KeptFile* kept_ = nullptr;  ///< what examine put in the place of the file, or null
};

}  // namespace

void scan_file(Contents& contents, string_view name) noexcept { Scan(contents).file(name); }

void scan_source(Contents& contents) noexcept { Scan(contents).source(); }

}  // namespace flatline::engine::archive
