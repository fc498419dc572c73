// How dsda-doom, Woof and SRB2 read the lumps of a map: elements of a binary map, and uncompressed
// nodes.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verdict/port_text.hpp"

namespace flatline::engine::verdict {

/// What a port looks for in a map, by the position of binary lumps in most ports.
enum Part : std::uint8_t {
    kThings,
    kLinedefs,
    kSidedefs,
    kVertexes,
    kSegs,
    kSsectors,
    kNodes,
    kSectors,
    kReject,
    kBlockmap,
    kBehavior,
    kTextmap,
    kZnodes,
    kParts
};

/// Bytes of a record of binary lumps.
namespace level {
inline constexpr std::size_t kVertex = 4, kSide = 30, kSector = 26;
inline constexpr std::size_t kLine = 14, kHexenLine = 16, kThing = 10, kHexenThing = 20;
}  // namespace level

struct PortLumps {
    bool known = false;  ///< false if it is not known how the port finds lumps
    Bytes parts[kParts];
    bool has[kParts] = {};
    Ending ending = Ending::reads;  ///< one that the port wants is missing
};

/// The lumps that the port takes of those after the label. Source: docs/verdicts.md, "Lumps".
PortLumps find_lumps(Port port, std::string_view label, View<VerdictLump> lumps,
                     bool is_text) noexcept;

inline constexpr std::int64_t kNoSide = -1;

/// Lines as a port has them when it reads nodes.
class PortLines {
public:
    PortLines() = default;
    PortLines(Port port, Bytes records, std::size_t record, std::uint64_t sides) noexcept
        : port_(port), records_(records), record_(record), sides_(sides) {}
    explicit PortLines(View<flatline_linedef> lines) noexcept : lines_(lines) {}

    std::uint64_t count() const noexcept {
        return record_ != 0 ? records_.size() / record_ : lines_.size();
    }
    /// A side of the line: kNoSide, or its number, which may be out of range.
    std::int64_t side(std::uint64_t line, int which) const noexcept;
    std::uint32_t vertex(std::uint64_t line, int which) const noexcept;

private:
    std::uint16_t word(std::uint64_t line, std::size_t at) const noexcept;

    Port port_ = Port::dsda;
    Bytes records_;
    std::size_t record_ = 0;  // bytes; 0 of lines of a text
    std::uint64_t sides_ = 0;
    View<flatline_linedef> lines_;
};

/// A level whose nodes are to be read.
struct PortLevel {
    Port port = Port::dsda;
    bool is_text = false;
    PortLumps lumps;
    PortLines lines;
    std::uint64_t line_count = 0;  ///< of the text, where `lines` has none of a refused map
    std::uint64_t vertices = 0;
    std::uint64_t sides = 0;

    bool has_lines() const noexcept { return lines.count() != 0; }
    bool is_side(std::uint64_t line, int which) const noexcept {
        const std::int64_t side = lines.side(line, which);
        return side >= 0 && static_cast<std::uint64_t>(side) < sides;
    }
};

/// How the port ends with the elements of a binary map, without a look at its nodes.
Ending read_elements(const PortLevel& level, bool is_hexen) noexcept;

struct NodesRead {
    bool known = false;  ///< false of nodes that are compressed, and where the port stops before
    Ending ending = Ending::reads;
};
/// How the port ends with the nodes.
NodesRead read_nodes(const PortLevel& level) noexcept;

/// The worse of two: that the port stops is certain, so it counts more than what is undefined.
inline Ending worse(Ending a, Ending b) noexcept { return a > b ? a : b; }

}  // namespace flatline::engine::verdict
