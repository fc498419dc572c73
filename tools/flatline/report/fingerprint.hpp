// report/fingerprint.hpp: names for findings that outlive a renumbering of the elements.
//
// A fingerprint is the FNV-1a hash of 128 bits, as 32 lower-case hexadecimal digits, of these parts
// in this order, each ended by a byte 0:
//
//   "flatline/1"
//   the id of the rule
//   the name of the map in lower case, or of the file inside the archive
//   the kind of the element and where it is or what it is made of, as below
//   the field, in lower case
//   kind and place of the related element, as those of the element, which two of one kind may
//     change places with; nothing where it is the one of several with the lowest number
//   what else tells findings of one element apart: the name of a texture, floor or ceiling; of a
//     finding without an element the lump, and of a refused map also the bytes that it is about
//   how many findings of this map, in order of place, had the same parts so far
//
// Elements by what they are: a vertex its x and y; a line those of its first and its second vertex;
// a side its line, of several the one with the least numbers, and front or back (one without a line
// its textures); a sector the box around its lines and how many there are; a thing x, y and type;
// an entity class, name and origin; a brush the planes of its sides; a patch its control points.
// Numbers are the shortest decimal digits that read back the same double. No index, line, offset,
// path of the input or severity is in it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "model/doom3.hpp"
#include "model/findings.hpp"
#include "model/map.hpp"

namespace flatline::engine::tool {

/// The FNV-1a hash of 128 bits as 32 lower-case hexadecimal digits.
std::string fnv1a_128(std::string_view bytes);

/// What names the elements of one map, made when it is first asked for. Fingerprints of several
/// maps with the same lumps share it.
struct ElementKeys {
    struct Key {
        std::string text;
        bool is_known = false;  ///< false: only the kind is known
    };
    std::unordered_map<std::uint64_t, Key> keys;  ///< by kind and number
    std::vector<std::uint32_t> line_of_side;      ///< made for the first side
    std::uint64_t hashed = 0;                     ///< bytes of what was hashed so far
};

/// Makes the fingerprints of the findings of one map or of one container, in their order.
class Fingerprinter {
public:
    /// `scope`: the name of the map, or "" for a container.
    explicit Fingerprinter(std::string_view scope) : scope_(scope) {}
    /// `text`: of a map that was refused, else "". What it is given must outlive it.
    Fingerprinter(std::string_view scope, const Map& map, const Doom3Map& doom3,
                  std::string_view text, ElementKeys& keys)
        : scope_(scope), map_(&map), doom3_(&doom3), text_(text), keys_(&keys) {}

    /// `field`: its name, or the bytes of an unknown one; `inner`: of a finding about a container
    /// the file in it.
    std::string next(const Finding& finding, std::string_view field, std::string_view inner = {});

    /// What names an element among the findings of a rule of this map, whatever it forms a pair
    /// with.
    std::string of_element(const Finding& finding, std::uint8_t element, std::uint32_t index);

private:
    std::string hash(const std::string& key);
    bool append_element(std::string& key, std::uint8_t element, std::uint32_t index);
    bool append_of_arrays(std::string& key, std::uint8_t element, std::uint32_t index);
    bool append_of_doom3(std::string& key, std::uint8_t element, std::uint32_t index) const;
    void append_side(std::string& key, std::uint32_t index);
    void append_line(std::string& key, std::uint32_t index) const;
    void append_sector(std::string& key, std::uint32_t index) const;
    void append_entity(std::string& key, std::uint32_t index) const;
    void append_content(std::string& key, const Finding& finding, bool has_element) const;

    std::string_view scope_;
    const Map* map_ = nullptr;
    const Doom3Map* doom3_ = nullptr;
    std::string_view text_;
    ElementKeys* keys_ = nullptr;  ///< where there is a map
    std::unordered_map<std::string, std::uint64_t> seen_;
};

}  // namespace flatline::engine::tool
