#include "resources/config_text.hpp"

#include "text/scan.hpp"

namespace flatline::engine::resources {

using std::string_view;

ConfigText::ConfigText(Bytes text) noexcept {
    const text::Body body = text::body_of(text.data(), text.size());
    begin_ = text.data();
    p_ = body.begin;
    end_ = body.end;
}

/// False if a comment is not closed.
bool ConfigText::skip() noexcept {
    const Byte* opened = nullptr;
    const Byte* const behind = text::skip_blank(p_, end_, &opened);
    p_ = behind != nullptr ? behind : opened;
    return behind != nullptr;
}

bool ConfigText::expect(Byte c) noexcept {
    if (!skip() || p_ == end_ || *p_ != c) return false;
    ++p_;
    return true;
}

/// A string, or what stands up to a sign, a comment or the end of the line, without blanks around.
bool ConfigText::word(string_view& out) noexcept {
    if (!skip() || p_ == end_) return false;
    const Byte* const from = p_;
    if (*p_ == '"') {
        bool escaped = false;
        const Byte* const behind = text::skip_string(p_, end_, &escaped);
        if (behind == nullptr) return false;
        p_ = behind;
        out = text::as_text(from + 1, static_cast<std::size_t>(behind - from) - 2);
        return true;
    }
    constexpr string_view kSigns = "={}();,\"\n\r";
    while (p_ < end_ && kSigns.find(static_cast<char>(*p_)) == string_view::npos &&
           !text::begins_comment(p_, end_)) {
        ++p_;
    }
    const Byte* behind = p_;
    while (behind > from && text::is_blank(behind[-1])) --behind;
    out = text::as_text(from, static_cast<std::size_t>(behind - from));
    return true;
}

bool ConfigText::arguments(ConfigStatement& found) noexcept {
    string_view extra;
    string_view* into[] = {&found.value, &found.block};
    std::size_t count = 0;
    for (;;) {
        if (!word(count < 2 ? *into[count] : extra) || !skip() || p_ == end_) return false;
        ++count;
        if (*p_ == ')') break;
        if (*p_ != ',') return false;
        ++p_;
    }
    ++p_;
    return expect(';');
}

ConfigStatement ConfigText::next() noexcept {
    ConfigStatement found;
    const bool sound = skip();
    const Byte* const from = p_;
    found.offset = static_cast<std::uint64_t>(from - begin_);
    if (sound && p_ == end_) return found;
    found.kind = ConfigKind::wrong;
    if (sound && *p_ == '}') {
        ++p_;
        found.kind = ConfigKind::close;
    } else if (sound && *p_ == ';') {
        ++p_;
        found.kind = ConfigKind::other;
    } else if (sound && word(found.key) && !found.key.empty() && skip() && p_ != end_) {
        switch (*p_++) {
            case '{':
                found.kind = ConfigKind::open;
                break;
            case '=':
                if (word(found.value) && expect(';')) found.kind = ConfigKind::assignment;
                break;
            case ';':
                found.kind = ConfigKind::other;
                break;
            case '(':
                if (!arguments(found)) break;
                found.kind =
                    text::same_name(found.key, "include") ? ConfigKind::include : ConfigKind::other;
                break;
            default:
                break;
        }
    }
    if (found.kind == ConfigKind::wrong) p_ = from;
    return found;
}

Outcome resolve_include(string_view from, string_view name, List<char>& path) noexcept {
    const std::size_t slash = from.rfind('/');
    path.truncate(0);
    if (slash != string_view::npos && !path.append(from.data(), slash)) {
        return Outcome::out_of_memory;
    }
    if (name.empty() || name.front() == '/' || name.front() == '\\') return Outcome::refused;
    while (!name.empty()) {
        const std::size_t end = name.find_first_of("/\\");
        const string_view part = name.substr(0, end);
        name.remove_prefix(end != string_view::npos ? end + 1 : name.size());
        if (part.empty() || part == ".") continue;
        if (part == "..") {
            if (path.empty()) return Outcome::refused;
            const std::size_t last = string_view(path.data(), path.size()).rfind('/');
            path.truncate(last != string_view::npos ? last : 0);
        } else if ((!path.empty() && !path.push('/')) || !path.append(part.data(), part.size())) {
            return Outcome::out_of_memory;
        }
    }
    return Outcome::ok;
}

}  // namespace flatline::engine::resources
