// Accessors of a finished Doom3Map.
#include "doom3/keys.hpp"
#include "load/doom3_storage.hpp"
#include "model/doom3.hpp"
#include "text/chars.hpp"

namespace flatline::engine {

void detail::destroy(Doom3Storage* storage) noexcept { delete storage; }

const flatline_doom3_pair* Doom3Map::find(const flatline_doom3_entity& entity,
                                          std::string_view key) const noexcept {
    const View<flatline_doom3_pair> own = pairs(entity);
    for (std::size_t i = own.size(); i-- > 0;) {
        if (text::same_name(this->key(own[i]), key)) return &own[i];
    }
    return nullptr;
}

std::string_view Doom3Map::key(const flatline_doom3_pair& pair) const noexcept {
    return doom3::trimmed(text(pair.key));
}

std::string_view Doom3Map::value(const flatline_doom3_pair& pair) const noexcept {
    return doom3::trimmed(text(pair.value));
}

std::string_view Doom3Map::text(flatline_text t) const noexcept {
    if (owned_.storage() == nullptr || t.size == 0) return {};
    return {reinterpret_cast<const char*>(owned_.storage()->text.data() + t.offset), t.size};
}

bool Doom3Map::complete() const noexcept {
    return owned_.storage() == nullptr || owned_.storage()->complete;
}

std::string_view Doom3Map::source() const noexcept {
    if (owned_.storage() == nullptr) return {};
    return {reinterpret_cast<const char*>(owned_.storage()->text.data()),
            owned_.storage()->text.size()};
}

std::size_t unescape_darkradiant(std::string_view text, char* out) noexcept {
    char* const begin = out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        const char next = c == '\\' && i + 1 < text.size() ? text[i + 1] : '\0';
        switch (next) {
            case 'n':
                *out++ = '\n';
                ++i;
                break;
            case 't':
                *out++ = '\t';
                ++i;
                break;
            case '"':
                *out++ = '"';
                ++i;
                break;
            case '\0':
                *out++ = c;
                break;
            default:
                // Both stay, and the second begins no escape.
                *out++ = c;
                *out++ = next;
                ++i;
                break;
        }
    }
    return static_cast<std::size_t>(out - begin);
}

}  // namespace flatline::engine
