// Stands in for the room physfs where there is no PhysFS: files come from the memory that the page
// put them into, and ZIPs through the same reader as elsewhere. There is no liblzma either, so a 7z
// is unusable.
#include <new>
#include <string>
#include <utility>

#include "archive/finding.hpp"
#include "archive/names.hpp"
#include "physfs/native_file.hpp"
#include "physfs/open.hpp"
#include "physfs/packed_file.hpp"
#include "physfs/packed_source.hpp"

namespace flatline::engine::physfs {
namespace {

using archive::FileKind;

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
    const std::string whole(path);
    const std::size_t slash = whole.rfind('/');
    const bool is_below = slash != std::string::npos;
    const std::string folder = is_below ? whole.substr(0, slash + 1) : ".";
    const std::string name = is_below ? whole.substr(slash + 1) : whole;
    bool no_memory = false;
    std::unique_ptr<File> opened_file = NativeFile::open(folder.c_str(), name.c_str(), no_memory);
    if (opened_file == nullptr) {
        OpenResult result;
        result.error = no_memory ? OpenError::out_of_memory : OpenError::not_found;
        return result;
    }
    return open_file(std::move(opened_file), archive::file_name(path), limits, memory);
}

LibraryVersions library_versions() noexcept { return {}; }

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

}  // namespace flatline::engine::physfs
