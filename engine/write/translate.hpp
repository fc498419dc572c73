// The numbers of Doom, Heretic and Strife as those of the namespace zdoom, element by element as a
// text is written. Source: docs/writer.md, "Translation".
#pragma once

#include <cstdint>
#include <string_view>

#include "model/findings.hpp"
#include "model/map.hpp"
#include "write/extras.hpp"
#include "write/zdoom_tables.hpp"

namespace flatline::engine::write {

/// Fields of boolean kind beyond the structs that a translation makes true, by bit.
inline constexpr std::string_view kTranslatedFields[] = {
    "anycross", "monsteractivate", "midtex3d", "dropactors", "class4", "class5"};

class Translation {
public:
    explicit Translation(const Map& map) noexcept;

    /// False for a map whose numbers are of none of these games.
    bool is_possible() const noexcept { return game_ != nullptr; }
    /// Adds a finding for each number that has no equivalent. True where there is none, or,
    /// `lossy`, where they are only warnings, one for each number.
    [[nodiscard]] bool check(FindingList& findings, bool lossy) const noexcept;

    /// Begins before the first element of a kind; elements come in ascending order. Each makes an
    /// element that of the namespace, and returns the bits of kTranslatedFields that are true.
    void begin(std::uint8_t block) noexcept;
    std::uint32_t apply(std::uint32_t, flatline_vertex&) noexcept { return 0; }
    std::uint32_t apply(std::uint32_t index, flatline_linedef& line) noexcept;
    std::uint32_t apply(std::uint32_t, flatline_sidedef&) noexcept { return 0; }
    std::uint32_t apply(std::uint32_t index, flatline_sector& sector) const noexcept;
    std::uint32_t apply(std::uint32_t index, flatline_thing& thing) noexcept;

private:
    /// Bits of kTranslatedFields.
    enum More : std::uint32_t {
        kAnyCross = 1,
        kMonsterActivate = 2,
        kMidTex3d = 4,
        kDropActors = 8,
        kClasses = 16 | 32
    };

    const ZDoomLine* find_line(std::int32_t number) const noexcept;
    const BoomRange* find_range(std::int32_t number) const noexcept;
    /// Whether all numbers of binary maps count, not only those of the game itself.
    bool has_all() const noexcept;
    bool has_line(std::int32_t number) const noexcept {
        return number == 0 || find_line(number) != nullptr || find_range(number) != nullptr;
    }
    /// The special of a type; -1 where it has none.
    std::int32_t sector_special(std::int32_t type) const noexcept;
    std::uint32_t by_row(const ZDoomLine& row, std::int32_t tag,
                         flatline_linedef& line) const noexcept;
    static std::uint32_t by_range(const BoomRange& range, std::uint32_t number, std::int32_t tag,
                                  flatline_linedef& line) noexcept;
    std::uint16_t more_bits(std::uint32_t index) noexcept;
    void find_teleports() noexcept;
    bool stands_untagged(const flatline_thing& thing) const noexcept;

    const Map& map_;
    const ZDoomGame* game_ = nullptr;
    bool of_text_;
    bool more_bits_;          // flags that Heretic itself has not are in user_flags
    bool teleports_ = false;  // lines with tag 0 lead to things in sectors with tag 0
    Extras extras_;
};

}  // namespace flatline::engine::write
