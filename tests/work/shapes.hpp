// Hostile inputs that grow: each shape makes itself at any size. What is done with it depends on
// its kind. The ids are those of docs/security.md that a shape belongs to.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace work {

enum class Kind : std::uint8_t {
    text,       ///< a TEXTMAP: load, slopes, blockmap, nodes, runtime tables, check, places
    znodes,     ///< beside a TEXTMAP that has it in front, "TEXT\x1Elump"
    blockmap,   ///< likewise
    reject,     ///< likewise
    behavior,   ///< likewise, for the check
    container,  ///< a file through PhysFS: listed, its maps loaded
    tree,       ///< paths, a line each: a tree of empty maps
    doom3,      ///< a .map: load, windings, surfaces, check
    resources,  ///< the texture definitions of a tree
    config,     ///< a game configuration: for the bars of the tool alone, as the next two
    settings,   ///< a flatline.toml
    baseline,   ///< of findings
};

struct Shape {
    const char* name;
    Kind kind;
    std::string (*make)(std::uint64_t size);
    std::uint64_t size;  ///< of the smallest, in whatever the shape repeats
};

const std::vector<Shape>& text_shapes();
const std::vector<Shape>& lump_shapes();
const std::vector<Shape>& file_shapes();
const std::vector<Shape>& product_shapes();
const std::vector<Shape>& archive_shapes();
const std::vector<Shape>& command_shapes();

inline std::string repeat(std::uint64_t n, std::string_view part) {
    std::string text;
    text.reserve(n * part.size());
    for (std::uint64_t i = 0; i < n; ++i) text += part;
    return text;
}

/// part(i) for each i below n.
template <class Part>
std::string join(std::uint64_t n, Part part) {
    std::string text;
    for (std::uint64_t i = 0; i < n; ++i) text += part(i);
    return text;
}

inline std::string num(std::uint64_t value) { return std::to_string(value); }

/// A number of five digits for each i below 99,991, in no order: sorts begin with what they get.
inline std::string shuffled(std::uint64_t i) { return std::to_string(100'000 + i * 7919 % 99'991); }

}  // namespace work
