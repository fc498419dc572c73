// rule_text.hpp: a rule in words, for `rules`, `explain` and the reports that describe rules.
#pragma once

#include <string>

#include "model/findings.hpp"

namespace flatline::engine::tool {

/// What the rule finds, in one sentence, which is that of its findings with a word for each thing
/// that a finding fills in: "the vertex is in the same place as <another element>".
std::string rule_summary(Rule rule);

/// `clause` with a capital letter and a full stop.
std::string as_sentence(std::string_view clause);

}  // namespace flatline::engine::tool
