#include "archive/sniff.hpp"

#include <algorithm>

#include "archive/names.hpp"
#include "text/chars.hpp"

namespace flatline::engine::archive {
namespace {

using std::string_view;

/// Goes over the first words of a text.
class Scanner {
public:
    explicit Scanner(string_view text) noexcept : text_(text) {
        if (text_.starts_with("\xEF\xBB\xBF")) text_.remove_prefix(3);
    }

    /// True at the end. A slash there may begin a comment, so it counts as the end unless `whole`.
    bool at_end(bool whole) const noexcept { return text_.empty() || (!whole && text_ == "/"); }
    char next() const noexcept { return text_.empty() ? '\0' : text_.front(); }
    void step() noexcept { text_.remove_prefix(1); }

    /// Passes blanks and comments. An open comment ends with the text.
    void skip_blanks() noexcept {
        for (;;) {
            const std::size_t blanks = count(text::is_blank);
            text_.remove_prefix(blanks);
            if (text_.starts_with("//")) {
                text_.remove_prefix(std::min(text_.find('\n'), text_.size()));
            } else if (text_.starts_with("/*")) {
                const std::size_t end = text_.find("*/", 2);
                text_.remove_prefix(end == string_view::npos ? text_.size() : end + 2);
            } else {
                return;
            }
        }
    }
    /// An identifier, or "".
    string_view word() noexcept {
        const bool starts = text::is_letter(static_cast<unsigned char>(next()));
        return starts ? cut(count(text::is_identifier)) : string_view();
    }
    string_view cut(std::size_t size) noexcept {
        const string_view out = text_.substr(0, size);
        text_.remove_prefix(out.size());
        return out;
    }
    std::size_t find(char c) const noexcept { return text_.find(c); }

private:
    std::size_t count(bool (*is)(unsigned char)) const noexcept {
        const auto end = std::find_if_not(
            text_.begin(), text_.end(), [&](char c) { return is(static_cast<unsigned char>(c)); });
        return static_cast<std::size_t>(end - text_.begin());
    }

    string_view text_;
};

string_view as_text(Bytes bytes) noexcept {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace

Sniffed sniff(Bytes head, bool whole) noexcept {
    const string_view text = as_text(head);
    if (text.starts_with("IWAD") || text.starts_with("PWAD")) return {FileKind::wad, false};
    // The second is a ZIP with nothing in it.
    if (text.starts_with("PK\x03\x04") || text.starts_with("PK\x05\x06")) {
        return {FileKind::zip, false};
    }
    if (text.starts_with("7z\xBC\xAF\x27\x1C")) return {FileKind::seven_zip, false};

    Scanner scanner(text);
    scanner.skip_blanks();
    while (scanner.next() == ';') {
        scanner.step();
        scanner.skip_blanks();
    }
    if (scanner.next() == '{') return {FileKind::doom3, false};
    const string_view word = scanner.word();
    if (word.empty() && !scanner.at_end(whole)) return {};
    scanner.skip_blanks();
    if (scanner.at_end(whole)) return {FileKind::unknown, !whole};
    if (scanner.next() == '{' && word == "Version") {
        // Doom 3 reads a Version line without a number, and then an entity. A block of a TEXTMAP
        // would begin with an identifier.
        scanner.step();
        scanner.skip_blanks();
        if (!whole && scanner.at_end(whole)) return {FileKind::unknown, true};
        const bool pairs = scanner.next() == '"' || scanner.next() == '{';
        return {pairs ? FileKind::doom3 : FileKind::textmap, false};
    }
    if (scanner.next() == '=' || scanner.next() == '{') return {FileKind::textmap, false};
    if (same_name(word, "Version") && text::is_digit(static_cast<unsigned char>(scanner.next()))) {
        return {FileKind::doom3, false};
    }
    return {};
}

}  // namespace flatline::engine::archive
