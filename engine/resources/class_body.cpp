#include "resources/class_body.hpp"

#include "archive/names.hpp"
#include "base/real_text.hpp"

namespace flatline::engine::resources {

using archive::same_name;
using std::string_view;

namespace {

struct ClassFlag {
    string_view word;
    bool ClassBody::*member;
    bool value;
};
constexpr ClassFlag kFlags[] = {
    {"+SOLID", &ClassBody::solid, true},        {"-SOLID", &ClassBody::solid, false},
    {"+ISMONSTER", &ClassBody::monster, true},  {"-ISMONSTER", &ClassBody::monster, false},
    {"+SPAWNCEILING", &ClassBody::hangs, true}, {"-SPAWNCEILING", &ClassBody::hangs, false},
    {"Monster", &ClassBody::solid, true},       {"Monster", &ClassBody::monster, true},
};

bool read_size(string_view text, double& out) noexcept {
    double value = 0;
    if (!read_real(text, Exponent::allowed, value) || value < 0 || value > 32768) return false;
    out = value;
    return true;
}

bool is_marked(string_view body) noexcept {
    constexpr string_view kMark = "//$obsolete";
    for (std::size_t at = body.find("//$"); at != string_view::npos; at = body.find("//$")) {
        body.remove_prefix(at);
        if (same_name(body.substr(0, kMark.size()), kMark)) return true;
        body.remove_prefix(3);
    }
    return false;
}

}  // namespace

void ClassBody::to(ThingType& type) const noexcept {
    if (!describes()) return;
    type.described = true;
    type.radius = radius;
    type.height = height;
    type.blocking = solid ? 2 : 0;
    type.error = monster ? 2 : 1;
    type.monster = monster;
    type.hangs = hangs;
}

// Properties stand in the body itself, in ZScript in its block Default; what other blocks hold,
// states and functions, is passed over.
void read_class_body(Words& words, ClassBody& body) noexcept {
    const unsigned char* const from = words.place();
    std::size_t depth = 1;
    std::size_t properties = 1;  // the depth of the properties
    bool has_radius = body.has_size;
    bool has_height = body.has_size;
    string_view before;
    while (depth != 0) {
        const string_view word = words.next();
        if (word.data() == nullptr) break;
        if (word == "{") {
            if (++depth == 2 && same_name(before, "default")) properties = 2;
        } else if (word == "}") {
            if (--depth == 1) properties = 1;
        } else if (depth == properties) {
            if (same_name(before, "radius")) has_radius |= read_size(word, body.radius);
            if (same_name(before, "height")) has_height |= read_size(word, body.height);
            for (const ClassFlag& flag : kFlags) {
                if (same_name(word, flag.word)) body.*flag.member = flag.value;
            }
        }
        before = word;
    }
    body.has_size = has_radius && has_height;
    body.obsolete = is_marked(text::as_text(from, static_cast<std::size_t>(words.place() - from)));
}

}  // namespace flatline::engine::resources
