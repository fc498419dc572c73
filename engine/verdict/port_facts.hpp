// Reads a map as each port does, and adds the facts that follow.
#pragma once

#include <optional>
#include <string_view>

#include "verdict/port_level.hpp"
#include "verdict/table.hpp"

namespace flatline::engine::verdict {

/// How a port ends with each part of a map that is known to be read by it.
struct PortRead {
    PortText text;
    std::optional<Ending> elements;  ///< of a binary map
    std::optional<Ending> nodes;
    std::optional<Ending> blockmap;
};

/// How the port ends with what the rule or fact is about; nothing where that is not known.
std::optional<Ending> ending_of(std::string_view rule, const PortRead& read) noexcept;

/// Reads text, elements and nodes as the ports do, and adds what that tells.
void collect_port_facts(const VerdictInput& input, MapFormat format, std::string_view text,
                        PortRead (&reads)[kPortCount], Facts& facts) noexcept;

}  // namespace flatline::engine::verdict
