// The quick machine reads plain statements as tools write them: `key = value;`, heads of known
// blocks, closing braces, with any blanks and comments between. It reports nothing but unknown
// keys. What it is not sure of is left to the careful machine, from the first byte of the same
// statement.
#pragma once

#include <cstddef>
#include <cstdint>

#include "flatline/limits.hpp"
#include "udmf/builder.hpp"
#include "udmf/language.hpp"
#include "udmf/report.hpp"
#include "udmf/source.hpp"

namespace flatline::udmf {

class Quick {
public:
    using Byte = unsigned char;

    Quick(const Limits& limits, const Source& source, Builder& builder, Report& report,
          const Language& language, OpenBlock& open, std::uint64_t& statements) noexcept;

    /// Where it has stopped: before a statement that is not plain, or behind a plain one.
    struct Stop {
        const Byte* at;
        std::uint16_t state;  // of runs (Runs::state): what was read last
        bool plain;
    };
    /// Reads one statement at `p`, and more of them as long as they begin from `from` to `to`.
    /// Precondition: `p` is not behind source.stop. `varies`: the text hardly repeats.
    Stop read(const Byte* p, const Byte* from, const Byte* to, std::uint16_t state,
              bool varies) noexcept {
        const bool ragged = varies && loose_ > looked_at_ / 2;
        return ragged ? loop<true>(p, from, to, state) : loop<false>(p, from, to, state);
    }

private:
    // Ragged: the number of blanks between tokens varies, so a loop over single blanks would end in
    // a branch that is guessed wrong.
    template <bool kRagged>
    Stop loop(const Byte* p, const Byte* from, const Byte* to, std::uint16_t state) noexcept;
    const Byte* head(const Byte* p, OpenBlock& open) noexcept;
    template <bool kRagged>
    const Byte* field(const Byte* p, OpenBlock& open, std::uint16_t& state) noexcept;
    template <bool kRagged>
    const Byte* value(const Byte* p, const FieldRecord& record, OpenBlock& open) noexcept;
    template <bool kRagged>
    const Byte* name(const Byte* p, const FieldRecord& record, OpenBlock& open) noexcept;
    const Byte* unknown(const Byte* key, std::size_t size, const Byte* p, OpenBlock open) noexcept;

    template <bool kRagged>
    const Byte* semicolon(const Byte* p) const noexcept;
    template <bool kRagged>
    const Byte* hop(const Byte* p) const noexcept;
    template <bool kRagged>
    const Byte* blanks(const Byte* p) const noexcept;
    const Byte* hop_comments(const Byte* p) const noexcept;

    const Source& source_;
    Builder& builder_;
    Report& report_;
    const Language& language_;
    OpenBlock& open_;
    std::uint64_t& statements_;
    // Up to these sizes no limit needs to be looked at.
    std::ptrdiff_t most_number_;
    std::size_t most_string_;
    std::size_t most_key_;
    double most_coordinate_;

    // Statements of a text that was not ragged, and those of them without a blank on either side of
    // their '='.
    std::uint64_t looked_at_ = 0;
    std::uint64_t loose_ = 0;
};

}  // namespace flatline::udmf
