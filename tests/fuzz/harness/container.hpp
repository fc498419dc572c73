// A whole file from memory through PhysFS, walked twice.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "fuzz/harness/walk.hpp"
#include "physfs/open.hpp"

namespace fuzz {

inline std::string walk_file(const std::shared_ptr<const Content>& content, std::string_view name,
                             std::uint8_t choice) {
    flatline::engine::physfs::OpenResult opened = flatline::engine::physfs::open_file(
        std::make_unique<MemoryFile>(content), name, limits_of(choice));
    require(opened.error == flatline::engine::physfs::OpenError::ok, "a file that is there opens");
    return Walk(choice).over(*opened.archive);
}

/// The first byte chooses limits and options, the rest is the file.
inline void walk_twice(const std::uint8_t* data, std::size_t size, std::string_view name) {
    if (size == 0) return;
    // PhysFS stays initialised: starting it for each input would be all that is measured.
    static const flatline::engine::physfs::OpenResult kept = flatline::engine::physfs::open_file(
        std::make_unique<MemoryFile>(std::make_shared<Content>()), "kept",
        flatline::engine::Limits());
    const auto content = std::make_shared<const Content>(data + 1, size - 1);
    const std::string first = walk_file(content, name, data[0]);
    require(first == walk_file(content, name, data[0]), "a second load is equal");
}

}  // namespace fuzz
