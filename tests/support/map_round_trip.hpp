// A map as text and back: what write_textmap must keep, compared to the bit.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "model/fields.hpp"
#include "model/load.hpp"
#include "model/write.hpp"
#include "support/map_arrays.hpp"

namespace map_round_trip {

inline bool append(void* context, const unsigned char* bytes, std::size_t size) {
    static_cast<std::string*>(context)->append(reinterpret_cast<const char*>(bytes), size);
    return true;
}
inline flatline::engine::Sink sink_to(std::string& text) { return {append, &text}; }

/// The map as text; "" if it is refused.
inline std::string written(const flatline::engine::Map& map, flatline::engine::TextStyle style) {
    std::string text;
    flatline::engine::TextmapOptions options;
    options.style = style;
    const flatline::engine::WriteResult result =
        flatline::engine::write_textmap(map, sink_to(text), options);
    return result && result.bytes == text.size() ? text : "";
}

namespace detail {

inline void add(std::string& all, const void* data, std::size_t size) {
    all.append(static_cast<const char*>(data), size);
}
inline void add_text(std::string& all, std::string_view text) {
    all += std::to_string(text.size()) + ":";
    all += text;
}

inline void add_elements(std::string& all, const flatline::engine::Map& map) {
    std::uint8_t kind = 0;
    for (const map_arrays::Elements& elements : map_arrays::elements(map)) {
        all += "\nkind " + std::to_string(kind) + " of " + std::to_string(elements.count);
        for (std::uint32_t i = 0; i < elements.count; ++i) {
            const char* element = elements[i];
            for (const flatline::engine::StandardField& field :
                 flatline::engine::standard_fields()) {
                if (field.block != kind) continue;
                std::uint32_t word;
                std::memcpy(&word, element + field.offset, sizeof word);
                if (field.is_name) {
                    add_text(all, map.name(word));
                } else if (field.kind == FLATLINE_REAL) {
                    add(all, element + field.offset, sizeof(double));
                } else {
                    if (field.bit != 0) word &= field.bit;
                    add(all, &word, sizeof word);
                }
            }
        }
        ++kind;
    }
}

template <class Value>
void add_value(std::string& all, const Value& value) {
    add(all, &value, sizeof value);
}
inline void add_value(std::string& all, std::string_view value) { add_text(all, value); }
inline void add_value(std::string& all, flatline::engine::View<std::int32_t> ids) {
    add_value(all, ids.size());
    if (!ids.empty()) add(all, ids.data(), ids.size() * sizeof *ids.data());
}

inline void add_columns(std::string& all, const flatline::engine::Map& map) {
    for (const flatline_column& column : map.columns()) {
        all += "\ncolumn " + std::string(flatline::engine::field_name(column.field));
        add(all, &column.element, 2);  // and the kind
        add(all, column.elements, column.count * sizeof *column.elements);
        for (std::uint32_t i = 0; i < column.count; ++i) {
            map_arrays::column_value(map, column, i,
                                     [&](const auto& value) { add_value(all, value); });
        }
    }
}

inline void add_unknowns(std::string& all, const flatline::engine::Map& map) {
    // Elements of one kind keep their order; kinds among each other need not. 5: outside elements.
    for (int kind = 0; kind <= 5; ++kind) {
        all += "\nunknown in " + std::to_string(kind);
        for (std::uint64_t i = 0; i < map.unknowns().size(); ++i) {
            const flatline_unknown& u = map.unknowns()[i];
            if (u.index == FLATLINE_NONE ? kind != 5 : kind != u.element) continue;
            add_text(all, map.text(u.name));
            add(all, &u.index, sizeof u.index + 4);  // element, kind and depth after it
            if (u.kind == FLATLINE_STRING || u.kind == FLATLINE_KEYWORD) {
                add_text(all, map.text(u.value.string));
            } else if (u.kind == FLATLINE_UNKNOWN_BLOCK) {
                const std::uint64_t inside = u.value.block_end - i;
                add(all, &inside, sizeof inside);
            } else {
                add(all, &u.value, sizeof u.value);
            }
        }
    }
}

}  // namespace detail

/// Everything that the text of a map says, to the bit; names by their spelling.
inline std::string content(const flatline::engine::Map& map) {
    std::string all(map.map_namespace());
    detail::add_elements(all, map);
    detail::add_columns(all, map);
    detail::add_unknowns(all, map);
    all += "\nsector lines";
    for (std::uint32_t i = 0; i < map.sectors().size(); ++i) {
        for (const std::uint32_t line : map.sector_lines(i)) all += " " + std::to_string(line);
        all += ";";
    }
    return all;
}

inline std::string first_difference(const std::string& left, const std::string& right) {
    std::size_t at = 0;
    while (at < left.size() && at < right.size() && left[at] == right[at]) ++at;
    const std::size_t from = at < 60 ? 0 : at - 60;
    return "'" + left.substr(from, 120) + "' against '" + right.substr(from, 120) + "'";
}

/// Describes how a map changes when it is written, read and written again; "" if it does not.
/// `options` are those of its load.
inline std::string fault(const flatline::engine::Map& map,
                         const flatline::engine::LoadOptions& options = {}) {
    flatline::engine::LoadOptions again;
    again.limits = options.limits;
    again.grammar = map.grammar() == flatline::engine::Grammar::v0_99
                        ? flatline::engine::Grammar::automatic
                        : options.grammar;
    const std::string expected = content(map);
    for (const flatline::engine::TextStyle style :
         {flatline::engine::TextStyle::udb, flatline::engine::TextStyle::compact}) {
        const std::string text = written(map, style);
        const flatline::engine::Bytes bytes(reinterpret_cast<const unsigned char*>(text.data()),
                                            text.size());
        const flatline::engine::LoadResult<flatline::engine::Map> read =
            flatline::engine::load_borrowed(bytes, again);
        if (!read) return "the text is refused:\n" + text.substr(0, 4000);
        if (content(read.value) != expected) {
            return "another map: " + first_difference(expected, content(read.value));
        }
        const std::string second = written(read.value, style);
        if (second != text) return "no fixpoint: " + first_difference(text, second);
    }
    return "";
}

}  // namespace map_round_trip
