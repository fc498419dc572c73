#include "udmf/nuls.hpp"

#include <cstring>

#include "text/scan.hpp"

namespace flatline::engine::udmf {
namespace {

using Byte = unsigned char;

const Byte* find_nul(const Byte* p, const Byte* end) noexcept {
    return static_cast<const Byte*>(std::memchr(p, 0, static_cast<std::size_t>(end - p)));
}

// After the string or comment that begins at `p`; the end of the text where it has no end.
const Byte* behind_string(const Byte* p, const Byte* end) noexcept {
    bool escaped = false;
    const Byte* const behind = text::skip_string(p, end, &escaped);
    return behind != nullptr ? behind : end;
}
const Byte* behind_any_comment(const Byte* p, const Byte* end) noexcept {
    const Byte* const behind = text::skip_comment(p, end);
    return behind != nullptr ? behind : end;
}

// A mark, or two letters of ASCII with a NUL beside each.
bool is_utf_16(const Byte* p, const Byte* end) noexcept {
    if (end - p < 4) return false;
    const bool mark = (p[0] == 0xFF && p[1] == 0xFE) || (p[0] == 0xFE && p[1] == 0xFF);
    const bool low_first = p[0] != 0 && p[1] == 0 && p[2] != 0 && p[3] == 0;
    const bool high_first = p[0] == 0 && p[1] != 0 && p[2] == 0 && p[3] != 0;
    return mark || low_first || high_first;
}

}  // namespace

bool report_nuls(const Source& source, Report& report) noexcept {
    const Byte* const end = source.end;
    if (is_utf_16(source.begin, end)) {
        report.fail(Rule::syntax_utf_16, {}, source.begin, source.begin + 2);
        return false;
    }
    const Byte* p = source.begin;
    const Byte* nul = find_nul(p, end);
    while (nul != nullptr) {
        // Over whole strings and comments: what the NUL stands in is what counts.
        bool in_comment = false;
        while (p <= nul && !in_comment) {
            if (text::begins_comment(p, end)) {
                p = behind_any_comment(p, end);
                in_comment = p > nul;
                continue;
            }
            p = *p == '"' ? behind_string(p, end) : p + 1;
            if (p <= nul) continue;
            report.fail(Rule::syntax_nul, {}, nul, nul + 1);
            return false;
        }
        report.warn(Rule::portability_nul, {}, nul, nul + 1);
        nul = p < end ? find_nul(p, end) : nullptr;
    }
    return true;
}

}  // namespace flatline::engine::udmf
