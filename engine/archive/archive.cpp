// Archive, the public face of the room: opens files and trees, reads lumps.
#include "model/archive.hpp"

#include <new>
#include <string_view>
#include <utility>

#include "archive/contents.hpp"
#include "archive/finding.hpp"
#include "archive/names.hpp"
#include "archive/read.hpp"
#include "archive/scan.hpp"
#include "archive/wad.hpp"

namespace flatline::engine {

using archive::Contents;
using archive::over_limit;
using archive::ReadBuffer;
using archive::same_name;

struct Archive::State : Contents {
    using Contents::Contents;

    /// Reads the bytes of a lump of maps[map]; null, and the reason in `problem`.
    Buffer read(std::size_t map, const MapLump& lump, Finding& problem, Buffer room = {}) noexcept;
    /// Reads all of the file that maps[map] is in; null, and the reason in `problem`.
    Buffer read_file(std::size_t map, Finding& problem) noexcept;

private:
    static constexpr std::size_t kNoLump = SIZE_MAX;

    File* file_of(const MapEntry& map) noexcept;
    void close() noexcept {
        open_file.reset();
        kept_file = nullptr;
    }
    bool charge_lump(std::size_t map, std::size_t lump, std::uint64_t bytes) noexcept;
};

namespace {

std::size_t index_of(const MapEntry& map, const MapLump& lump) noexcept {
    for (std::size_t i = 0; i < map.lumps.size(); ++i) {
        const MapLump& own = map.lumps[i];
        if (own.offset == lump.offset && own.size == lump.size && own.name == lump.name) return i;
    }
    return SIZE_MAX;
}

// make_finding(Rule::out_of_memory), as a constant: what is left to say where there is no memory
// for a list of findings.
constexpr ArchiveFinding kOutOfMemory = [] {
    ArchiveFinding found = {};
    found.finding.offset = FLATLINE_NO_OFFSET;
    found.finding.index = found.finding.related = FLATLINE_NONE;
    found.finding.rule = static_cast<std::uint16_t>(Rule::out_of_memory);
    found.finding.field = FLATLINE_NO_FIELD;
    found.finding.severity = static_cast<std::uint8_t>(Severity::error);
    found.finding.element = FLATLINE_MAP;
    return found;
}();

}  // namespace

// ---- The files of a tree -----------------------------------------------------------------------

struct detail::EntryStorage {
    explicit EntryStorage(const MemoryHooks& memory) noexcept : kept(memory), entries(memory) {}

    Arena kept;
    List<Source::Entry> entries;
    bool failed = false;
};

Source::Entries::Entries(const MemoryHooks& memory) noexcept
    : storage_(new (std::nothrow) detail::EntryStorage(memory)) {}
Source::Entries::Entries(Entries&& other) noexcept
    : storage_(std::exchange(other.storage_, nullptr)) {}
Source::Entries& Source::Entries::operator=(Entries&& other) noexcept {
    Entries moved(std::move(other));
    std::swap(storage_, moved.storage_);
    return *this;
}
Source::Entries::~Entries() { delete storage_; }

bool Source::Entries::add(std::string_view path, std::uint64_t size) noexcept {
    if (out_of_memory()) return false;
    std::string_view kept;
    storage_->failed =
        !storage_->kept.keep(path, kept) || !storage_->entries.push({CText(kept), size});
    return !storage_->failed;
}

void Source::Entries::set_out_of_memory() noexcept {
    if (storage_ != nullptr) storage_->failed = true;
}

bool Source::Entries::out_of_memory() const noexcept {
    return storage_ == nullptr || storage_->failed;
}

View<Source::Entry> Source::Entries::view() const noexcept {
    return storage_ != nullptr ? storage_->entries.view() : View<Entry>();
}

// ---- What an archive holds ---------------------------------------------------------------------

void archive::Contents::fail() noexcept {
    maps.truncate(0);
    places.truncate(0);
    findings.truncate(0);
    broken = failed = true;
}

// Source must not have a member that is defined outside its class: hosts may be compiled with
// run-time type information, the engine is not.
Finding detail::unreadable_file() noexcept { return make_finding(Rule::file_unreadable); }

const MapLump* MapEntry::lump(std::string_view lump_name, bool first_wins) const noexcept {
    const MapLump* found = nullptr;
    for (const MapLump& own : lumps) {
        if (!same_name(own.name, lump_name)) continue;
        found = &own;
        if (first_wins) break;
    }
    return found;
}

File* Archive::State::file_of(const MapEntry& map) noexcept {
    if (source == nullptr) return file.get();
    if (open_file == nullptr || open_path != map.path) {
        close();
        open_file = source->open(map.path);
        open_path = map.path;
    }
    return open_file.get();
}

bool Archive::State::charge_lump(std::size_t map, std::size_t lump, std::uint64_t bytes) noexcept {
    const archive::MapPlace& place = places[map];
    if (place.bare && !packed()) return true;
    const bool known = lump != kNoLump;
    if (known && charged[place.first_lump + lump]) return true;
    if (!charge(place.bare ? file_bytes : lump_bytes, bytes)) return false;
    if (known) charged[place.first_lump + lump] = true;
    return true;
}

Buffer Archive::State::read(std::size_t map, const MapLump& lump, Finding& problem,
                            Buffer room) noexcept {
    const archive::MapPlace& place = places[map];
    const std::size_t index = index_of(maps[map], lump);
    File* from = file_of(maps[map]);
    if (from == nullptr) {
        problem = source != nullptr ? source->reason(maps[map].path)
                                    : make_finding(Rule::file_unreadable);
        return {};
    }
    const std::uint64_t end = lump.offset + lump.size;
    if (!lump.readable || end < lump.size ||
        (!place.bare && lump.size != 0 && end > from->size())) {
        problem = make_finding(Rule::wad_lump_range, Lump::directory, FLATLINE_NO_OFFSET,
                               archive::pack_lump_name(lump.name));
        if (index != kNoLump) problem.offset = place.directory + index * archive::kWadEntryBytes;
        // It did lie inside the file once, which may be whole again when it is opened anew.
        if (lump.readable) close();
        return {};
    }
    if (place.bare && packed() && lump.size > limits.arena_bytes) {
        problem = over_limit(Rule::limit_arena_bytes, lump.size, limits.arena_bytes);
        return {};
    }
    if (!charge_lump(map, index, lump.size)) {
        const std::uint64_t before = place.bare ? file_bytes : lump_bytes;
        problem = inflation().over(before + lump.size);
        return {};
    }
    // Only a lump that is most of its WAD is shared, as a text is. A smaller one would keep much in
    // memory that nobody needs.
    if (from == kept_file && lump.size >= kept_file->size() / 2) {
        Buffer shared = kept_file->share(lump.offset, lump.size);
        if (shared.data() == nullptr) problem = make_finding(Rule::out_of_memory);
        return shared;
    }
    ReadBuffer result = archive::read_buffer(*from, lump.offset, lump.size, std::move(room));
    std::uint64_t wanted = lump.size;
    if (result.state == ReadBuffer::State::ok) {
        // A file in an archive may hold more than it says, and half a text must not pass for a
        // whole.
        unsigned char more = 0;
        if (!place.bare || from->read_at(lump.size, &more, 1) == 0) {
            return std::move(result.buffer);
        }
        ++wanted;
    }
    // The result may depend on where the file stood, so the next call opens it again.
    close();
    if (result.state == ReadBuffer::State::no_memory) {
        problem = make_finding(Rule::out_of_memory);
    } else {
        problem =
            make_finding(Rule::short_read, Lump::file, lump.offset + result.got,
                         static_cast<std::int64_t>(result.got), static_cast<std::int64_t>(wanted));
    }
    return {};
}

Buffer Archive::State::read_file(std::size_t map, Finding& problem) noexcept {
    MapLump whole;
    whole.offset = 0;
    whole.readable = true;
    const File* from = file_of(maps[map]);
    whole.size = from != nullptr ? from->size() : 0;
    return read(map, whole, problem);
}

Archive::Archive(std::unique_ptr<State> state) noexcept
    : state_(std::move(state)), failed_(state_ == nullptr) {}
Archive::Archive(Archive&&) noexcept = default;
Archive& Archive::operator=(Archive&&) noexcept = default;
Archive::~Archive() = default;

Archive Archive::from_file(std::unique_ptr<File> file, std::string_view name, const Limits& limits,
                           const MemoryHooks& memory) noexcept {
    std::unique_ptr<State> state(new (std::nothrow) State(memory));
    if (state != nullptr) {
        state->limits = limits;
        state->file = std::move(file);
        archive::scan_file(*state, name);
    }
    return Archive(std::move(state));
}

Archive Archive::from_source(std::unique_ptr<Source> source, const Limits& limits,
                             const MemoryHooks& memory) noexcept {
    std::unique_ptr<State> state(new (std::nothrow) State(memory));
    if (state != nullptr) {
        state->limits = limits;
        state->source = std::move(source);
        archive::scan_source(*state);
    }
    return Archive(std::move(state));
}

Archive Archive::unusable(const Finding& reason) noexcept {
    std::unique_ptr<State> state(new (std::nothrow) State(MemoryHooks{}));
    if (state != nullptr) {
        state->broken = true;
        ++state->counts[reason.severity];
        if (!state->findings.push({reason, {}, {}})) state->fail();
    }
    return Archive(std::move(state));
}

View<MapEntry> Archive::maps() const noexcept {
    return state_ != nullptr ? state_->maps.view() : View<MapEntry>();
}

View<ArchiveFinding> Archive::findings() const noexcept {
    if (failed_ || (state_ != nullptr && state_->failed)) return {&kOutOfMemory, 1};
    return state_ != nullptr ? state_->findings.view() : View<ArchiveFinding>();
}

std::uint64_t Archive::finding_count(Severity severity) const noexcept {
    if (failed_ || (state_ != nullptr && state_->failed)) {
        return severity == Severity::error ? 1 : 0;
    }
    return state_ != nullptr ? state_->counts[static_cast<std::size_t>(severity)] : 0;
}

std::uint64_t Archive::left_out(Rule rule, Severity severity) const noexcept {
    if (failed_ || state_ == nullptr || state_->failed) return 0;
    return state_->left_out.left_out(rule, severity);
}

bool Archive::broken() const noexcept { return state_ == nullptr || state_->broken; }

const MapEntry* Archive::find(std::string_view name) const noexcept {
    for (const MapEntry& map : maps()) {
        if (same_name(map.name, name)) return &map;
    }
    return nullptr;
}

File* Archive::file() noexcept { return state_ != nullptr ? state_->file.get() : nullptr; }

Source* Archive::source() noexcept { return state_ != nullptr ? state_->source.get() : nullptr; }

Buffer Archive::read_lump(std::size_t map, const MapLump& lump, Finding& problem,
                          Buffer room) noexcept {
    if (map < maps().size()) {
        return state_->read(map, lump, problem, std::move(room));
    }
    problem = make_finding(Rule::file_unreadable);
    return {};
}

Buffer Archive::read_file(std::size_t map, FindingList& findings) noexcept {
    Finding problem = make_finding(Rule::file_unreadable);
    Buffer bytes;
    if (map < maps().size()) bytes = state_->read_file(map, problem);
    if (bytes.data() == nullptr) findings.add(problem);
    return bytes;
}

std::size_t Archive::twin_of(std::size_t map) const noexcept { return state_->places[map].twin; }

std::uint64_t Archive::directory_of(std::size_t map) const noexcept {
    return state_->places[map].directory;
}

}  // namespace flatline::engine
