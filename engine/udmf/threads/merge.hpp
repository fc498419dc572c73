// Joins the results of slices of a text: puts arrays after one another, gives names their ids by
// their text, and counts elements from the first slice on.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/jobs.hpp"
#include "model/findings.hpp"
#include "model/limits.hpp"
#include "text/name_pool.hpp"
#include "udmf/field_tables.hpp"
#include "udmf/raw_map.hpp"
#include "udmf/threads/slices.hpp"
#include "udmf/threads/split.hpp"

namespace flatline::engine::udmf {

class Merge {
public:
    /// Joins slices after `whole`, which is the first one, with its names and findings.
    /// `text_size` is the size of the text, after which offsets of decoded strings begin. Values
    /// stay where they are: `values` gets what to know of them, for as many slices as will be
    /// added.
    Merge(RawMap& whole, text::NamePool& names, FindingList& findings, const Limits& limits,
          std::size_t text_size, ValueSlice* values) noexcept
        : whole_(whole),
          names_(names),
          findings_(findings),
          limits_(limits),
          text_size_(text_size),
          values_(values) {}

    /// Makes room for the next slice and adds its names, decoded strings and findings. Afterwards
    /// only copy() and readers of its values may use `slice`. False if a sum exceeds a limit,
    /// memory is out, or there are more findings than one list keeps in order. With `drop`, the
    /// slice uses memory of the system, and pages go back to it once they are copied.
    [[nodiscard]] bool add(RawMap& slice, const FindingList& findings, bool drop) noexcept;
    /// Copies all that was added, and says where its values are.
    void copy(Jobs& jobs) const noexcept;

private:
    // A slice, and where its arrays go to.
    struct Piece {
        const RawMap* from;
        flatline_vertex* vertices;
        flatline_linedef* linedefs;
        flatline_sidedef* sidedefs;
        flatline_sector* sectors;
        flatline_thing* things;
        flatline_unknown* unknowns;
        std::uint32_t first[kBlockKinds];  // number of its first element
        std::uint64_t first_unknown;
        std::uint32_t decoded_by;  // how far its decoded strings were moved
        bool same_names;
        bool drop;
    };

    bool add_names(RawMap& slice, Piece& piece) noexcept;
    void add_findings(const FindingList& findings, const Piece& piece) noexcept;
    void copy_share(const Piece& piece, std::size_t i, std::size_t of) const noexcept;
    void move_text(flatline_text& text, const Piece& piece) const noexcept {
        if (text.offset >= text_size_) text.offset += piece.decoded_by;
    }

    RawMap& whole_;
    text::NamePool& names_;
    FindingList& findings_;
    const Limits& limits_;
    std::size_t text_size_;
    ValueSlice* values_;
    Piece pieces_[kMostSlices];
    std::size_t count_ = 0;
};

}  // namespace flatline::engine::udmf
