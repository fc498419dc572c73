// escape.hpp: escapes untrusted text for output. Names of files, maps and lumps, texts and
// arguments all pass through here; output.hpp writes only safe text.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace flatline::engine::tool {

/// How a format writes what must not stand in it. XML and CSV have it as text.
enum class Notation : std::uint8_t {
    text,  ///< \xHH for each byte
    json,  ///< \uHHHH inside a string
};

/// True for a code point that a terminal obeys, or with which a line reads otherwise: C0, DEL, C1,
/// the line ends of Unicode, and the marks that turn the direction of writing.
bool is_unsafe(std::uint32_t code_point);

/// Appends an ASCII character or a code point below U+10000 in that notation.
void append_escape(std::string& out, std::uint32_t code_point, Notation notation);

/// Calls `put` with pieces of `bytes` that a terminal may see: what is_unsafe and every byte that
/// is no UTF-8 becomes \xHH. Allocates nothing.
template <class Put>
void escape(std::string_view bytes, const Put& put);

/// Keeps text of strangers from being taken for a command of a workflow. GitHub Actions obeys a
/// line of a log that begins with "::" after blanks, and "##[" anywhere in it. The second ':' and
/// the '[' are written in the notation of the format, which reads back as the same.
/// Source: GitHub, Workflow commands for GitHub Actions.
class LineGuard {
public:
    /// Lets everything pass.
    LineGuard() = default;
    /// `commands`: lines that begin with "::" are the program's own.
    explicit LineGuard(Notation notation, bool commands = false)
        : is_on_(true), commands_(commands), notation_(notation) {}

    bool is_on() const { return is_on_; }
    /// Appends the next bytes of the stream, safe, to `out`.
    void pass(std::string_view bytes, std::string& out);

private:
    enum class Place : std::uint8_t { start, escape, code, colon, rest };

    bool refuses(char c);
    Place next(char c);
    Place behind_start(char c);

    bool is_on_ = false;
    bool commands_ = false;
    Notation notation_ = Notation::text;
    Place place_ = Place::start;
    int hashes_ = 0;                 // '#' just before, at most 2
    std::array<char, 3> lead_ = {};  // bytes of a character that may be a blank
    std::size_t lead_size_ = 0;
};

/// How many bytes at the start of `bytes` are one character, and whether it is written as it is.
struct EscapedStep {
    std::size_t size;
    bool is_safe;
};
EscapedStep first_step(std::string_view bytes);

template <class Put>
void escape(std::string_view bytes, const Put& put) {
    constexpr char kDigits[] = "0123456789abcdef";
    while (!bytes.empty()) {
        const EscapedStep step = first_step(bytes);
        if (step.is_safe) {
            put(bytes.substr(0, step.size));
        } else {
            for (const char c : bytes.substr(0, step.size)) {
                const auto byte = static_cast<unsigned char>(c);
                const char escaped[] = {'\\', 'x', kDigits[byte >> 4], kDigits[byte & 0xF]};
                put(std::string_view(escaped, sizeof escaped));
            }
        }
        bytes.remove_prefix(step.size);
    }
}

}  // namespace flatline::engine::tool
