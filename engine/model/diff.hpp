// model/diff.hpp: the differences of two maps, element by element.
#pragma once

#include <cstdint>
#include <utility>

#include "flatline/export.h"
#include "flatline/types.h"
#include "model/buffer.hpp"
#include "model/limits.hpp"
#include "model/map.hpp"
#include "model/memory.hpp"
#include "model/progress.hpp"
#include "model/result.hpp"
#include "model/view.hpp"

namespace flatline::engine {

struct DiffOptions {
    /// True: what the format of one of the maps cannot hold is no difference.
    bool lossy = false;
    /// Only arena-bytes counts.
    Limits limits = {};
    /// For working memory.
    MemoryHooks memory = {};
    /// Called with the number of steps done; may cancel the comparison with Status::cancelled.
    ProgressHooks progress = {};
};

/// The changes that make one map of another. Strings lie in the two maps, which must outlive this.
/// Move-only.
class Diff {
public:
    Diff() noexcept = default;
    Diff(Buffer&& changes, Buffer&& fields) noexcept
        : changes_(std::move(changes)), fields_(std::move(fields)) {}

    /// By kind of element: globals, blocks, sectors, lines with their sides after them, vertices,
    /// things. Of one kind what was removed or changed comes in the order of the first map, then
    /// what was added in the order of the second.
    View<flatline_change> changes() const noexcept FLATLINE_LIFETIMEBOUND {
        return {reinterpret_cast<const flatline_change*>(changes_.data()),
                changes_.size() / sizeof(flatline_change)};
    }
    /// The fields of one change, by name. Precondition: `change` is one of changes().
    View<flatline_field_change> fields(const flatline_change& change) const noexcept
        FLATLINE_LIFETIMEBOUND {
        return {reinterpret_cast<const flatline_field_change*>(fields_.data()) + change.first_field,
                change.field_count};
    }
    /// Of all changes, one after another.
    View<flatline_field_change> fields() const noexcept FLATLINE_LIFETIMEBOUND {
        return {reinterpret_cast<const flatline_field_change*>(fields_.data()),
                fields_.size() / sizeof(flatline_field_change)};
    }

private:
    Buffer changes_, fields_;
};

/// Compares two maps by content, never by index. Expected time is linear in both maps, and n log n
/// in what differs. Errors: refused where arena-bytes is too low, out_of_memory, cancelled. Any
/// thread. Source: docs/diff.md.
Result<Diff> diff(const Map& before, const Map& after, const DiffOptions& options = {}) noexcept;

}  // namespace flatline::engine
