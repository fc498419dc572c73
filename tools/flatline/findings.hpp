// findings.hpp: findings as lines of text or as JSON objects.
#pragma once

#include <string_view>

#include "console.hpp"
#include "json.hpp"
#include "session.hpp"

namespace flatline::tool {

/// Prints findings to one output in one form.
class FindingPrinter {
public:
    /// Text, to standard output or (for a map that dump or info must do without) standard error.
    static FindingPrinter of_text(Output& out, const Style& style) { return {out, style, false}; }
    static FindingPrinter of_json(Output& out, const Style& style) { return {out, style, true}; }
    /// What the arguments ask of standard output.
    static FindingPrinter for_data(Console& console) {
        return {console.out, console.out_style, console.args.json};
    }

    /// What is wrong with the container itself, or with a file in it; not what is about a map.
    void print_container(const Document& document);
    /// The same without warnings and notes: why maps may be missing from a listing.
    void print_container_errors(const Document& document);
    /// All of a map's; in text also how many more there are than the limit `findings` lets through.
    void print_session(const Session& session);

private:
    FindingPrinter(Output& out, const Style& style, bool json)
        : out_(out), style_(style), json_(json) {}

    void print(const PlacedFinding& placed, std::string_view file, std::string_view map,
               std::string_view text);
    void print_more(std::uint64_t count, std::string_view where);
    void print_text(const PlacedFinding& placed, std::string_view file, std::string_view map,
                    std::string_view message);
    void print_json(const PlacedFinding& placed, std::string_view file, std::string_view map,
                    std::string_view message);

    Output& out_;
    const Style& style_;
    bool json_;
};

/// The sentence of a finding; `text` is the TEXTMAP.
std::string sentence(const Finding& finding, std::string_view text);

}  // namespace flatline::tool
