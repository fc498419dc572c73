// Namespace and grammar of a text: which fields a block knows, and whether that guess was wrong
// (docs/udmf.md, "Namespaces").
#pragma once

#include "udmf/builder.hpp"
#include "udmf/read_options.hpp"
#include "udmf/report.hpp"
#include "udmf/source.hpp"
#include "udmf/value.hpp"

namespace flatline::engine::udmf {

/// Begins with what the options say, and learns the namespace when it is met. A namespace after
/// elements, a second one in 0.99, or a sign of 0.99 may change what was read before, and what is
/// an error may be none under other rules. Then the whole text decides, once.
class GrammarState {
public:
    using Byte = unsigned char;

    GrammarState(const ReadOptions& options, const Source& source, Builder& builder,
                 Report& report) noexcept
        : options_(options),
          source_(source),
          builder_(builder),
          report_(report),
          table_(Dialect::udmf11, false) {}

    /// Called before the first byte with the namespace that holds there. Nothing is decided then.
    void begin(const NamespaceRow* row) noexcept {
        decided_ = false;
        sign_begin_ = sign_end_ = nullptr;
        choose(row, options_.grammar == Grammar::v0_99);
    }
    /// Called before the first byte, each time that the text is read.
    void restart() noexcept;

    const FieldTable& table() const noexcept { return table_; }
    Dialect dialect() const noexcept { return row_ != nullptr ? row_->dialect : Dialect::udmf11; }
    bool v0_99() const noexcept { return v0_99_; }
    const NamespaceRow* row() const noexcept { return row_; }

    /// True if a key that the block does not know may be one of 0.99.
    bool is_sign(std::uint8_t block, const Byte* key, std::size_t size) const noexcept;
    /// Something was met that only the whole text can decide. asked() is true until settle().
    void ask() noexcept { asked_ = true; }
    bool asked() const noexcept { return asked_; }
    /// Decides by the whole text; true if it has to be read again from its first byte.
    bool settle() noexcept;

    /// Takes the value of a namespace statement, whose key is at `key`. `statements` and `blocks`
    /// tell whether any stand before it.
    void namespace_is(const Value& value, const Byte* key, bool statements, bool blocks) noexcept;
    /// Called after the text: reports on its namespace and keeps it. False if memory is out,
    /// which is reported.
    [[nodiscard]] bool finish() noexcept;

private:
    void choose(const NamespaceRow* row, bool v0_99) noexcept;
    bool may_decide() const noexcept { return options_.grammar == Grammar::automatic && !decided_; }

    const ReadOptions& options_;
    const Source& source_;
    Builder& builder_;
    Report& report_;
    FieldTable table_;
    const NamespaceRow* row_ = nullptr;  // of the namespace that table_ is for
    bool v0_99_ = false;
    bool decided_ = false;  // by the whole text
    bool asked_ = false;
    bool met_ = false;             // a namespace
    const Byte* begin_ = nullptr;  // of the value that counts
    const Byte* end_ = nullptr;
    const Byte* sign_begin_ = nullptr;  // the field that made the text 0.99, if one did
    const Byte* sign_end_ = nullptr;
};

}  // namespace flatline::engine::udmf
