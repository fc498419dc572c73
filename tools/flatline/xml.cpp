#include "xml.hpp"

#include <fmt/format.h>

#include <iterator>

#include "text.hpp"
#include "utf8.hpp"

namespace flatline::engine::tool {

std::string xml_text(std::string_view bytes) {
    std::string out;
    const std::string clean = printable(bytes);
    std::string_view rest = clean;
    while (!rest.empty()) {
        const CodePoint c = first_code_point(rest);
        switch (c.value) {
            case '&':
                out += "&amp;";
                break;
            case '<':
                out += "&lt;";
                break;
            case '>':
                out += "&gt;";
                break;
            case '"':
                out += "&quot;";
                break;
            case 0xFFFE:
            case 0xFFFF:
                fmt::format_to(std::back_inserter(out), "\\u{:04x}", c.value);
                break;
            default:
                out.append(rest.substr(0, c.size));
        }
        rest.remove_prefix(c.size);
    }
    return out;
}

}  // namespace flatline::engine::tool
