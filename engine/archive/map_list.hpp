// Fills the list of maps and of findings while an archive is opened.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "archive/contents.hpp"
#include "archive/wad.hpp"

namespace flatline::archive {

class MapList {
public:
    explicit MapList(Contents& contents) noexcept : contents_(contents) {}

    /// All maps of a WAD and what is wrong with its lumps. `first_name`, where it is not empty,
    /// is what the first map is called instead of its label. The lumps of all maps of an archive
    /// count together towards archive-entries: each takes memory.
    void add_wad(const Wad& wad, std::string_view path, std::string_view first_name) noexcept;
    /// A map that is a file of its own.
    void add_bare(MapFormat format, std::uint64_t size, std::string_view path,
                  std::string_view name) noexcept;
    /// A finding about the file at `path`.
    void report(const Finding& finding, std::string_view path) noexcept {
        report(finding, path, kNoMap);
    }
    /// Once, at the end: numbers the names that occur again, and names the findings' maps.
    void finish() noexcept;

private:
    static constexpr std::size_t kNoMap = SIZE_MAX;

    void report(const Finding& finding, std::string_view path, std::size_t map) noexcept;
    void report_overlaps(const Wad& wad, std::string_view path,
                         const std::vector<std::size_t>& map_of) noexcept;
    void number_names() noexcept;

    Contents& contents_;
    std::uint64_t kept_lumps_ = 0;
    std::vector<std::size_t> finding_maps_;  ///< parallel to contents_.findings
    bool only_errors_ = false;               ///< no kept finding is less than an error
};

}  // namespace flatline::archive
