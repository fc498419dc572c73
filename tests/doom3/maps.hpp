// What came of loading Doom 3 maps.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "doom3/texts.hpp"
#include "model/doom3.hpp"
#include "support/doom3_oracle.hpp"
#include "support/load_text.hpp"

namespace doom3_maps {

/// Keeps the text alive beside what came of it, and sends every result past the oracle.
struct Loaded {
    explicit Loaded(std::string map, const flatline::engine::Doom3Options& options = {})
        : text(std::move(map)),
          result(flatline::engine::load_doom3_borrowed(load_text::bytes(text), options)) {
        EXPECT_EQ(doom3_oracle::first_fault(result, text), "") << text;
    }

    const flatline::engine::Doom3Map& map() const { return result.value; }
    bool ok() const { return result.status == flatline::engine::Status::ok; }
    /// "ok" or "refused", then " rule@offset" for every finding.
    std::string story() const {
        std::string all = ok() ? "ok" : "refused";
        for (const flatline::engine::Finding& f : result.findings.kept()) {
            all += " " + std::string(load_text::rule_id(f)) + "@" + std::to_string(f.offset);
        }
        return all;
    }
    /// The same with the quoted bytes in place of offsets.
    std::string quotes() const {
        std::string all = ok() ? "ok" : "refused";
        for (const flatline::engine::Finding& f : result.findings.kept()) {
            all += " " + std::string(load_text::rule_id(f)) + "=" + text.substr(f.offset, f.length);
        }
        return all;
    }

    std::string text;
    flatline::engine::LoadResult<flatline::engine::Doom3Map> result;
};

}  // namespace doom3_maps
