// What the reader says of a text, as lines that a test can spell out.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "support/guarded_text.hpp"
#include "support/load_text.hpp"
#include "support/oracle.hpp"

namespace reader_story {

/// "rule 'bytes'@offset element index field", a '+' after where repaired, '!' where it refuses.
inline std::string line(const flatline::engine::Finding& f, const std::string& text) {
    std::string all(load_text::rule_id(f));
    if (f.offset != FLATLINE_NO_OFFSET) {
        all += " '" + text.substr(f.offset, f.length) + "'@" + std::to_string(f.offset);
    }
    if (f.element != FLATLINE_MAP)
        all += " " + std::string(flatline::engine::element_name(f.element));
    if (f.index != FLATLINE_NONE) all += " " + std::to_string(f.index);
    if (f.field != FLATLINE_NO_FIELD)
        all += " " + std::string(flatline::engine::field_name(f.field));
    return all + (f.repaired != 0 ? "+" : "") + (f.refuses != 0 ? "!" : "");
}

/// All findings, a line each without the last end; "" for a text without one.
inline std::string of(const flatline::engine::LoadResult<flatline::engine::Map>& result,
                      const std::string& text) {
    std::string all;
    for (const flatline::engine::Finding& f : result.findings.kept()) {
        all += (all.empty() ? "" : "\n") + line(f, text);
    }
    return all;
}

/// The same of a text that lies at the end of readable memory, with the oracle over its map.
inline std::string of(const std::string& text, const flatline::engine::LoadOptions& options = {}) {
    guarded::Page page(text.size());
    const flatline::engine::LoadResult<flatline::engine::Map> result =
        flatline::engine::load_borrowed(page.put(text), options);
    EXPECT_EQ(oracle::first_fault(result, text), "") << text;
    return of(result, text);
}

}  // namespace reader_story
