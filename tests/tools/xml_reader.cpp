#include "xml_reader.hpp"

#include <cctype>
#include <cstdint>

namespace flatline::engine::tool_test {
namespace {

class XmlReader {
public:
    explicit XmlReader(std::string_view bytes) : bytes_(bytes) {}

    std::optional<XmlElement> read() {
        constexpr std::string_view kDeclaration = R"(<?xml version="1.0" encoding="UTF-8"?>)";
        if (!take(kDeclaration)) return fail("no declaration");
        take_blanks();
        std::vector<XmlElement> open;
        while (at_ < bytes_.size()) {
            if (take("</")) {
                const std::string name = take_name();
                if (open.empty() || open.back().name != name || !take(">")) return fail(name);
                if (open.size() == 1) {
                    if (!at_end()) return fail("more behind the root");
                    return std::move(open.back());
                }
                XmlElement closed = std::move(open.back());
                open.pop_back();
                open.back().children.push_back(std::move(closed));
            } else if (take("<")) {
                XmlElement element;
                bool empty = false;
                if (!take_tag(element, empty)) return fail("a tag");
                if (!empty) {
                    open.push_back(std::move(element));
                } else if (open.empty()) {
                    return fail("an empty root");
                } else {
                    open.back().children.push_back(std::move(element));
                }
            } else if (open.empty() || !take_character(open.back().text, '<')) {
                return fail("text");
            }
        }
        return fail("the end");
    }

    std::string problem() const {
        return problem_ + " at byte " + std::to_string(at_) + ": " +
               std::string(bytes_.substr(at_, 60));
    }

private:
    std::nullopt_t fail(std::string_view what) {
        problem_ = what;
        return std::nullopt;
    }
    bool at_end() {
        take_blanks();
        return at_ == bytes_.size();
    }
    bool take(std::string_view word) {
        if (bytes_.substr(at_, word.size()) != word) return false;
        at_ += word.size();
        return true;
    }
    void take_blanks() {
        while (at_ < bytes_.size() && std::isspace(static_cast<unsigned char>(bytes_[at_])) != 0) {
            ++at_;
        }
    }
    std::string take_name() {
        const std::size_t first = at_;
        while (at_ < bytes_.size() && (std::isalnum(static_cast<unsigned char>(bytes_[at_])) != 0 ||
                                       bytes_[at_] == '-' || bytes_[at_] == ':')) {
            ++at_;
        }
        return std::string(bytes_.substr(first, at_ - first));
    }

    bool take_tag(XmlElement& element, bool& empty) {
        element.name = take_name();
        if (element.name.empty()) return false;
        for (;;) {
            const std::size_t before = at_;
            take_blanks();
            if (take("/>")) return empty = true;
            if (take(">")) return true;
            const std::string name = take_name();
            if (at_ == before || name.empty() || !take("=\"")) return false;
            std::string value;
            while (!take("\"")) {
                if (!take_character(value, '<')) return false;
            }
            if (!element.attributes.emplace(name, value).second) return false;
        }
    }

    /// Appends one character, decoded; false at `end` and at what XML does not allow.
    bool take_character(std::string& out, char end) {
        if (at_ == bytes_.size() || bytes_[at_] == end) return false;
        static const std::map<std::string_view, char> kEntities = {
            {"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&apos;", '\''}};
        if (bytes_[at_] == '&') {
            for (const auto& [entity, character] : kEntities) {
                if (!take(entity)) continue;
                out += character;
                return true;
            }
            return false;
        }
        const std::size_t size = character_size();
        out += bytes_.substr(at_, size);
        at_ += size;
        return size != 0;
    }

    /// The bytes of the code point here; 0 where it is none of XML's characters.
    std::size_t character_size() const {
        const auto byte = [&](std::size_t i) -> std::uint32_t {
            return at_ + i < bytes_.size() ? static_cast<unsigned char>(bytes_[at_ + i]) : 0;
        };
        const std::uint32_t first = byte(0);
        if (first < 0x80) return first >= 0x20 || first == 9 || first == 10 || first == 13 ? 1 : 0;
        const std::size_t size = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
        std::uint32_t value = first & (0xFFu >> (size + 1));
        for (std::size_t i = 1; i < size; ++i) {
            if (byte(i) >> 6 != 2) return 0;
            value = value << 6 | (byte(i) & 0x3F);
        }
        constexpr std::uint32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
        if (first < 0xC0 || value < kLeast[size] || value > 0x10FFFF) return 0;
        if ((value >= 0xD800 && value < 0xE000) || value == 0xFFFE || value == 0xFFFF) return 0;
        return size;
    }

    std::string_view bytes_;
    std::size_t at_ = 0;
    std::string problem_;
};

}  // namespace

const XmlElement* XmlElement::find(std::string_view element_name) const {
    const auto found = all(element_name);
    return found.empty() ? nullptr : found.front();
}

const XmlElement* XmlElement::find_id(std::string_view id) const {
    const auto own = attributes.find("id");
    if (own != attributes.end() && own->second == id) return this;
    for (const XmlElement& child : children) {
        if (const XmlElement* found = child.find_id(id)) return found;
    }
    return nullptr;
}

std::vector<const XmlElement*> XmlElement::all(std::string_view element_name) const {
    std::vector<const XmlElement*> found;
    if (name == element_name) found.push_back(this);
    for (const XmlElement& child : children) {
        const auto inner = child.all(element_name);
        found.insert(found.end(), inner.begin(), inner.end());
    }
    return found;
}

std::optional<XmlElement> read_xml(std::string_view bytes, std::string& problem) {
    XmlReader reader(bytes);
    std::optional<XmlElement> root = reader.read();
    if (!root) problem = reader.problem();
    return root;
}

}  // namespace flatline::engine::tool_test
