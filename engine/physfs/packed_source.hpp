// The files of a container, as a Source for an Archive.
#pragma once

#include <string_view>

#include "archive/sniff.hpp"
#include "physfs/container.hpp"

namespace flatline::engine::physfs {

/// Tells whether PhysFS refuses every path that holds this name.
inline bool is_refused_name(std::string_view name) noexcept {
    return name.find_first_of(":\\") != std::string_view::npos;
}

/// Only its bytes decide what kind an archive is. A ZIP has its directory at its end and may have
/// anything in front, such as a program that unpacks it.
archive::FileKind archive_kind(File& file) noexcept;

/// The files of a container. The list is the container's own, which knows what is wrong with each;
/// whoever derives from this opens them. The container must outlive it.
class PackedSource : public Source {
public:
    explicit PackedSource(const Container& container) noexcept : container_(container) {}

    [[nodiscard]] bool list(std::uint64_t limit, Entries& entries) noexcept override;
    std::uint64_t packed_bytes() const noexcept override { return container_.file_bytes(); }
    std::uint64_t kept_bytes() const noexcept override { return container_.kept_bytes(); }
    Finding reason(std::string_view path) const noexcept override;
    void report(Report each, void* context) const noexcept override {
        container_.report(each, context);
    }
    bool is_damaged(std::string_view path) const noexcept override;

private:
    const Container& container_;
};

}  // namespace flatline::engine::physfs
