#include "udmf/report.hpp"

namespace flatline::engine::udmf {

Finding Report::make(Rule rule, const OpenBlock& open, const Byte* at, const Byte* end,
                     FieldId field) const noexcept {
    Finding f = make_finding(rule, Lump::textmap, source_.offset(at));
    f.length = static_cast<std::uint32_t>(end - at);
    if (open.is_open()) {
        f.element = open.kind;
        f.index = open.index;
    }
    f.field = field;
    return f;
}

void Report::unknown_field(std::uint32_t index, std::uint8_t element, const Byte* key,
                           const Byte* key_end) noexcept {
    Finding f = make_finding(Rule::field_unknown, Lump::textmap, source_.offset(key));
    f.length = static_cast<std::uint32_t>(key_end - key);
    f.element = element;
    f.index = index;
    add(f);
}

std::nullptr_t Report::fail(Rule rule, const OpenBlock& open, const Byte* at, const Byte* end,
                            FieldId field) noexcept {
    Finding f = make(rule, open, at, end, field);
    f.refuses = 1;
    add(f);
    return nullptr;
}

std::nullptr_t Report::fail_limit(Rule rule, const OpenBlock& open, const Byte* at, const Byte* end,
                                  std::uint64_t met, std::uint64_t limit) noexcept {
    Finding f = make(rule, open, at, end);
    f.a = static_cast<std::int64_t>(met);
    f.b = static_cast<std::int64_t>(limit);
    f.refuses = 1;
    add(f);
    return nullptr;
}

std::nullptr_t Report::fail_memory(const OpenBlock& open, const Byte* at) noexcept {
    if (budget_.wanted() == 0) {
        out_of_memory_ = true;
        return nullptr;
    }
    return fail_limit(Rule::limit_arena_bytes, open, at, at, budget_.wanted(), budget_.limit());
}

}  // namespace flatline::engine::udmf
