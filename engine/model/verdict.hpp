// model/verdict.hpp: how each port loads a map.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "flatline/export.h"
#include "model/archive.hpp"
#include "model/findings.hpp"
#include "model/map.hpp"
#include "model/view.hpp"

namespace flatline::engine {

/// The programs that are judged, in the revisions of docs/README.md.
enum class Port : std::uint8_t {
    gzdoom = FLATLINE_PORT_GZDOOM,
    srb2 = FLATLINE_PORT_SRB2,
    dsda = FLATLINE_PORT_DSDA,
    woof = FLATLINE_PORT_WOOF,
    eternity = FLATLINE_PORT_ETERNITY,
    zdbsp = FLATLINE_PORT_ZDBSP
};
inline constexpr std::size_t kPortCount = FLATLINE_PORTS;

/// "gzdoom", "srb2", "dsda", "woof", "eternity", "zdbsp". Static, any thread.
std::string_view port_name(Port port) noexcept;

/// What a port does with a map, from the best to the worst.
/// Source: docs/verdicts.md, "The four verdicts".
enum class Judgement : std::uint8_t {
    loads = FLATLINE_LOADS,      ///< as it stands
    repairs = FLATLINE_REPAIRS,  ///< it loads, but something else stands in the place of what the
                                 ///< map says
    unknown = FLATLINE_UNKNOWN_VERDICT,  ///< no document says what this port makes of the map: an
                                         ///< error, a format
    undefined = FLATLINE_UNDEFINED,  ///< it reads foreign memory, or the result hangs on what was
                                     ///< there before
    refuses = FLATLINE_REFUSES,      ///< it does not play the map
};
/// "loads", "repairs", "unknown", "undefined", "refuses". Static, any thread.
std::string_view judgement_name(Judgement judgement) noexcept;

/// The verdict of one port and the row that decides it: the worst row that applies, and among
/// equally bad ones the first in verdict_rows().
struct Verdict {
    Judgement judgement = Judgement::loads;
    /// The id of a rule (RuleRow::id) or of a fact (port_fact_rows); "" if nothing decided.
    std::string_view rule;
    std::string_view document, section;  ///< where the fact stands, such as docs/nodes.md
};

/// The verdicts on one map, by Port.
struct Verdicts {
    Verdict of[kPortCount];
    const Verdict& operator[](Port port) const noexcept FLATLINE_LIFETIMEBOUND {
        return of[static_cast<std::size_t>(port)];
    }
};

/// One row of the table: what all ports do about one rule or fact. `detail` narrows the row to some
/// of its findings (a field, the form of nodes, a spelling); "": all. A port whose judgement is
/// `unknown` here is one of which no document says anything. Source: docs/verdicts.md, "The table".
struct VerdictRow {
    std::string_view rule, detail;
    Judgement of[kPortCount];
    std::string_view document, section;
};
/// The whole table. Static data, any thread.
View<VerdictRow> verdict_rows() noexcept;

/// A fact about a map that is no finding, because it is wrong for some port only.
struct PortFactRow {
    std::string_view id;  ///< begins with "port-"
    std::string_view sentence;
};
/// All of them. Static data, any thread.
View<PortFactRow> port_fact_rows() noexcept;

/// A lump of the file that a map lies in.
struct VerdictLump {
    std::string_view name;  ///< as found
    Bytes bytes;
};

/// What is judged. Each part that is left out is not judged: a default-made one loads everywhere.
struct VerdictInput {
    const Map* map = nullptr;            ///< the loaded map; null if it was refused
    const FindingList* load = nullptr;   ///< findings of its load
    const FindingList* check = nullptr;  ///< findings of check; rules that are off are not asked
    const MapEntry* entry = nullptr;     ///< for facts about the lumps around it
    MapFormat format = MapFormat::udmf;  ///< of a refused map
    std::string_view text;               ///< the TEXTMAP of a refused map; "" of a binary one
    /// The lumps ZNODES of a TEXTMAP, NODES and SSECTORS of a binary map, or their first 8 bytes.
    Bytes znodes, nodes, ssectors;
    /// The lumps after the label, in the order of their file: those of the map, and as many after
    /// them as are known. Some ports go by position, and some past the end of the map.
    View<VerdictLump> lumps;
};

/// Judges a map of UDMF, Doom's or Hexen's format; of a Doom 3 map there is no verdict. Goes once
/// over the text and over the elements, and allocates nothing. Any thread.
/// Source: docs/verdicts.md.
Verdicts judge(const VerdictInput& input) noexcept;

}  // namespace flatline::engine
