#include "reals.hpp"

#include <charconv>

#if defined(__cpp_lib_to_chars)
#include <system_error>
#else
// Of the library's own, where it is linked as a static one.
#include "base/real_text.hpp"
#endif

namespace flatline::tool {

#if defined(__cpp_lib_to_chars)

bool take_real(std::string_view& text, double& out) {
    const auto [at, error] = std::from_chars(text.data(), text.data() + text.size(), out);
    if (error != std::errc()) return false;
    text.remove_prefix(static_cast<std::size_t>(at - text.data()));
    return true;
}

char* put_real(char* out, double value) { return std::to_chars(out, out + kRealBytes, value).ptr; }

#else

bool take_real(std::string_view& text, double& out) {
    std::string_view number = text.substr(0, text.find_first_not_of("0123456789.-+eE"));
    if (!read_real(number, Exponent::allowed, out)) return false;
    text.remove_prefix(number.size());
    return true;
}

char* put_real(char* out, double value) { return put_shortest(out, value); }

#endif

}  // namespace flatline::tool
