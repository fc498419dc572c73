#include "udmf/grammar_state.hpp"

#include "text/scan.hpp"
#include "udmf/detect_dialect.hpp"
#include "udmf/keywords.hpp"

namespace flatline::engine::udmf {

void GrammarState::choose(const NamespaceRow* row, bool v0_99) noexcept {
    row_ = row;
    v0_99_ = builder_.raw().v0_99 = v0_99;
    builder_.raw().dialect = dialect();
    table_ = FieldTable(dialect(), v0_99);
    builder_.set_defaults(make_defaults(dialect(), v0_99, row != nullptr && row->zero_line_id));
}

void GrammarState::restart() noexcept {
    met_ = asked_ = false;
    // Reported first: where the text is refused by the rules of 0.99, this tells why they hold.
    if (sign_begin_ != nullptr) report_.warn(Rule::grammar_0_99, {}, sign_begin_, sign_end_);
}

bool GrammarState::is_sign(std::uint8_t block, const Byte* key, std::size_t size) const noexcept {
    return may_decide() && is_sign_of_0_99(block, key, size);
}

bool GrammarState::settle() noexcept {
    asked_ = false;
    if (decided_) return false;
    decided_ = true;
    const DetectedDialect detected = detect_dialect(source_.begin, source_.end, options_.grammar);
    char name[32];  // longer than any namespace that is known
    std::size_t size = 0;
    for (const Byte* p = detected.name_begin; p != detected.name_end && size < sizeof name; ++p) {
        const bool escape = detected.escaped && *p == '\\';
        name[size++] = static_cast<char>(escape ? text::unescaped(*++p) : *p);
    }
    const NamespaceRow* row =
        options_.namespace_override.empty() ? find_namespace({name, size}) : row_;
    if (detected.v0_99 == v0_99_ && row == row_) return false;
    choose(row, detected.v0_99);
    sign_begin_ = detected.sign_begin;
    sign_end_ = detected.sign_end;
    return true;
}

void GrammarState::namespace_is(const Value& value, const Byte* key, bool statements,
                                bool blocks) noexcept {
    if (value.kind != Value::Kind::string) {
        // A namespace without quotes is a sign of 0.99, whichever word it is.
        if (value.kind != Value::Kind::number && may_decide()) ask();
        if (met_) {
            report_.warn(Rule::namespace_duplicate, {}, value.begin, value.end);
        } else {
            report_.warn(Rule::field_type, {}, value.begin, value.end,
                         flatline::engine::find_field(FLATLINE_GLOBAL, "namespace"));
        }
        return;
    }
    if (value.text.size == 0) return;  // says nothing
    if (met_) {
        report_.warn(Rule::namespace_duplicate, {}, value.begin, value.end);
    } else if (statements) {
        report_.warn(Rule::namespace_not_first, {}, key, value.end);
    }
    const bool counts = !met_ || v0_99_;
    met_ = true;
    if (!counts) return;
    begin_ = value.begin;
    end_ = value.end;
    builder_.raw().map_namespace = value.text;
    builder_.raw().own_namespace = value.text;
    if (decided_ || !options_.namespace_override.empty()) return;
    if (blocks) {
        ask();
        return;
    }
    const NamespaceRow* row = find_namespace(builder_.string_of(value.text));
    if (row != row_) choose(row, v0_99_);
}

bool GrammarState::finish() noexcept {
    std::string_view name = options_.namespace_override;
    if (name.empty()) {
        if (!met_) {
            report_.warn(Rule::namespace_missing, {}, source_.begin, source_.begin);
            return true;
        }
        name = builder_.string_of(builder_.raw().map_namespace);
    }
    if (row_ == nullptr) {
        const bool given = !options_.namespace_override.empty();
        report_.warn(Rule::namespace_unknown, {}, given ? source_.begin : begin_,
                     given ? source_.begin : end_);
    }
    return builder_.keep_namespace(name) || report_.fail_memory({}, source_.begin) != nullptr;
}

}  // namespace flatline::engine::udmf
