// Finds the assignment that a later one of the same field takes the place of.
#pragma once

#include <string_view>

#include "base/list.hpp"
#include "model/map.hpp"
#include "text/chars.hpp"
#include "text/scan.hpp"
#include "udmf/field_tables.hpp"
#include "udmf/walk.hpp"

namespace flatline::engine::mend {

/// An assignment of a block.
struct Assignment {
    const unsigned char* key = nullptr;
    const unsigned char* value = nullptr;
    const unsigned char* end = nullptr;  // of the value

    std::string_view text() const noexcept {
        return text::as_text(value, static_cast<std::size_t>(end - value));
    }
};

/// Walks one block after the other. A search goes on where the last one of its block has ended, so
/// searches in the order of the text are linear together.
class FieldPairs {
public:
    explicit FieldPairs(const Map& map) noexcept;

    struct Pair {
        Assignment earlier, later;
    };
    /// The assignment whose key is at `key`, and the one of the same field before it, in the block
    /// that begins at `block`. Both keys are null where there is no such pair, and without memory.
    Pair find(const unsigned char* block, const unsigned char* key, std::uint8_t kind,
              FieldId field) noexcept;

private:
    struct FieldOccurrence {
        FieldId field;
        Assignment last;
    };
    FieldOccurrence* given(FieldId field) noexcept;

    text::Body body_;
    udmf::FieldTable table_;
    udmf::StatementWalk walk_;
    const unsigned char* block_ = nullptr;  // that walk_ is in
    const unsigned char* at_ = nullptr;     // the last key that it has met
    bool ended_ = false;                    // it has come to a brace that closes, or cannot go on
    List<FieldOccurrence> given_;           // each field of the block that it has met, once
};

}  // namespace flatline::engine::mend
