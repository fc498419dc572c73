// Which rules can be repaired.
#include <iterator>

#include "model/load.hpp"

namespace flatline::engine {
namespace {

constexpr Rule kRepairable[] = {
    Rule::number_range,        Rule::vertex_missing_field, Rule::line_missing_field,
    Rule::line_missing_front,  Rule::line_no_sides,        Rule::side_missing_field,
    Rule::thing_missing_field, Rule::line_vertex_range,    Rule::line_side_range,
    Rule::side_sector_range,
};

}  // namespace

Repairs::Repairs(Repair repair) noexcept {
    if (repair == Repair::refuse) return;
    for (const Rule rule : kRepairable) add(rule);
}

View<Rule> repairable_rules() noexcept { return {kRepairable, std::size(kRepairable)}; }

}  // namespace flatline::engine
