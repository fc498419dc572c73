#include "fix/field_pairs.hpp"

namespace flatline::engine::mend {

FieldPairs::FieldPairs(const Map& map) noexcept
    : body_(text::body_of(reinterpret_cast<const unsigned char*>(map.textmap().data()),
                          map.textmap().size())),
      table_(map.dialect(), map.grammar() == Grammar::v0_99),
      walk_(body_.end, body_.end) {}

// A block has some dozens of fields.
FieldPairs::FieldOccurrence* FieldPairs::given(FieldId field) noexcept {
    for (FieldOccurrence& one : given_) {
        if (one.field == field) return &one;
    }
    return given_.push({field, {}}) ? &given_.back() : nullptr;
}

FieldPairs::Pair FieldPairs::find(const unsigned char* block, const unsigned char* key,
                                  std::uint8_t kind, FieldId field) noexcept {
    if (block != block_ || key <= at_) {
        block_ = at_ = block;
        walk_ = udmf::StatementWalk(block, body_.end);
        given_.truncate(0);
        ended_ = false;
    }
    while (!ended_) {
        const udmf::Statement found = walk_.next();
        if (found.kind == udmf::StatementKind::end || found.kind == udmf::StatementKind::close) {
            break;
        }
        if (found.kind != udmf::StatementKind::assignment) continue;
        at_ = found.key;
        bool escaped = false;
        const unsigned char* const end = walk_.pass_value(&escaped);
        if (end == nullptr) break;
        const udmf::FieldRecord* const record =
            udmf::find_field(table_, kind, found.key, found.key_size(), body_.end);
        if (record == nullptr) continue;
        FieldOccurrence* const last = given(record->field);
        if (last == nullptr) break;
        const Assignment earlier = last->last;
        last->last = {found.key, found.at, end};
        if (record->field != field || found.key != key) continue;
        return earlier.key != nullptr ? Pair{earlier, last->last} : Pair{};
    }
    ended_ = true;
    return {};
}

}  // namespace flatline::engine::mend
