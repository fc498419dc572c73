// A host's own files: the functions of flatline_source as File and Source.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include "api/handle.hpp"
#include "base/arena.hpp"
#include "base/list.hpp"
#include "flatline/flatline.h"
#include "model/archive.hpp"

namespace flatline::engine::capi {

/// The C++ form of flatline_archive_options.
struct ArchiveOptions {
    Limits limits;
    MemoryHooks memory;
    bool packed = true;

    /// False for options that no version of the header can have made.
    bool read(const flatline_archive_options* from) noexcept {
        flatline_archive_options given = FLATLINE_ARCHIVE_OPTIONS_INIT;
        if (!copy_options(from, given) || given.unused != 0 || !read_memory(given.memory, memory)) {
            return false;
        }
        limits = limits_of(given.limits);
        packed = given.direct == 0;
        return true;
    }
};

/// Copies the functions of a host; false if one is missing that an archive cannot do without, as
/// in a struct that ends before `reason`.
inline bool read_source(const flatline_source* from, bool is_tree, flatline_source& to) noexcept {
    return from != nullptr && copy_options(from, to) &&
           from->struct_size >= offsetof(flatline_source, reason) && to.size != nullptr &&
           to.read != nullptr && (to.list != nullptr || !is_tree);
}

/// The end of a host's context.
inline void release(const flatline_source& host) noexcept {
    if (host.release != nullptr) host.release(host.context);
}

class HostFile final : public File {
public:
    HostFile(const flatline_source& host, std::uint64_t number, std::uint64_t size,
             bool is_whole) noexcept
        : host_(host), number_(number), size_(size), is_whole_(is_whole) {}
    HostFile(const HostFile&) = delete;
    HostFile& operator=(const HostFile&) = delete;
    ~HostFile() override;

    std::uint64_t size() const noexcept override { return size_; }
    std::uint64_t read_at(std::uint64_t offset, void* out, std::uint64_t size) noexcept override;

    /// Null if the host cannot open it, or memory is out; the reason goes to `problem`. A file
    /// that `is_whole`, no part of a tree, ends the host's context with itself or with the call.
    static std::unique_ptr<File> open(const flatline_source& host, std::uint64_t number,
                                      bool is_whole, Finding& problem) noexcept;

private:
    flatline_source host_;
    std::uint64_t number_;
    std::uint64_t size_;
    bool is_whole_;
};

class HostSource final : public Source {
public:
    HostSource(const flatline_source& host, const ArchiveOptions& options) noexcept
        : host_(host), is_packed_(options.packed), kept_(options.memory), files_(options.memory) {}
    HostSource(const HostSource&) = delete;
    HostSource& operator=(const HostSource&) = delete;
    ~HostSource() override { release(host_); }

    bool packed() const noexcept override { return is_packed_; }
    std::uint64_t packed_bytes() const noexcept override {
        return host_.packed_bytes != nullptr ? host_.packed_bytes(host_.context) : 0;
    }
    [[nodiscard]] bool list(std::uint64_t limit, Entries& entries) noexcept override;
    std::unique_ptr<File> open(std::string_view path) noexcept override;
    Finding reason(std::string_view path) const noexcept override;
    void report(Report each, void* context) const noexcept override;
    bool is_damaged(std::string_view path) const noexcept override;

private:
    struct Numbered {
        std::string_view path;
        std::uint64_t number;
    };
    static constexpr std::uint64_t kNoNumber = UINT64_MAX;
    std::uint64_t number_of(std::string_view path) const noexcept;

    flatline_source host_;
    bool is_packed_;
    Finding problem_ = make_finding(Rule::file_unreadable);  // of the last open
    Arena kept_;
    List<Numbered> files_;  // sorted by path
    bool is_listed_ = false;
};

}  // namespace flatline::engine::capi
