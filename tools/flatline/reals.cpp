#include "reals.hpp"

#include <charconv>
#include <system_error>

namespace flatline::engine::tool {

bool take_real(std::string_view& text, double& out) {
    const auto [at, error] = std::from_chars(text.data(), text.data() + text.size(), out);
    if (error != std::errc()) return false;
    text.remove_prefix(static_cast<std::size_t>(at - text.data()));
    return true;
}

char* put_real(char* out, double value) { return std::to_chars(out, out + kRealBytes, value).ptr; }

}  // namespace flatline::engine::tool
