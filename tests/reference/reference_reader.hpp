// A slow, obvious reader of TEXTMAPs: what the loader's answers are compared with. It shares no
// code with the engine and is written from the documents: UDMF 1.1 and 0.99, the SRB2 extension,
// docs/udmf.md, "TEXTMAP", and the table of fields.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "reference/reference_text.hpp"

namespace reference {

enum class Grammar { automatic, v1_1, v0_99 };

struct Options {
    Grammar grammar = Grammar::automatic;
    std::string namespace_override;
    double coordinate = 32768.0;
};

struct Result {
    /// The map in the shape of `flatline dump`: counts, the five arrays, unknown,
    /// sector_lines, namespace. What the loader does not do yet is null.
    std::optional<nlohmann::json> dump;
    Refusal refusal;  // where there is no dump
    bool grammar_099 = false;
};

Result read(std::string_view text, const Options& options = {});

/// A string as the dump prints it: valid UTF-8 as it is, otherwise each byte as a code point.
std::string printable(const std::string& bytes);

}  // namespace reference
