// Writes the elements of a layout with all their fields.
#pragma once

#include "mapgen.hpp"
#include "mapgen_layout.hpp"
#include "mapgen_random.hpp"
#include "mapgen_text.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

namespace flatline::engine::mapgen {

enum class Kind : std::uint8_t { Thing, Vertex, Linedef, Sidedef, Sector };
inline constexpr std::size_t kKinds = 5;

// The order of the blocks in the text, which each style inherits from its editor.
[[nodiscard]] std::array<Kind, kKinds> block_order(Style style);

[[nodiscard]] std::size_t count_of(const Layout& layout, Kind kind);

class ElementWriter {
public:
    // The layout may grow by things between calls.
    ElementWriter(const Options& options, const Layout& layout, std::string& out,
                  Format format = Format::Textmap);

    void header() { text_.header(); }
    void footer() { text_.footer(); }
    // Around all elements of a kind.
    void begin(Kind kind);
    void end() { text_.end_list(); }
    void element(Kind kind, std::size_t index);

private:
    void thing(std::size_t index);
    void vertex(std::size_t index);
    void linedef(std::size_t index);
    void sidedef(std::size_t index);
    void sector(std::size_t index);

    void thing_of_zdoom(Random& random);
    void thing_of_srb2(Random& random);
    void line_special(const Line& line, Random& random);
    void line_special_of_srb2(Random& random);
    void line_extras(const Line& line, Random& random);
    void side_textures(const Side& side, Random& random);
    void side_parts(Random& random);
    void sector_surfaces(Random& random);
    void sector_extras_of_zdoom(const Sector& sector, Random& random);
    void sector_extras_of_srb2(Random& random);
    void sector_planes(const Sector& sector, Random& random);
    void plane(const Sector& sector, bool ceiling, Random& random);
    void user_keys(Random& random);
    void more_ids(Random& random, bool of_sectors);

    [[nodiscard]] bool is_srb2() const { return options_.flavour == Flavour::Srb2; }
    [[nodiscard]] bool is_zdoom() const { return options_.flavour == Flavour::Zdoom; }
    // The tag of a sector, 0 for most.
    [[nodiscard]] std::int64_t tag_of(std::size_t sector) const;
    // The tag of some sector.
    [[nodiscard]] std::int64_t any_tag(Random& random) const;

    const Options& options_;
    const Layout& layout_;
    TextWriter text_;
};

}  // namespace flatline::engine::mapgen
