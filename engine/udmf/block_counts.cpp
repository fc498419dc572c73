#include "udmf/block_counts.hpp"

#include <cstring>

#include "text/chars.hpp"
#include "udmf/keywords.hpp"

namespace flatline::engine::udmf {
namespace {

using Byte = unsigned char;

const Byte* find(const Byte* p, const Byte* end, int byte) noexcept {
    return p < end
               ? static_cast<const Byte*>(std::memchr(p, byte, static_cast<std::size_t>(end - p)))
               : nullptr;
}

class BlockCounter {
public:
    explicit BlockCounter(Bytes text) noexcept
        : begin_(text.data()), end_(text.data() + text.size()), line_(begin_), seen_(begin_) {}

    BlockCounts run() noexcept {
        for (const Byte* p = begin_; (p = find(p, end_, '{')) != nullptr; ++p) count(p);
        return counts_;
    }

private:
    // What stands before a brace that opens a block is its keyword, or a comment after that.
    void count(const Byte* brace) noexcept {
        const Byte* const last = behind_word(begin_, brace);
        if (last == begin_) {
            ++counts_.others;
            return;
        }
        look_at_line(last);
        if (comment_ != nullptr) {
            // `thing // 12`; other comments and strings may hide that none begins there.
            const Byte* const word_end = behind_word(line_, comment_);
            if (hidden_ || word_end == line_) {
                ++counts_.unsure;
            } else {
                add(line_, word_end);
            }
        } else if (last[-1] == '/') {
            ++counts_.unsure;  // `thing /* 12 */`
        } else {
            add(line_, last);
        }
    }

    static const Byte* behind_word(const Byte* from, const Byte* p) noexcept {
        while (p > from && text::is_blank(p[-1])) --p;
        return p;
    }

    void add(const Byte* from, const Byte* word_end) noexcept {
        const Byte* word = word_end;
        while (word > from && text::is_identifier(word[-1])) --word;
        const std::uint8_t kind = block_kind(word, static_cast<std::size_t>(word_end - word));
        ++(kind < kBlockKinds ? counts_.blocks[kind] : counts_.others);
    }

    // Learns where the line begins that `p` stands in or after, and whether a comment of one line
    // begins before `p`. Each byte is looked at once: `p` never goes back.
    void look_at_line(const Byte* p) noexcept {
        if (p <= seen_) return;
        const Byte* from = p;
        while (from > seen_ && from[-1] != '\n') --from;
        if (from > begin_ && from[-1] == '\n') {
            line_ = from;
            comment_ = nullptr;
            hidden_ = false;
        }
        seen_ = p;
        if (comment_ == nullptr) {
            // The slash before may be the first of two.
            const Byte* slash = from > line_ ? from - 1 : from;
            while ((slash = find(slash, p - 1, '/')) != nullptr && slash[1] != '/') ++slash;
            comment_ = slash;
            from = line_;
        }
        if (comment_ == nullptr || hidden_) return;
        hidden_ = find(from, p, '"') != nullptr || find(from, p, '*') != nullptr;
    }

    const Byte* begin_;
    const Byte* end_;
    const Byte* line_;               // where the line begins that was looked at last
    const Byte* seen_;               // how far
    const Byte* comment_ = nullptr;  // the first "//" in it
    bool hidden_ = false;            // it may be in a string or in another comment
    BlockCounts counts_;
};

}  // namespace

BlockCounts count_blocks(Bytes text) noexcept { return BlockCounter(text).run(); }

}  // namespace flatline::engine::udmf
