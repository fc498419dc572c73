// model/fix.hpp: fixes findings in the lumps of a map.
#pragma once

#include <cstdint>
#include <string_view>

#include "flatline/export.h"
#include "flatline/types.h"
#include "model/check.hpp"
#include "model/findings.hpp"
#include "model/load.hpp"
#include "model/map_format.hpp"
#include "model/owned.hpp"
#include "model/result.hpp"
#include "model/view.hpp"
#include "model/write_wad.hpp"

namespace flatline::engine {

namespace detail {
struct FixStorage;
void destroy(FixStorage* storage) noexcept;
}  // namespace detail

/// What fix() is asked for.
struct FixOptions {
    /// How the map is read. Lumps and products are not looked at.
    LoadOptions load;
    /// How it is checked. Levels, findings and the lumps around the map are not looked at, but for
    /// `entry`, whose name says of which game a map is.
    CheckOptions check;
    /// The rules whose findings are mended; empty: all that can be.
    RuleSet rules;
    /// Mends also what changes how some port shows or plays the map.
    bool unsafe = false;
};

/// The lumps of a map, and what was mended in them.
struct FixedLumps {
    /// As many as were given, in their order and with their names.
    View<LumpView> lumps;
    /// What was mended, pass by pass; then what was not, although its rule was asked for.
    View<flatline_fix_row> rows;
    std::uint64_t fixed = 0;
    std::uint64_t left = 0;
    bool changed = false;  ///< some lump has other bytes
};

/// What fix() made. It is valid as long as this; lumps that did not change also need the caller's
/// bytes. Move-only.
class Fixed {
public:
    const FixedLumps& value() const noexcept FLATLINE_LIFETIMEBOUND { return owned_.value(); }

private:
    friend struct detail::Access;
    detail::Owned<detail::FixStorage, FixedLumps> owned_;
};

/// Mends a map that is given as its lumps, in the order of its file: a TEXTMAP, which may stand
/// alone, or the lumps of a binary map. Loads and checks it, mends, and does so again until nothing
/// is left to mend, at most kFixPasses times. In a text only the bytes of what is mended change.
/// Makes no change that would bring a finding of another rule. Nodes, BLOCKMAP and REJECT that no
/// longer fit are made anew.
/// Refused where the map is, or at a limit; the findings say why. out_of_memory; cancelled by
/// `load.progress`. Any thread. Source: docs/fix.md.
Result<Fixed> fix(View<LumpView> lumps, const FixOptions& options = {}) noexcept;

/// So often a map is mended at most.
inline constexpr int kFixPasses = 64;

}  // namespace flatline::engine
