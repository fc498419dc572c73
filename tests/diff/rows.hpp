// The rows of a comparison as words, to be compared with what a test expects.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "model/diff.hpp"
#include "model/findings.hpp"
#include "support/load_text.hpp"

namespace diff_test {

using flatline::engine::Diff;
using flatline::engine::Map;

inline std::string words_of(const flatline_change_value& value) {
    switch (value.kind) {
        case FLATLINE_INTEGER:
            return std::to_string(value.value.integer);
        case FLATLINE_REAL: {
            std::string text = std::to_string(value.value.real);
            while (text.back() == '0') text.pop_back();
            if (text.back() == '.') text.pop_back();
            return text;
        }
        case FLATLINE_BOOLEAN:
            return value.value.integer != 0 ? "true" : "false";
        case FLATLINE_STRING:
            return '"' + std::string(static_cast<const char*>(value.data), value.size) + '"';
        case FLATLINE_KEYWORD:
            return std::string(static_cast<const char*>(value.data), value.size);
        case FLATLINE_IDS: {
            std::string text = "[";
            for (std::uint64_t i = 0; i < value.size; ++i)
                text += (i == 0 ? "" : " ") +
                        std::to_string(static_cast<const std::int32_t*>(value.data)[i]);
            return text + "]";
        }
        case FLATLINE_UNKNOWN_BLOCK:
            return "{}";
        default:
            return "null";
    }
}

inline std::string index_word(std::uint32_t index) {
    return index == FLATLINE_NONE ? "-" : std::to_string(index);
}

/// "changed linedef 3 4: special 0 11", "removed sidedef 3 - front", ...
inline std::string words_of(const Diff& diff, const flatline_change& change) {
    constexpr const char* kKinds[] = {"added", "removed", "changed"};
    std::string words = kKinds[change.kind];
    words += ' ' + std::string(flatline::engine::element_name(change.element));
    words += ' ' + index_word(change.before) + ' ' + index_word(change.after);
    if (change.element == FLATLINE_SIDEDEF) words += change.side == 0 ? " front" : " back";
    if (change.flipped != 0) words += " flipped";
    for (const flatline_field_change& field : diff.fields(change)) {
        words += ", " + std::string(field.name, field.name_size) + ' ' + words_of(field.before) +
                 ' ' + words_of(field.after);
    }
    return words;
}

inline std::vector<std::string> rows_of(const Map& before, const Map& after,
                                        const flatline::engine::DiffOptions& options = {}) {
    const auto made = flatline::engine::diff(before, after, options);
    EXPECT_TRUE(made) << "the comparison did not end well";
    std::vector<std::string> rows;
    for (const flatline_change& change : made.value.changes())
        rows.push_back(words_of(made.value, change));
    std::sort(rows.begin(), rows.end());
    return rows;
}

inline std::vector<std::string> rows_of(const std::string& before, const std::string& after,
                                        const flatline::engine::DiffOptions& options = {}) {
    const auto a = load_text::load(before);
    const auto b = load_text::load(after);
    EXPECT_TRUE(a) << load_text::story(a, before);
    EXPECT_TRUE(b) << load_text::story(b, after);
    return rows_of(a.value, b.value, options);
}

using Rows = std::vector<std::string>;

}  // namespace diff_test
