// Doubles where the standard library reads and writes none: as the library itself does it.
#include "reals.hpp"

#include "base/real_text.hpp"

namespace flatline::engine::tool {

bool take_real(std::string_view& text, double& out) {
    const std::string_view number = text.substr(0, text.find_first_not_of("0123456789.-+eE"));
    if (!read_real(number, Exponent::allowed, out)) return false;
    text.remove_prefix(number.size());
    return true;
}

char* put_real(char* out, double value) { return put_shortest(out, value); }

}  // namespace flatline::engine::tool
