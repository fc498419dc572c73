// The fast path reads plain statements as tools write them: `key = value;`, heads of known blocks,
// closing braces, with any blanks and comments between. It reports only unknown keys. If it is
// unsure, the slow path reads the same statement from its first byte.
#pragma once

#include <cstddef>
#include <cstdint>

#include "model/kernel.hpp"
#include "model/limits.hpp"
#include "text/tokens.hpp"
#include "udmf/builder.hpp"
#include "udmf/grammar_state.hpp"
#include "udmf/key_cache.hpp"
#include "udmf/report.hpp"
#include "udmf/source.hpp"

namespace flatline::engine::udmf {

class FastPath {
public:
    using Byte = unsigned char;

    FastPath(const Limits& limits, const Source& source, Builder& builder, Report& report,
             const GrammarState& grammar, OpenBlock& open, KeyCache& keys,
             std::uint64_t& statements) noexcept;

    /// Called before the first byte of the text. Any kernel reads the same. `by_tokens`: any text
    /// is read as one that is ragged.
    void begin(Kernel kernel, bool by_tokens) noexcept;

    /// Where it has stopped: before a statement that is not plain, or after a plain one.
    struct Stop {
        const Byte* at;
        std::uint16_t state;  // of runs (Runs::state): what was read last
        bool plain;
    };
    /// Reads one statement at `p`, and more of them as long as they begin from `from` to `to`.
    /// Precondition: `p` is not past source.stop. `varies`: the text hardly repeats.
    Stop read(const Byte* p, const Byte* from, const Byte* to, std::uint16_t state,
              bool varies) noexcept {
        if (!varies) return (this->*plain_)(p, from, to, state);
        return (this->*(loose_ > looked_at_ / 2 ? ragged_ : varied_))(p, from, to, state);
    }

private:
    enum class Layout : std::uint8_t {
        plain,   // fields follow each other in an order that repeats
        varied,  // they do not
    };
    struct Spelled;
    struct Spaced;
    struct Known;

    using Loop = Stop (FastPath::*)(const Byte*, const Byte*, const Byte*, std::uint16_t) noexcept;
    Stop plain(const Byte* p, const Byte* from, const Byte* to, std::uint16_t state) noexcept;
    Stop varied(const Byte* p, const Byte* from, const Byte* to, std::uint16_t state) noexcept;
    Stop ragged(const Byte* p, const Byte* from, const Byte* to, std::uint16_t state) noexcept;
    Stop plain_avx2(const Byte* p, const Byte* from, const Byte* to, std::uint16_t state) noexcept;
    Stop varied_avx2(const Byte* p, const Byte* from, const Byte* to, std::uint16_t state) noexcept;
    Stop ragged_avx2(const Byte* p, const Byte* from, const Byte* to, std::uint16_t state) noexcept;
    template <Layout kLayout, class Kernel>
    Stop loop(const Byte* p, const Byte* from, const Byte* to, std::uint16_t state) noexcept;
    template <class Kernel>
    Stop by_tokens(const Byte* p, const Byte* to, std::uint16_t state) noexcept;
    template <class Kernel>
    const Byte* assignment(OpenBlock& open, std::uint16_t& state) noexcept;
    const Byte* head(const Byte* p, OpenBlock& open) noexcept;
    std::uint8_t kind_of(const Byte* keyword, std::size_t size) const noexcept;
    const FieldRecord* field(const Byte* key, std::size_t size, std::uint8_t kind) const noexcept;
    template <Layout kLayout, class Kernel>
    Spelled key(const Byte* from, const Byte* key, std::uint8_t kind,
                KeyCache::Entry*& last) noexcept;
    Spelled spelled(const Byte* key, std::uint8_t kind) noexcept;
    Spelled new_spelling(const Byte* from, const Byte* key, std::uint8_t kind) noexcept;
    template <class Kernel, class Behind>
    const Byte* value(const Byte* p, const FieldRecord& record, OpenBlock& open,
                      Behind behind) noexcept;
    template <class Behind>
    const Byte* name(const Byte* p, const FieldRecord& record, OpenBlock& open,
                     Behind behind) noexcept;
    template <class Behind>
    const Byte* unknown(const Byte* key, const Byte* p, std::uint32_t index, std::uint8_t kind,
                        Behind behind) noexcept;

    const Byte* hop(const Byte* p) const noexcept;
    const Byte* hop_comments(const Byte* p) const noexcept;

    const Source& source_;
    Builder& builder_;
    Report& report_;
    const GrammarState& grammar_;
    OpenBlock& open_;
    KeyCache& keys_;
    Loop plain_ = &FastPath::plain;
    Loop varied_ = &FastPath::varied;
    Loop ragged_ = &FastPath::ragged;
    std::uint64_t& statements_;
    // Up to these sizes no limit needs to be looked at.
    std::ptrdiff_t most_number_;
    std::size_t most_string_;
    std::size_t most_key_;
    double most_coordinate_;

    // Keys that were read by their letters while the text was not known to be ragged, and those of
    // them without the blanks, or without any, that tools write beside '='.
    std::uint64_t looked_at_ = 0;
    std::uint64_t loose_ = 0;
    text::Tokens tokens_;  // of a ragged text
};

}  // namespace flatline::engine::udmf
