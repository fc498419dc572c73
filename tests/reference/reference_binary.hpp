// A slow, obvious reader of classic binary maps (Doom and Hexen format): what the loader's answers
// are compared with. It shares no code with the engine and is written from the documents. It does
// what the rule for such maps says: it writes the UDMF text that a lossless converter would write,
// which the reference reader of TEXTMAPs then reads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace reference {

/// The lumps of one map of a WAD, by their names in capitals.
struct BinaryMap {
    std::string name;       // the label as written
    bool supported = true;  // false for maps of Doom 64 and the PlayStation
    bool in_file = true;    // false if a needed lump does not lie inside the file
    std::string missing;    // the first of the five needed lumps that is not there
    std::map<std::string, std::string> lumps;
    std::vector<std::string> order;  // the names of the lumps as written, in their order

    bool hexen() const { return lumps.count("BEHAVIOR") != 0; }
    std::string lump(const std::string& lump_name) const {
        const auto found = lumps.find(lump_name);
        return found == lumps.end() ? std::string() : found->second;
    }
};

/// All binary maps of a WAD, in order. UDMF maps are stepped over, but take part in the numbering
/// of names ("MAP01#2").
std::vector<BinaryMap> binary_maps(const std::string& wad);

/// Why a binary map is refused: the first bad value, by record.
struct BinaryRefusal {
    std::string rule;
    std::string lump;
    std::size_t offset = 0;
    std::size_t index = 0;  // of the record
    std::string field;
};

struct BinaryText {
    std::string text;                   // UDMF, as far as the map allows it
    std::vector<BinaryRefusal> faults;  // what refuses the map, or what was repaired
    bool good = true;                   // false: refused
};

/// The text of a map. `map_namespace` "" is the one that the format stands for. With `repair`, bad
/// indices become 0, those of back sides none.
BinaryText write_udmf(const BinaryMap& map, const std::string& map_namespace = "",
                      bool repair = false);

}  // namespace reference
