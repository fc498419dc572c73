// Fills the list of maps and of findings while an archive is opened.
#pragma once

#include <cstdint>
#include <string_view>

#include "archive/contents.hpp"
#include "archive/group.hpp"
#include "archive/wad.hpp"

namespace flatline::engine::archive {

class MapList {
public:
    explicit MapList(Contents& contents) noexcept
        : contents_(contents), finding_maps_(contents.memory) {}

    /// Adds all maps of a WAD, and findings about its lumps. `first_name`, where it is not empty,
    /// is the name of the first map instead of its label. The lumps of all maps of an archive count
    /// together towards archive-entries, because each takes memory.
    void add_wad(const Wad& wad, std::string_view path, std::string_view first_name) noexcept;
    /// Adds a map that is a file of its own.
    void add_bare(MapFormat format, std::uint64_t size, std::string_view path,
                  std::string_view name) noexcept;
    /// Adds a finding about the file at `path`.
    void report(const Finding& finding, std::string_view path) noexcept {
        report(finding, path, kNoMap);
    }
    /// Called once, at the end: numbers names that occur again, and gives findings the names of
    /// maps.
    void finish() noexcept;

private:
    static constexpr std::size_t kNoMap = SIZE_MAX;
    /// As many of archive-entries a map of a file or of a packed tree takes, behind the first 64.
    static constexpr std::uint64_t kEntriesOfAMap = 8;

    bool has_room(std::uint64_t more) const noexcept;
    void report_room(std::uint64_t more, std::string_view path) noexcept;

    void report(const Finding& finding, std::string_view path, std::size_t map) noexcept;
    [[nodiscard]] bool make_room(const Finding& finding) noexcept;
    void report_overlaps(const Wad& wad, std::string_view path, View<std::size_t> map_of) noexcept;
    [[nodiscard]] bool add_groups(const Wad& wad, View<MapGroup> groups, std::string_view path,
                                  std::string_view first_name, List<std::size_t>& map_of,
                                  List<bool>& reported_by_load) noexcept;
    [[nodiscard]] bool add_entry(MapEntry entry, const MapPlace& place, std::string_view name,
                                 std::string_view path) noexcept;
    [[nodiscard]] bool number_names() noexcept;

    Contents& contents_;
    std::uint64_t kept_lumps_ = 0;
    List<std::size_t> finding_maps_;  ///< parallel to contents_.findings
    std::uint64_t kept_notes_ = 0;    ///< of contents_.findings
    bool no_warnings_ = false;        ///< no finding that is kept is a warning
};

}  // namespace flatline::engine::archive
