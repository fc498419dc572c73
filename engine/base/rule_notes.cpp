// The notes of rules: why, mend, ports.
#include <string_view>

#include "model/findings.hpp"

namespace flatline::engine {
namespace {

struct NoteRow {
    std::string_view id;
    RuleNote note;
};
constexpr NoteRow kNoteRows[] = {
#define FLATLINE_RULE_NOTE(id, why, mend, ports) {id, {why, mend, ports}},
#include "base/rule_notes.inc"
#undef FLATLINE_RULE_NOTE
};

bool fits(std::string_view row, std::string_view id) noexcept {
    if (!row.empty() && row.back() == '*') {
        row.remove_suffix(1);
        return id.substr(0, row.size()) == row;
    }
    return row == id;
}

}  // namespace

RuleNote rule_note(Rule rule) noexcept {
    const auto index = static_cast<std::size_t>(rule);
    if (index >= rule_rows().size()) return {};
    for (const NoteRow& row : kNoteRows) {
        if (fits(row.id, rule_rows()[index].id)) return row.note;
    }
    return {};
}

}  // namespace flatline::engine
