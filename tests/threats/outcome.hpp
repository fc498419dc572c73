// What becomes of a hostile input, in one line: "loaded" or "refused", then each finding as
// "rule@offset". Whatever it is, the oracle has walked it: every index, memory as announced.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "model/load.hpp"
#include "support/load_text.hpp"
#include "support/nodes_tools.hpp"
#include "support/oracle.hpp"
#include "support/runtime_oracle.hpp"

namespace threats {

inline std::string line_of(flatline::engine::Status status,
                           flatline::engine::View<flatline::engine::Finding> findings) {
    std::string line = status == flatline::engine::Status::ok        ? "loaded"
                       : status == flatline::engine::Status::refused ? "refused"
                                                                     : "no memory";
    std::size_t shown = 0;
    for (const flatline::engine::Finding& finding : findings) {
        if (++shown > 4) return line + " ...";
        line += " " + std::string(load_text::rule_id(finding));
        if (finding.offset != FLATLINE_NO_OFFSET) line += "@" + std::to_string(finding.offset);
    }
    return line;
}

/// Loads the text, walks what there is, and says what became of it.
inline std::string of_text(std::string_view text,
                           const flatline::engine::LoadOptions& options = {}) {
    const auto result = load_text::load(text, options);
    EXPECT_EQ(oracle::first_fault(result, text), "");
    return line_of(result.status, result.findings.kept());
}

struct TextRow {
    const char* what;
    std::string text;
    std::string expected;
};

inline void expect_rows(const std::vector<TextRow>& rows,
                        const flatline::engine::LoadOptions& options = {}) {
    for (const TextRow& row : rows) EXPECT_EQ(of_text(row.text, options), row.expected) << row.what;
}

inline std::string repeat(std::uint64_t n, std::string_view part) {
    std::string text;
    text.reserve(n * part.size());
    for (std::uint64_t i = 0; i < n; ++i) text += part;
    return text;
}

/// The two squares of nodes_tools with other lumps beside: what is dropped is absent and the map is
/// there; a strict load is refused for the same reason.
inline std::string of_lumps(const flatline::engine::DerivedLumps& lumps,
                            const flatline::engine::Limits& limits = {}) {
    const std::string text = nodes_tools::two_squares_map();
    flatline::engine::LoadOptions options;
    options.lumps = lumps;
    options.limits = limits;
    options.products = FLATLINE_PRODUCT_NODES | FLATLINE_PRODUCT_BLOCKMAP | FLATLINE_PRODUCT_REJECT;
    const auto result = load_text::load(text, options);
    EXPECT_EQ(oracle::first_fault(result, text), "");
    const flatline_arrays& a = result.value.arrays();
    if (a.nodes.subsector_count != 0) {
        EXPECT_EQ(nodes_tools::first_fault(a.nodes, nodes_tools::view_of(result.value)), "");
    }
    EXPECT_EQ(runtime_oracle::first_fault(a.blockmap, a.linedef_count), "");
    EXPECT_EQ(runtime_oracle::first_fault(a.reject, a.sector_count), "");
    options.strict = true;
    const auto strict = load_text::load(text, options);
    EXPECT_EQ(oracle::first_fault(strict, text), "");
    std::string line = line_of(result.status, result.findings.kept());
    if (!lumps.znodes.empty()) line += a.nodes.subsector_count != 0 ? ", nodes" : ", no nodes";
    if (!lumps.blockmap.empty()) line += a.blockmap.from_lump != 0 ? ", stored" : ", built";
    if (!lumps.reject.empty()) line += a.reject.bits != nullptr ? ", reject" : ", no reject";
    return line + (strict ? "" : "; strict: refused");
}

}  // namespace threats
