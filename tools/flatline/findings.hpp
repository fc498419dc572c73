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
    /// Prints text: to standard output, or to standard error for a map that dump or info cannot
    /// show.
    static FindingPrinter of_text(Output& out, const Style& style) { return {out, style, false}; }
    static FindingPrinter of_json(Output& out, const Style& style) { return {out, style, true}; }
    /// Prints to standard output, in the form that the arguments ask for.
    static FindingPrinter for_data(Console& console) {
        FindingPrinter printer(console.out, console.out_style, console.args.json);
        printer.sums_up_ = !console.args.json && !console.args.all;
        return printer;
    }

    /// Prints findings about the container itself or a file in it, and none about a map.
    void print_container(const Document& document);
    /// The same without warnings and notes: only what may keep maps out of a listing.
    void print_container_errors(const Document& document);
    /// Prints one finding about a file.
    void print_file(const Finding& finding, std::string_view file) {
        print({finding, {}, kNoPoint}, file, {}, {});
    }
    /// Prints all findings of a map. Text shows the first five of each rule and how many more there
    /// are, and of portability-* one, because a program that writes such text writes it everywhere;
    /// at the end how many findings there were beyond the limit `findings`.
    void print_session(const Session& session);

private:
    FindingPrinter(Output& out, const Style& style, bool json)
        : out_(out), style_(style), json_(json) {}

    void print(const PlacedFinding& placed, std::string_view file, std::string_view map,
               std::string_view text, std::uint64_t more = 0);
    void print_more(std::uint64_t count, std::string_view where);
    void print_text(const PlacedFinding& placed, std::string_view file, std::string_view map,
                    std::string_view message, std::uint64_t more);
    void print_json(const PlacedFinding& placed, std::string_view file, std::string_view map,
                    std::string_view text, std::string_view message);

    Output& out_;
    const Style& style_;
    bool json_;
    bool sums_up_ = false;
};

/// The sentence of a finding; `text` is the TEXTMAP.
std::string sentence(const Finding& finding, std::string_view text);

}  // namespace flatline::tool
