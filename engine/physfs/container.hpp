// A packed file tree as our own archiver reads it: a sorted list of files, each of which unpacks
// from its first byte. Shared by ZIP and 7z; independent of PhysFS.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "archive/inflation.hpp"
#include "base/list.hpp"
#include "model/archive.hpp"
#include "model/limits.hpp"

namespace flatline::engine::physfs {

/// One file of a container.
struct PackedEntry {
    std::uint64_t path = 0;  ///< its path begins here in the container's names
    std::uint32_t path_size = 0;
    std::uint32_t order = 0;   ///< its number in the directory: of one path the last counts
    std::uint64_t size = 0;    ///< of the content, as claimed
    std::uint64_t place = 0;   ///< ZIP: of the first packed byte; 7z: in its block
    std::uint64_t packed = 0;  ///< ZIP: packed bytes; 7z: number of the block
    std::uint64_t method = 0;  ///< ZIP: of the compression, as in its record
    std::uint32_t crc = 0;
    bool has_crc = false;
    bool is_left_out = false;  ///< reported, and no file of the tree
    bool is_encrypted = false;
    bool is_damaged = false;  ///< unpacked once, and not what the checksum says
};

/// The bytes of one file, in their order.
class Unpacker {
public:
    virtual ~Unpacker() = default;
    /// The next bytes; fewer than asked for is the end, or damage. May give more than the size
    /// that is claimed: whoever reads tells so from a file that is as long as it says.
    virtual std::uint64_t read(unsigned char* out, std::uint64_t size) noexcept = 0;
};

class Container {
public:
    Container(std::unique_ptr<File> file, const Limits& limits, const MemoryHooks& memory) noexcept
        : entries_(memory),
          file_(std::move(file)),
          file_bytes_(file_->size()),
          limits_(limits),
          inflation_(limits, file_bytes_),
          memory_(memory),
          names_(memory),
          findings_(memory) {}
    Container(const Container&) = delete;
    Container& operator=(const Container&) = delete;

    /// PhysFS and our mount hold the container, and either may let go first. One thread at a time.
    void retain() noexcept { ++holders_; }
    void release() noexcept {
        if (--holders_ == 0) delete this;
    }
    std::uint64_t file_bytes() const noexcept { return file_bytes_; }
    /// Of files that were unpacked and stay in memory.
    virtual std::uint64_t kept_bytes() const noexcept { return 0; }
    /// From here on nothing can be read: the file's own mount goes.
    void close_file() noexcept { file_.reset(); }

    /// All files, sorted by path, each path once.
    View<PackedEntry> entries() const noexcept { return entries_.view(); }
    std::string_view path_of(const PackedEntry& entry) const noexcept {
        return {names_.data() + entry.path, entry.path_size};
    }
    const PackedEntry* find(std::string_view path) const noexcept;
    /// Whether a file lies below the folder `path`; the root, "", is always one.
    bool is_folder(std::string_view path) const noexcept;
    /// What the directory says of single files, readable or not.
    void report(Source::Report each, void* context) const noexcept;

    /// Null if the file cannot be unpacked: reason() then says why.
    std::unique_ptr<Unpacker> open(const PackedEntry& entry) noexcept {
        no_memory_ = false;
        return unpack(entry, no_memory_);
    }
    /// Why the last open gave nothing; whether that was for lack of memory.
    Finding reason(const PackedEntry& entry) const noexcept {
        return no_memory_ ? make_finding(Rule::out_of_memory) : obstacle(entry);
    }
    bool no_memory() const noexcept { return no_memory_; }
    const MemoryHooks& memory() const noexcept { return memory_; }
    /// The content was read to its end and its checksum was another.
    void mark_damaged(const PackedEntry& entry) noexcept {
        entries_[static_cast<std::size_t>(&entry - entries_.data())].is_damaged = true;
    }

protected:
    virtual ~Container() = default;
    /// What open() gives; `no_memory` is set where that was the reason for nothing.
    virtual std::unique_ptr<Unpacker> unpack(const PackedEntry& entry,
                                             bool& no_memory) noexcept = 0;
    /// What stands against unpacking a file, memory apart.
    virtual Finding obstacle(const PackedEntry& entry) const noexcept = 0;

    /// What becomes of a name of the directory.
    enum class Name : std::uint8_t { file, folder, left_out, no_memory };
    /// Gives `entry` the path that `name` stands for, slashes only, and reports what is odd in it.
    Name take_name(std::string_view name, PackedEntry& entry) noexcept;
    /// Leaves an entry out of the tree, or says something about one that stays in it.
    [[nodiscard]] bool add_finding(const PackedEntry& entry, Rule rule, std::int64_t a = 0,
                                   std::int64_t b = 0) noexcept;
    /// A finding about the container itself.
    [[nodiscard]] bool add_finding(Rule rule, std::int64_t a, std::int64_t b) noexcept;
    /// Drops what is left out and sorts the rest; of each path the last in the directory stays.
    [[nodiscard]] bool finish_entries() noexcept;
    /// Counts bytes towards the limits inflated-bytes and inflation-ratio. False: they are spent.
    [[nodiscard]] bool charge(std::uint64_t bytes) noexcept;
    /// Takes back what was charged for work that came to nothing.
    void refund(std::uint64_t bytes) noexcept { charged_ -= bytes; }
    std::uint64_t charged() const noexcept { return charged_; }
    /// That `bytes` more than were charged are too many.
    Finding over_charge(std::uint64_t bytes) const noexcept { return over_total(charged_ + bytes); }
    Finding over_total(std::uint64_t met) const noexcept { return inflation_.over(met); }

    File* file() const noexcept { return file_.get(); }
    const Limits& limits() const noexcept { return limits_; }

    List<PackedEntry> entries_;

private:
    struct EntryFinding {
        std::uint64_t path;
        std::uint32_t path_size;
        Finding finding;
    };
    std::string_view text(std::uint64_t path, std::uint32_t size) const noexcept {
        return {names_.data() + path, size};
    }

    std::unique_ptr<File> file_;
    std::uint64_t file_bytes_;
    Limits limits_;
    archive::InflationBound inflation_;
    MemoryHooks memory_;
    List<char> names_;
    List<EntryFinding> findings_;
    std::uint64_t charged_ = 0;
    std::uint32_t holders_ = 1;
    bool no_memory_ = false;  // for the last open
};

/// Reads the directory of a ZIP. Null with `problem`: archive-unreadable, a limit, out-of-memory.
/// The caller holds what is returned. Lists come from `memory`.
Container* open_zip(std::unique_ptr<File> file, const Limits& limits, const MemoryHooks& memory,
                    Finding& problem) noexcept;
/// The same for a 7z; archive-encrypted, where its directory is.
Container* open_seven_zip(std::unique_ptr<File> file, const Limits& limits,
                          const MemoryHooks& memory, Finding& problem) noexcept;

}  // namespace flatline::engine::physfs
