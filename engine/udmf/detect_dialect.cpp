#include "udmf/detect_dialect.hpp"

#include "flatline/types.h"
#include "text/chars.hpp"
#include "udmf/keywords.hpp"
#include "udmf/walk.hpp"

namespace flatline::engine::udmf {

namespace {
using Byte = unsigned char;
}

DetectedDialect detect_dialect(const Byte* begin, const Byte* end, Grammar grammar) noexcept {
    const bool automatic = grammar == Grammar::automatic;
    DetectedDialect first, last;
    bool v0_99 = grammar == Grammar::v0_99;
    std::uint8_t block = FLATLINE_BLOCK;
    Statement sign;
    StatementWalk walk(begin, end);
    for (;;) {
        const Statement found = walk.next();
        if (found.kind == StatementKind::end) break;
        if (found.kind == StatementKind::close && found.depth == 0) break;
        if (found.kind == StatementKind::open && found.depth == 0 && found.key != nullptr) {
            block = block_kind(found.key, found.key_size());
        }
        if (found.kind != StatementKind::assignment) continue;
        if (automatic && found.depth == 1 && sign.key == nullptr &&
            is_sign_of_0_99(block, found.key, found.key_size())) {
            sign = found;
        }
        DetectedDialect name;
        name.name_begin = found.at;
        name.name_end = walk.pass_value(&name.escaped);
        if (name.name_end == nullptr) break;
        if (found.depth != 0 ||
            !text::same_name(text::as_text(found.key, found.key_size()), "namespace")) {
            continue;
        }
        const bool quoted = *found.at == '"';
        if (quoted) {
            ++name.name_begin;
            --name.name_end;
        } else if (automatic && text::is_letter(*found.at)) {
            v0_99 = true;
        }
        if (name.name_end == name.name_begin) continue;
        // A namespace without quotes is none of 1.1, and an empty one is none at all.
        if (quoted && first.name_begin == nullptr) first = name;
        last = name;
    }
    DetectedDialect detected = v0_99 || sign.key != nullptr ? last : first;
    if (!v0_99) {
        detected.sign_begin = sign.key;
        detected.sign_end = sign.key_end;
    }
    detected.v0_99 = v0_99 || sign.key != nullptr;
    return detected;
}

}  // namespace flatline::engine::udmf
