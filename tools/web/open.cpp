// Stands in for the room physfs where there is no PhysFS: files come from the memory that the page
// put them into, and ZIPs through the same reader as elsewhere. There is no liblzma either, so a 7z
// is unusable.
#include <cstdio>
#include <new>
#include <string>
#include <utility>

#include "archive/finding.hpp"
#include "archive/names.hpp"
#include "flatline/physfs.hpp"
#include "physfs/packed_file.hpp"
#include "physfs/packed_source.hpp"

namespace flatline::physfs {
namespace {

using archive::FileKind;

class DiskFile final : public File {
public:
    explicit DiskFile(std::FILE* file) noexcept : file_(file) {
        if (std::fseek(file_, 0, SEEK_END) == 0) {
            const long end = std::ftell(file_);
            size_ = end < 0 ? 0 : static_cast<std::uint64_t>(end);
        }
    }
    ~DiskFile() override { std::fclose(file_); }
    DiskFile(const DiskFile&) = delete;
    DiskFile& operator=(const DiskFile&) = delete;

    std::uint64_t size() const noexcept override { return size_; }
    std::uint64_t read_at(std::uint64_t offset, void* out, std::uint64_t size) noexcept override {
        if (offset >= size_ || std::fseek(file_, static_cast<long>(offset), SEEK_SET) != 0) {
            return 0;
        }
        return std::fread(out, 1, static_cast<std::size_t>(size), file_);
    }

private:
    std::FILE* file_;
    std::uint64_t size_ = 0;
};

/// A file of a ZIP, at any place.
class Member final : public File {
public:
    explicit Member(PackedFile file) noexcept : file_(std::move(file)) {}

    bool start() noexcept { return file_.start(); }
    std::uint64_t size() const noexcept override { return file_.size(); }
    std::uint64_t read_at(std::uint64_t offset, void* out, std::uint64_t size) noexcept override {
        if (offset != file_.place() && !file_.seek(offset)) return 0;
        return file_.read(static_cast<unsigned char*>(out), size);
    }

private:
    PackedFile file_;
};

struct Release {
    void operator()(Container* container) const noexcept { container->release(); }
};
using HeldContainer = std::unique_ptr<Container, Release>;

class ZipSource final : public PackedSource {
public:
    explicit ZipSource(HeldContainer container) noexcept
        : PackedSource(*container), held_(std::move(container)) {}

    std::unique_ptr<File> open(std::string_view path) noexcept override {
        const PackedEntry* entry = held_->find(path);
        if (entry == nullptr || is_refused_name(path)) return nullptr;
        std::unique_ptr<Member> member(new (std::nothrow) Member(PackedFile(*held_, *entry)));
        return member != nullptr && member->start() ? std::move(member) : nullptr;
    }

private:
    HeldContainer held_;
};

OpenResult opened(Archive archive) noexcept {
    OpenResult result;
    result.archive.reset(new (std::nothrow) Archive(std::move(archive)));
    if (result.archive == nullptr) result.error = OpenError::out_of_memory;
    return result;
}

}  // namespace

OpenResult open_path(std::string_view path, const Limits& limits,
                     const MemoryHooks& memory) noexcept {
    std::FILE* file = std::fopen(std::string(path).c_str(), "rb");
    if (file == nullptr) {
        OpenResult result;
        result.error = OpenError::not_found;
        return result;
    }
    std::unique_ptr<File> opened_file(new (std::nothrow) DiskFile(file));
    if (opened_file == nullptr) std::fclose(file);
    return open_file(std::move(opened_file), archive::file_name(path), limits, memory);
}

OpenResult open_file(std::unique_ptr<File> file, std::string_view name, const Limits& limits,
                     const MemoryHooks& memory) noexcept {
    if (file == nullptr) return opened(Archive::unusable(make_finding(Rule::file_unreadable)));
    const FileKind kind = archive_kind(*file);
    if (kind == FileKind::seven_zip) {
        return opened(Archive::unusable(make_finding(Rule::archive_unreadable)));
    }
    if (kind != FileKind::zip)
        return opened(Archive::from_file(std::move(file), name, limits, memory));
    const std::uint64_t size = file->size();
    if (size > limits.container_bytes) {
        return opened(Archive::unusable(
            archive::over_limit(Rule::limit_container_bytes, size, limits.container_bytes)));
    }
    Finding problem = {};
    HeldContainer container(open_zip(std::move(file), limits, memory, problem));
    if (container == nullptr) return opened(Archive::unusable(problem));
    std::unique_ptr<Source> source(new (std::nothrow) ZipSource(std::move(container)));
    return opened(Archive::from_source(std::move(source), limits, memory));
}

}  // namespace flatline::physfs
