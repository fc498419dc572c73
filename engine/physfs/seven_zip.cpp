// The files of a 7z. A block is unpacked once for the files in it that may hold maps, and once for
// its small ones: a pass keeps them all.
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>
#include <utility>

#include "archive/finding.hpp"
#include "archive/read.hpp"
#include "archive/suffix.hpp"
#include "base/bytes.hpp"
#include "base/cursor.hpp"
#include "physfs/checksum.hpp"
#include "physfs/container.hpp"
#include "physfs/method_name.hpp"
#include "physfs/seven_zip_header.hpp"
#include "physfs/unpackers.hpp"

namespace flatline::engine::physfs {
namespace {

using seven_zip::Block;
using seven_zip::Files;
using seven_zip::HeaderState;
using seven_zip::Streams;

/// Other files up to this size are kept, too: texts that include each other are many.
constexpr std::uint64_t kSmallFile = 128u << 10;

/// Bytes that the container keeps.
class KeptUnpacker final : public Unpacker {
public:
    explicit KeptUnpacker(Bytes bytes) noexcept : left_(bytes) {}
    std::uint64_t read(unsigned char* out, std::uint64_t size) noexcept override {
        const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(size, left_.size()));
        if (count != 0) std::memcpy(out, left_.data(), count);
        left_ = {left_.data() + count, left_.size() - count};
        return count;
    }

private:
    Bytes left_;
};

/// One file out of a block that is unpacked for it alone.
class PartUnpacker final : public Unpacker {
public:
    PartUnpacker(std::unique_ptr<Unpacker> block, std::uint64_t place, std::uint64_t size) noexcept
        : block_(std::move(block)), before_(place), left_(size) {}
    std::uint64_t read(unsigned char* out, std::uint64_t size) noexcept override {
        while (before_ != 0) {
            unsigned char passed[4096];
            const std::uint64_t want = std::min<std::uint64_t>(before_, sizeof passed);
            const std::uint64_t got = block_->read(passed, want);
            before_ -= got;
            if (got < want) left_ = before_ = 0;
        }
        const std::uint64_t got = block_->read(out, std::min(size, left_));
        left_ -= got;
        return got;
    }

private:
    std::unique_ptr<Unpacker> block_;
    std::uint64_t before_;
    std::uint64_t left_;
};

class SevenZipContainer final : public Container {
public:
    SevenZipContainer(std::unique_ptr<File> file, const Limits& limits,
                      const MemoryHooks& memory) noexcept
        : Container(std::move(file), limits, memory),
          streams_(memory),
          by_place_(memory),
          kept_(memory),
          block_states_(memory) {}
    ~SevenZipContainer() override {
        for (const Kept& kept : kept_) std::free(kept.data);
    }

    [[nodiscard]] bool read(Finding& problem) noexcept;
    std::uint64_t kept_bytes() const noexcept override { return kept_bytes_; }

private:
    std::unique_ptr<Unpacker> unpack(const PackedEntry& entry, bool& no_memory) noexcept override;
    Finding obstacle(const PackedEntry& entry) const noexcept override;
    /// What a file's bytes are, once its block was unpacked; null if they are not kept.
    struct Kept {
        unsigned char* data;
        std::uint64_t size;
    };
    /// The files that one pass over a block keeps.
    enum KeptKind : std::uint8_t { kMaps, kSmallFiles, kKeptKinds };
    /// What became of a block when it was opened.
    struct BlockState {
        ChainState state = ChainState::ok;
        bool is_of_memory = false;  ///< over_limit: over arena-bytes, else over what may come out
        std::uint64_t detail = 0;   ///< over_limit: what was met; unknown: the coder
        bool was_unpacked[kKeptKinds] = {};
    };

    bool read_start(Bytes& header, Buffer& memory, Finding& problem) noexcept;
    bool read_header(Buffer memory, Files& files, Finding& problem) noexcept;
    bool unpack_header(const Streams& where, Buffer& memory, Finding& problem) noexcept;
    bool add_files(const Files& files) noexcept;
    bool add_file(PackedEntry entry, std::string_view name, std::uint32_t attributes) noexcept;
    bool prepare_blocks() noexcept;
    Chain open_block(std::uint32_t block, std::uint64_t to_keep) noexcept;
    bool is_of(const PackedEntry& entry, KeptKind kind) const noexcept;
    void unpack_block(std::uint32_t block, KeptKind kind) noexcept;
    bool keep(Unpacker& unpacker, std::uint32_t number, KeptKind kind, std::uint64_t& at) noexcept;
    bool may_unpack(std::uint32_t block, std::uint64_t bytes, std::uint64_t kept) noexcept;

    Streams streams_;
    Buffer header_;                  ///< the files' properties lie in it while they are read
    List<std::uint32_t> by_place_;   ///< entries in the order in which blocks hold them
    List<Kept> kept_;                ///< parallel to entries_
    List<BlockState> block_states_;  ///< parallel to the blocks
    std::uint64_t kept_bytes_ = 0;
};

std::uint64_t skipped(Unpacker& unpacker, std::uint64_t bytes) noexcept {
    unsigned char passed[4096];
    std::uint64_t left = bytes;
    while (left != 0) {
        const std::uint64_t want = std::min<std::uint64_t>(left, sizeof passed);
        const std::uint64_t got = unpacker.read(passed, want);
        left -= got;
        if (got < want) break;
    }
    return bytes - left;
}

Finding of_memory() noexcept { return make_finding(Rule::out_of_memory); }

bool SevenZipContainer::read(Finding& problem) noexcept {
    Files files;
    Bytes header;
    Buffer memory;
    if (!read_start(header, memory, problem)) return false;
    if (header.empty()) return true;  // an archive of nothing
    if (!read_header(std::move(memory), files, problem)) return false;
    if (add_files(files) && finish_entries() && prepare_blocks()) {
        header_.reset();
        return true;
    }
    problem = of_memory();
    return false;
}

bool SevenZipContainer::read_start(Bytes& header, Buffer& memory, Finding& problem) noexcept {
    problem = make_finding(Rule::archive_unreadable);
    unsigned char start[seven_zip::kStartBytes];
    if (archive::read_fully(*file(), 0, start, sizeof start) != sizeof start) return false;
    const std::uint64_t place = load_u64le(start + 12);
    const std::uint64_t size = load_u64le(start + 20);
    const std::uint32_t crc = load_u32le(start + 28);
    const std::uint64_t room = file()->size() - seven_zip::kStartBytes;
    if (place > room || size > room - place) return false;
    if (!charge(size)) {
        problem = over_charge(size);
        return false;
    }
    archive::ReadBuffer bytes = archive::read_buffer(*file(), seven_zip::kStartBytes + place, size);
    if (bytes.state == archive::ReadBuffer::State::no_memory) problem = of_memory();
    if (bytes.state != archive::ReadBuffer::State::ok) return false;
    memory = std::move(bytes.buffer);
    header = memory.bytes();
    return header.empty() || checksum(0, header) == crc;
}

bool SevenZipContainer::read_header(Buffer memory, Files& files, Finding& problem) noexcept {
    // 7-Zip packs the header once; what is packed oftener leads nowhere.
    constexpr int kMostPacked = 4;
    for (int i = 0; i < kMostPacked; ++i) {
        problem = make_finding(Rule::archive_unreadable);
        Streams streams(this->memory());
        const HeaderState state = seven_zip::read_header(memory.bytes(), file()->size(),
                                                         limits().archive_entries, streams, files);
        switch (state) {
            case HeaderState::ok:
                streams_ = std::move(streams);
                header_ = std::move(memory);
                return true;
            case HeaderState::packed:
                if (!unpack_header(streams, memory, problem)) return false;
                continue;
            case HeaderState::too_many:
                problem =
                    archive::over_limit(Rule::limit_archive_entries, limits().archive_entries + 1,
                                        limits().archive_entries);
                return false;
            case HeaderState::no_memory:
                problem = of_memory();
                return false;
            case HeaderState::damaged:
                return false;
        }
    }
    return false;
}

bool SevenZipContainer::unpack_header(const Streams& where, Buffer& memory,
                                      Finding& problem) noexcept {
    const Block& block = where.blocks[0];
    if (!block.is_chain) return false;
    if (!charge(block.size)) {
        problem = over_charge(block.size);
        return false;
    }
    if (block.size > limits().arena_bytes) {
        problem = archive::over_limit(Rule::limit_arena_bytes, block.size, limits().arena_bytes);
        return false;
    }
    Chain chain = unpack_chain(*file(), block.place, block.packed, where.coders_of(block),
                               block.size, limits().arena_bytes);
    if (chain.state == ChainState::encrypted) problem = make_finding(Rule::archive_encrypted);
    if (chain.state == ChainState::no_memory) problem = of_memory();
    if (chain.state == ChainState::over_limit) {
        problem = archive::over_limit(Rule::limit_arena_bytes, chain.detail, limits().arena_bytes);
    }
    if (chain.state != ChainState::ok) return false;
    // Room as it fills: a header says what it likes of its size.
    List<unsigned char> bytes(this->memory());
    unsigned char piece[4096];
    while (bytes.size() < block.size) {
        const std::uint64_t want = std::min<std::uint64_t>(sizeof piece, block.size - bytes.size());
        if (chain.unpacker->read(piece, want) != want) return false;
        if (!bytes.append(piece, static_cast<std::size_t>(want))) {
            problem = of_memory();
            return false;
        }
    }
    if (block.has_crc && checksum(0, bytes.view()) != block.crc) return false;
    memory.reset();
    memory = Buffer::copy_of(bytes.view().empty() ? Bytes() : bytes.view());
    if (memory.data() != nullptr) return true;
    problem = of_memory();
    return false;
}

bool SevenZipContainer::add_files(const Files& files) noexcept {
    Cursor names(files.names);
    Cursor attributes(files.attributes);
    List<char> name(memory());
    bool no_memory = false;
    std::size_t stream = 0;
    std::uint64_t empty = 0;
    for (std::uint64_t i = 0; i < files.count; ++i) {
        if (!seven_zip::next_name(names, name, no_memory)) {
            if (no_memory) return false;
            return add_finding(Rule::archive_directory, static_cast<std::int64_t>(files.count),
                               static_cast<std::int64_t>(i));
        }
        std::uint32_t bits = 0;  // if there are none
        static_cast<void>(attributes.u32(bits));
        PackedEntry entry;
        entry.order = static_cast<std::uint32_t>(i);
        entry.packed = streams_.blocks.size();  // none
        if (seven_zip::bit(files.empty_stream, i)) {
            if (!seven_zip::bit(files.empty_file, empty++)) continue;  // a folder
        } else {
            if (stream == streams_.streams.size()) {
                return add_finding(Rule::archive_directory, static_cast<std::int64_t>(files.count),
                                   static_cast<std::int64_t>(i));
            }
            const seven_zip::Stream& from = streams_.streams[stream++];
            entry.packed = from.block;
            entry.place = from.place;
            entry.size = from.size;
            entry.crc = from.crc;
            entry.has_crc = from.has_crc;
        }
        if (!add_file(entry, {name.data(), name.size()}, bits)) return false;
    }
    return true;
}

bool SevenZipContainer::add_file(PackedEntry entry, std::string_view name,
                                 std::uint32_t attributes) noexcept {
    constexpr std::uint32_t kHasMode = 0x8000;
    constexpr std::uint32_t kReparsePoint = 0x400;
    constexpr std::uint32_t kTypeMask = 0170000;
    constexpr std::uint32_t kLinkType = 0120000;
    const Name kind = take_name(name, entry);
    if (kind == Name::no_memory) return false;
    if (kind == Name::folder) return true;
    const bool is_link =
        (attributes & kReparsePoint) != 0 ||
        ((attributes & kHasMode) != 0 && (attributes >> 16 & kTypeMask) == kLinkType);
    entry.is_left_out = kind == Name::left_out || is_link;
    if (is_link && kind == Name::file && !add_finding(entry, Rule::archive_link)) return false;
    return entries_.push(entry);
}

bool SevenZipContainer::prepare_blocks() noexcept {
    if (!by_place_.reserve(entries_.size()) || !kept_.reserve(entries_.size()) ||
        !block_states_.reserve(streams_.blocks.size())) {
        return false;
    }
    for (std::size_t i = 0; i < entries_.size(); ++i) {
        if (!by_place_.push(static_cast<std::uint32_t>(i)) || !kept_.push({nullptr, 0})) {
            return false;
        }
    }
    for (std::size_t i = 0; i < streams_.blocks.size(); ++i) {
        if (!block_states_.push({})) return false;
    }
    std::sort(by_place_.begin(), by_place_.end(), [&](std::uint32_t a, std::uint32_t b) {
        const PackedEntry& x = entries_[a];
        const PackedEntry& y = entries_[b];
        return x.packed != y.packed ? x.packed < y.packed : x.place < y.place;
    });
    return true;
}

// What is kept, what the block will add to it and what its coders take are held at the same time.
Chain SevenZipContainer::open_block(std::uint32_t number, std::uint64_t to_keep) noexcept {
    const Block& block = streams_.blocks[number];
    Chain chain;
    chain.state = ChainState::unknown;
    chain.detail = streams_.coders_of(block)[0].id;
    if (file() != nullptr && block.is_chain) {
        const std::uint64_t held = std::min(kept_bytes_ + to_keep, limits().arena_bytes);
        chain = unpack_chain(*file(), block.place, block.packed, streams_.coders_of(block),
                             block.size, limits().arena_bytes - held);
        if (chain.state == ChainState::over_limit) chain.detail += held;
    }
    BlockState& state = block_states_[number];
    state.state = chain.state;
    state.is_of_memory = true;
    state.detail = chain.detail;
    return chain;
}

bool SevenZipContainer::may_unpack(std::uint32_t number, std::uint64_t bytes,
                                   std::uint64_t kept) noexcept {
    BlockState& state = block_states_[number];
    state.state = ChainState::over_limit;
    if (kept > limits().arena_bytes || kept_bytes_ > limits().arena_bytes - kept) {
        state.is_of_memory = true;
        state.detail = kept_bytes_ + kept;
        return false;
    }
    if (!charge(bytes)) {
        state.is_of_memory = false;
        state.detail = charged() + bytes;
        return false;
    }
    state.state = ChainState::ok;
    return true;
}

// The head of a file of which nothing can come is enough to say so.
bool SevenZipContainer::keep(Unpacker& unpacker, std::uint32_t number, KeptKind kind,
                             std::uint64_t& at) noexcept {
    constexpr std::uint64_t kHead = 4096;
    const PackedEntry& entry = entries_[number];
    Kept& kept = kept_[number];
    kept.data = static_cast<unsigned char*>(
        std::malloc(static_cast<std::size_t>(std::max<std::uint64_t>(entry.size, 1))));
    if (kept.data == nullptr) return false;
    kept.size = unpacker.read(kept.data, std::min(entry.size, kHead));
    at += kept.size;
    if (kind != kMaps ||
        archive::may_hold_map(path_of(entry), {kept.data, static_cast<std::size_t>(kept.size)})) {
        const std::uint64_t rest = unpacker.read(kept.data + kept.size, entry.size - kept.size);
        kept.size += rest;
        at += rest;
    } else {
        void* const cut = std::realloc(
            kept.data, static_cast<std::size_t>(std::max<std::uint64_t>(kept.size, 1)));
        if (cut != nullptr) kept.data = static_cast<unsigned char*>(cut);
    }
    kept_bytes_ += kept.size;
    return true;
}

bool SevenZipContainer::is_of(const PackedEntry& entry, KeptKind kind) const noexcept {
    const bool is_map = archive::may_hold_map(path_of(entry));
    return kind == kMaps ? is_map : !is_map && entry.size <= kSmallFile;
}

void SevenZipContainer::unpack_block(std::uint32_t number, KeptKind kind) noexcept {
    block_states_[number].was_unpacked[kind] = true;
    const std::uint32_t* const first = std::lower_bound(
        by_place_.begin(), by_place_.end(), number,
        [&](std::uint32_t entry, std::uint32_t block) { return entries_[entry].packed < block; });
    const std::uint32_t* end = first;
    std::uint64_t bytes = 0;
    std::uint64_t wanted = 0;
    for (; end != by_place_.end() && entries_[*end].packed == number; ++end) {
        const PackedEntry& entry = entries_[*end];
        if (!is_of(entry, kind) || kept_[*end].data != nullptr) continue;
        bytes = entry.place + entry.size;
        wanted += entry.size;
    }
    if (!may_unpack(number, bytes, wanted)) return;
    const Chain chain = open_block(number, wanted);
    std::uint64_t at = 0;
    for (const std::uint32_t* i = first; i != end; ++i) {
        const PackedEntry& entry = entries_[*i];
        if (chain.state != ChainState::ok) break;
        if (entry.size == 0 || !is_of(entry, kind) || kept_[*i].data != nullptr) continue;
        at += skipped(*chain.unpacker, entry.place - at);
        if (at != entry.place) break;
        if (keep(*chain.unpacker, *i, kind, at)) continue;
        block_states_[number].state = ChainState::no_memory;
        break;
    }
    if (block_states_[number].state != ChainState::no_memory) return;
    // The next call may find some. What is kept stays, since open files read it.
    block_states_[number].was_unpacked[kind] = false;
    refund(bytes);
}

std::unique_ptr<Unpacker> SevenZipContainer::unpack(const PackedEntry& entry,
                                                    bool& no_memory) noexcept {
    const auto made = [&](Unpacker* unpacker) {
        no_memory = unpacker == nullptr;
        return std::unique_ptr<Unpacker>(unpacker);
    };
    const auto kept_unpacker = [&](Bytes bytes) {
        return made(new (std::nothrow) KeptUnpacker(bytes));
    };
    if (entry.size == 0) return kept_unpacker({});
    const auto block = static_cast<std::uint32_t>(entry.packed);
    const auto number = static_cast<std::size_t>(&entry - entries_.data());
    if (streams_.blocks[block].streams > 1) {
        const KeptKind kind = is_of(entry, kMaps) ? kMaps : kSmallFiles;
        const bool is_kept = is_of(entry, kind);
        if (is_kept && !block_states_[block].was_unpacked[kind]) unpack_block(block, kind);
        const Kept& kept = kept_[number];
        if (kept.data != nullptr) {
            return kept_unpacker({kept.data, static_cast<std::size_t>(kept.size)});
        }
        // Another file is unpacked for itself alone, again whenever it is opened, and that counts.
        if (kind == kMaps || !may_unpack(block, entry.place + entry.size, 0)) return nullptr;
    }
    Chain chain = open_block(block, 0);
    if (chain.state != ChainState::ok) return nullptr;
    return made(new (std::nothrow)
                    PartUnpacker(std::move(chain.unpacker), entry.place, entry.size));
}

Finding SevenZipContainer::obstacle(const PackedEntry& entry) const noexcept {
    if (entry.size == 0) return make_finding(Rule::file_unreadable);
    const BlockState& state = block_states_[static_cast<std::size_t>(entry.packed)];
    switch (state.state) {
        case ChainState::encrypted:
            return make_finding(Rule::archive_encrypted);
        case ChainState::unknown:
            return make_finding(Rule::archive_method, Lump::file, FLATLINE_NO_OFFSET,
                                pack_seven_zip_method(state.detail));
        case ChainState::over_limit:
            return state.is_of_memory ? archive::over_limit(Rule::limit_arena_bytes, state.detail,
                                                            limits().arena_bytes)
                                      : over_total(state.detail);
        case ChainState::no_memory:
            return of_memory();
        case ChainState::ok:
        case ChainState::damaged:
            break;
    }
    return make_finding(Rule::archive_entry);
}

}  // namespace

Container* open_seven_zip(std::unique_ptr<File> file, const Limits& limits,
                          const MemoryHooks& memory, Finding& problem) noexcept {
    auto* container = new (std::nothrow) SevenZipContainer(std::move(file), limits, memory);
    if (container == nullptr) {
        problem = of_memory();
    } else if (!container->read(problem)) {
        container->release();
        container = nullptr;
    }
    return container;
}

}  // namespace flatline::engine::physfs
