// Goes over the values that a text gives to known fields: a second pass over the text, for values
// that the map does not keep.
#pragma once

#include <cstdint>

#include "model/fields.hpp"
#include "model/view.hpp"
#include "text/scan.hpp"
#include "udmf/field_tables.hpp"
#include "udmf/keywords.hpp"
#include "udmf/walk.hpp"

namespace flatline::engine::udmf {

/// Calls use(field, index, begin, end) for every value of a known field in the blocks of those
/// kinds, in text order: the last call of a field and an index is what counts. `index` counts the
/// blocks of its kind, strings come with their quotes. The text was read with these tables.
template <class Use>
void each_value(Bytes text, Dialect dialect, bool v0_99, const bool (&kinds)[kBlockKinds],
                const Use& use) noexcept {
    const FieldTable table(dialect, v0_99);
    const text::Body body = text::body_of(text.data(), text.size());
    std::uint32_t counts[kBlockKinds] = {};
    std::uint32_t index = 0;
    std::uint8_t block = FLATLINE_BLOCK;
    bool wanted = false;
    StatementWalk walk(body.begin, body.end);
    for (;;) {
        const Statement found = walk.next();
        if (found.kind == StatementKind::end) return;
        if (found.kind == StatementKind::open && found.depth == 0 && found.key != nullptr) {
            block = block_kind(found.key, found.key_size());
            wanted = block < kBlockKinds && kinds[block];
            if (block < kBlockKinds) index = counts[block]++;
        }
        if (found.kind != StatementKind::assignment || !wanted || found.depth != 1) continue;
        const FieldRecord* record = find_field(table, block, found.key, found.key_size(), body.end);
        if (record == nullptr) continue;
        bool escaped = false;
        const unsigned char* const behind = walk.pass_value(&escaped);
        if (behind == nullptr) return;
        use(record->field, index, found.at, behind);
    }
}

}  // namespace flatline::engine::udmf
