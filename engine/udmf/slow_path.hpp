// The slow path reads whole statements with every read checked: all forms of values, unknown fields
// and blocks, and every error. It can read any text alone; the other paths only make it faster.
#pragma once

#include "udmf/builder.hpp"
#include "udmf/checkpoint.hpp"
#include "udmf/grammar_state.hpp"
#include "udmf/read_options.hpp"
#include "udmf/report.hpp"
#include "udmf/source.hpp"
#include "udmf/value.hpp"

namespace flatline::engine::udmf {

class SlowPath {
public:
    using Byte = unsigned char;

    SlowPath(const ReadOptions& options, const Source& source, Builder& builder, Report& report,
             GrammarState& grammar, Checkpoint& checkpoint, OpenBlock& open,
             std::uint64_t& statements) noexcept
        : options_(options),
          limits_(*options.limits),
          source_(source),
          builder_(builder),
          report_(report),
          grammar_(grammar),
          checkpoint_(checkpoint),
          open_(open),
          statements_(statements) {}

    /// Called before the first byte of a text, or of a slice where `slice` is not null.
    void begin(const Slice* slice) noexcept {
        slice_ = slice;
        inner_brace_ = nullptr;
        statements_before_ = unknown_blocks_before_ = false;
    }
    /// Reads one statement, the head of a block, a brace or a ';' at `p`, with the blanks and
    /// comments before it. Returns the byte after it, or source.end. Null where the text is
    /// refused with a finding, memory is out, the load is to end (checkpoint.ended), or the whole
    /// text has to decide how to read on (grammar.asked).
    const Byte* statement(const Byte* p) noexcept;

private:
    // slow_path.cpp: statements and blocks.
    const Byte* top_statement(const Byte* p) noexcept;
    const Byte* open_block(std::uint8_t kind, const Byte* key, const Byte* key_end,
                           const Byte* brace) noexcept;
    const Byte* close_block(const Byte* p) noexcept;
    Rule missing_front() const noexcept;
    bool may_leave_flats_out() const noexcept;
    bool report_missing(std::uint64_t missing) noexcept;
    const Byte* namespace_statement(const Byte* key, const Byte* p) noexcept;
    const Byte* field_statement(const Byte* p) noexcept;
    const FieldRecord* known_field(std::uint8_t block, const Byte* key,
                                   std::size_t size) const noexcept {
        return find_field(grammar_.table(), block, key, size, source_.end);
    }
    bool keep_unknown(const Byte* key, const Byte* key_end, std::uint16_t depth,
                      const Value& value) noexcept;
    bool push_unknown(const Byte* key, const Byte* key_end, std::uint8_t element,
                      const flatline_unknown& value) noexcept;
    struct Nest;
    const Byte* open_unknown(const Byte* key, const Byte* key_end, const Byte* p,
                             Nest& nest) noexcept;
    const Byte* unknown_statement(const Byte* key, Nest& nest) noexcept;
    const Byte* unknown_block(const Byte* key, const Byte* key_end, const Byte* p) noexcept;

    // slow_path_values.cpp: tokens, values, what may be stored.
    const Byte* skip(const Byte* p) noexcept;
    bool no_nul(const Byte* p, const Byte* end) noexcept;
    const Byte* identifier(const Byte* p) noexcept;
    const Byte* semicolon(const Byte* p) noexcept;
    const Byte* read_quoted(const Byte* p, Value& value) noexcept;
    const Byte* read_number(const Byte* p, FieldId field, Value& value) noexcept;
    const Byte* read_word(const Byte* p, Value& value) noexcept;
    const Byte* read_value(const Byte* p, FieldId field, Value& value) noexcept;
    const Byte* assigned(const Byte* p, FieldId field, Value& value) noexcept;
    bool store(const FieldRecord& record, const Value& value, const Byte* key) noexcept;
    bool store_real(const FieldRecord& record, const Value& value) noexcept;
    static bool is_colour(const FieldRecord& record, const text::Number& number) noexcept;
    static std::int32_t fitted(const FieldRecord& record, const Value& value) noexcept;
    bool store_integer(const FieldRecord& record, const Value& value) noexcept;
    bool store_boolean(const FieldRecord& record, const Value& value) noexcept;
    bool store_text(const FieldRecord& record, const Value& value) noexcept;
    bool wrong_kind(const FieldRecord& record, const Value& value) noexcept;
    bool check_bound(const FieldRecord& record, double number, const Value& value) noexcept;
    bool stored(bool done, const Value& value) noexcept {
        return done || report_.fail_memory(open_, value.begin) != nullptr;
    }

    std::nullptr_t fail(Rule rule, const Byte* at, const Byte* end,
                        FieldId field = FLATLINE_NO_FIELD) noexcept {
        return report_.fail(rule, open_, at, end, field);
    }
    std::nullptr_t fail_at_end(Rule otherwise) noexcept;

    const ReadOptions& options_;
    const Limits& limits_;
    const Source& source_;
    Builder& builder_;
    Report& report_;
    GrammarState& grammar_;
    Checkpoint& checkpoint_;
    OpenBlock& open_;
    std::uint64_t& statements_;
    const Slice* slice_ = nullptr;
    const Byte* inner_brace_ = nullptr;  // of the innermost unknown block that is open
    bool statements_before_ = false;     // beside known blocks
    bool unknown_blocks_before_ = false;
};

}  // namespace flatline::engine::udmf
