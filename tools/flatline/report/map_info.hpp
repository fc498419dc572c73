// report/map_info.hpp: prints the facts of info about a map, and maps and totals in the format of
// the arguments.
#pragma once

#include <string>
#include <vector>

#include "console.hpp"
#include "json.hpp"
#include "report/model.hpp"
#include "report/text_sink.hpp"
#include "session.hpp"

namespace flatline::engine::tool {

/// The counts of a loaded map; what the map does not have is 0.
std::vector<NamedCount> map_counts(const Map& map);
/// "namespace zdoom, 4 vertices, 4 linedefs, 4 sidedefs, 1 sector, 1 thing"
std::string map_in_words(const Map& map);

/// Prints one row of the block below.
void row(Console& console, std::string_view label, std::string_view value);
/// Prints a block, or an object, with everything that info knows; nothing with --quiet.
void print_map_info(Console& console, const Session& session, const MapReport& report);

/// Prints the first object of a run of JSON, once, before anything else is printed; of a run that
/// is only wrong use nothing is.
class RunHead {
public:
    RunHead(Console& console, std::string_view schema) : console_(console), schema_(schema) {}
    void print();
    bool is_printed() const { return printed_; }

private:
    Console& console_;
    std::string_view schema_;
    bool printed_ = false;
};

/// Prints what keeps maps of a file out of a listing: of a file with maps its errors, of any other
/// all findings about it. With --json they go to standard output after the head, else to
/// `complaints`.
void print_container_findings(Console& console, RunHead& head, FindingText& complaints,
                              const FileReport& report);
/// Prints the findings of a map to standard output, as text or as JSON.
void print_findings(Console& console, const MapReport& report);
/// Prints the last line, or with --json the last object.
void print_summary(Console& console, const Totals& totals, SummaryOf of = SummaryOf::command);

}  // namespace flatline::engine::tool
