// The one walk over the grammar of UDMF, for code that searches a text without loading it. It goes
// from statement to statement over any bytes and skips everything else. Only the reader
// reports errors.
#pragma once

#include <cstddef>
#include <cstdint>

#include "text/scan.hpp"

namespace flatline::engine::udmf {

enum class StatementKind : std::uint8_t {
    end,         // of the text, or a string or comment that has none
    open,        // '{'; the keyword before it is the key
    close,       // '}', also one too many
    assignment,  // a key and '='; its value begins at `at`
    comment,     // where the walk stops at comments
    other,       // anything else: a stray byte, a string or a word by itself
};

/// What a walk has come to. `at` is the brace, or the first byte of the value or of what is no
/// statement. The key is empty (null to null) if there is none.
struct Statement {
    StatementKind kind = StatementKind::end;
    const unsigned char* at = nullptr;
    const unsigned char* key = nullptr;
    const unsigned char* key_end = nullptr;
    std::uint64_t depth = 0;  // open blocks around it, with the one that a '}' closes

    std::size_t key_size() const noexcept { return static_cast<std::size_t>(key_end - key); }
};

/// Bytes from `begin` to `end` need not be a whole text: a walk may begin after any statement.
/// No byte at or after `end` is read. Linear, allocates nothing.
class StatementWalk {
public:
    enum class Comments : bool { skipped, reported };

    StatementWalk(const unsigned char* begin, const unsigned char* end,
                  Comments comments = Comments::skipped) noexcept
        : p_(begin), end_(end), reports_comments_(comments == Comments::reported) {}

    /// The next statement. If comments are reported, one after a key comes with that
    /// key, which is then forgotten; an assignment with a comment after its '=' is no statement.
    Statement next() noexcept;

    /// Passes the value of the assignment that next() gave, a string or a word, and returns the
    /// byte after it; null if a string is not closed. next() does it where the caller has not.
    const unsigned char* pass_value(bool* escaped) noexcept;

    /// Where the walk stands: after the last statement, or before its value or comment if it has
    /// one.
    const unsigned char* place() const noexcept { return p_; }
    /// Goes on at `p`, which is after the value of the assignment that next() gave.
    void resume(const unsigned char* p) noexcept {
        p_ = p;
        before_value_ = false;
    }
    /// Goes on at `p`, which is after a statement, with so many blocks open.
    void resume(const unsigned char* p, std::uint64_t depth) noexcept {
        resume(p);
        depth_ = depth;
    }

private:
    bool pass_blanks() noexcept;
    const Statement& tell(Statement& found, StatementKind kind) const noexcept;

    const unsigned char* p_;
    const unsigned char* end_;
    std::uint64_t depth_ = 0;
    bool reports_comments_;
    bool before_value_ = false;
};

/// A place at which a known block is likely to begin.
struct BlockPlace {
    const unsigned char* keyword = nullptr;
    std::uint8_t kind = 0;  // FLATLINE_VERTEX ...
};

/// Finds the first such place after a '}' at `p` or further on; keyword is null if there is
/// none. Strings and comments may hold such a place too, so only reading the text makes sure.
BlockPlace find_block(const unsigned char* p, const unsigned char* end) noexcept;

}  // namespace flatline::engine::udmf
