#include "doom3/report.hpp"

#include "base/finding_edit.hpp"

namespace flatline::engine::doom3 {

Finding Report::finding(Rule rule, const Byte* at, const Byte* end, std::int64_t a,
                        std::int64_t b) const noexcept {
    Finding f = make_finding(rule, Lump::map, text_.offset(at));
    f.length = static_cast<std::uint32_t>(end - at);
    f.index = index_;
    f.element = element_;
    f.a = a;
    f.b = b;
    return f;
}

void Report::note(Rule rule, const Byte* at, const Byte* end, std::int64_t a,
                  std::int64_t b) noexcept {
    findings_.add(finding(rule, at, end, a, b));
}

Step Report::fail(Rule rule, const Byte* at, const Byte* end, std::int64_t a,
                  std::int64_t b) noexcept {
    Finding f = finding(rule, at, end, a, b);
    f.refuses = !partial_;
    findings_.add(f);
    return fail_again();
}

Step Report::refuse(Rule rule, const Byte* at, const Byte* end, std::int64_t a,
                    std::int64_t b) noexcept {
    Finding f = finding(rule, at, end, a, b);
    f.refuses = 1;
    findings_.add(f);
    return Step::stop;
}

void Report::only(Rule rule, const Byte* at, const Byte* end) noexcept {
    detail::FindingEdit::clear(findings_);
    about(FLATLINE_MAP, FLATLINE_NONE);
    refuse(rule, at, end);
}

Step Report::fail_limit(Rule rule, const Byte* at, std::uint64_t met,
                        std::uint64_t limit) noexcept {
    return refuse(rule, at, at, static_cast<std::int64_t>(met), static_cast<std::int64_t>(limit));
}

Step Report::fail_memory(const Byte* at) noexcept {
    if (budget_.wanted() == 0) {
        out_of_memory_ = true;
        return Step::stop;
    }
    return fail_limit(Rule::limit_arena_bytes, at, budget_.wanted(), budget_.limit());
}

}  // namespace flatline::engine::doom3
