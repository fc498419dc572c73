// The lumps of a map that is mended, before and after a plan.
#pragma once

#include <array>
#include <string_view>

#include "base/list.hpp"
#include "fix/plan.hpp"
#include "model/fix.hpp"

namespace flatline::engine {

/// The lumps of one map, of which some are own copies.
class FixLumps {
public:
    /// By their places here.
    enum Slot : std::uint8_t {
        kVertexes,
        kLinedefs,
        kSidedefs,
        kSectors,
        kThings,  // as FLATLINE_VERTEX and so on
        kTextmap,
        kZnodes,
        kSegs,
        kSsectors,
        kNodes,
        kBlockmap,
        kReject,
        kSlots
    };

    FixLumps() noexcept = default;
    /// `given` are the caller's, and outlive this.
    explicit FixLumps(View<LumpView> given) noexcept;
    /// Starts with the same bytes, which `other` goes on to own.
    FixLumps(const FixLumps& other) noexcept;
    FixLumps& operator=(const FixLumps&) = delete;

    bool is_text() const noexcept { return has_[kTextmap]; }
    Bytes behavior() const noexcept { return behavior_; }
    bool changed() const noexcept;
    /// The bytes of lump number `i` of those that were given, whose name is `name`.
    Bytes bytes_of(std::size_t i, Bytes given) const noexcept;
    /// Starts anew with the bytes of `other`, which goes on to own them.
    void borrow(const FixLumps& other) noexcept;
    /// Takes what `next`, which was made of this, owns.
    void take(FixLumps& next) noexcept;

    /// Loads the map; `products` are of FLATLINE_PRODUCT_*.
    LoadResult<Map> load(const LoadOptions& options, std::uint32_t products) const noexcept;

    /// Changes these lumps as a plan for the map of `map` says, and makes derived ones anew. Rows
    /// of edits that had to wait go to `dropped`. False where memory is out.
    [[nodiscard]] bool apply(const mend::Plan& plan, const LoadOptions& options,
                             List<std::uint32_t>& dropped) noexcept;

private:
    void own(Slot slot, List<unsigned char>&& bytes) noexcept;
    bool own_copy(Slot slot, Bytes bytes) noexcept;
    bool cut(const mend::Plan& plan) noexcept;
    bool make_reject(std::uint64_t sectors) noexcept;
    bool make_derived(const mend::Plan& plan, const LoadOptions& options) noexcept;
    bool make_text_nodes(const Map& map, const LoadOptions& options) noexcept;
    bool make_binary(const Map& map, const LoadOptions& options, bool nodes,
                     bool blockmap) noexcept;
    bool has_nodes() const noexcept;

    bool hexen_ = false;
    Bytes behavior_;
    std::array<Bytes, kSlots> bytes_{};
    std::array<bool, kSlots> has_{};
    std::array<std::size_t, kSlots> index_{};  // among those that were given
    std::array<List<unsigned char>, kSlots> owned_{};
    std::array<bool, kSlots> changed_{};
};

}  // namespace flatline::engine
