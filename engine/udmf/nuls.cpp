#include "udmf/nuls.hpp"

#include <cstring>

#include "text/scan.hpp"
#include "udmf/walk.hpp"

namespace flatline::engine::udmf {
namespace {

using Byte = unsigned char;

const Byte* find_nul(const Byte* p, const Byte* end) noexcept {
    return static_cast<const Byte*>(std::memchr(p, 0, static_cast<std::size_t>(end - p)));
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
    StatementWalk walk(source.begin, end, StatementWalk::Comments::reported);
    for (const Byte* passed = source.begin;;) {
        const Statement found = walk.next();
        const bool is_comment = found.kind == StatementKind::comment;
        const Byte* const behind = is_comment ? found.at : walk.place();
        if (const Byte* const nul = find_nul(passed, behind); nul != nullptr) {
            report.fail(Rule::syntax_nul, {}, nul, nul + 1);
            return false;
        }
        passed = behind;
        if (found.kind == StatementKind::end) return true;
        if (!is_comment) continue;
        const Byte* const closed = text::skip_comment(found.at, end);
        passed = closed != nullptr ? closed : end;
        const Byte* const nul = find_nul(found.at, passed);
        if (nul != nullptr) report.warn(Rule::portability_nul, {}, nul, nul + 1);
        walk.resume(passed);
    }
}

}  // namespace flatline::engine::udmf
