// xml_reader.hpp: a strict reader of the XML that a program of ours may write.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace flatline::engine::tool_test {

/// An element with what is in it. `text` is that of the element itself, decoded.
struct XmlElement {
    std::string name;
    std::map<std::string, std::string> attributes;
    std::vector<XmlElement> children;
    std::string text;

    /// The first element with this name, or with this id, in or below this one.
    const XmlElement* find(std::string_view element_name) const;
    const XmlElement* find_id(std::string_view id) const;
    /// All elements with this name in or below this one.
    std::vector<const XmlElement*> all(std::string_view element_name) const;
};

/// Reads a document with an XML declaration, elements, attributes, text and the five entities of
/// XML; nothing else is needed. Nothing where it is not well-formed, has a character that XML 1.0
/// does not know, or bytes that are no UTF-8; `problem` says where.
std::optional<XmlElement> read_xml(std::string_view bytes, std::string& problem);

}  // namespace flatline::engine::tool_test
