// The rules: one function each, one file a family. run.cpp has the table of those about maps.
#pragma once

#include "check/context.hpp"
#include "check/report.hpp"
#include "model/check.hpp"
#include "model/doom3.hpp"
#include "model/doom3_geometry.hpp"

namespace flatline::engine::sanity {

/// Runs every rule that is on and has what it needs.
Outcome run_rules(const Map& map, const CheckOptions& options, Budget& budget,
                  FindingList& findings, CheckReport& report) noexcept;
/// The same for a Doom 3 map. Not ok: refused and out_of_memory come with their finding.
Status run_rules(const Doom3Map& map, const CheckOptions& options, FindingList& findings) noexcept;

// map.cpp: the map as a whole.
void empty_kinds(Context& context) noexcept;
void player_start(Context& context) noexcept;
void srb2_flats(Context& context) noexcept;
// lumps.cpp: the lumps around a TEXTMAP.
void nodes_missing(Context& context) noexcept;
// vertices.cpp
void vertex_unused(Context& context) noexcept;
void vertex_duplicate(Context& context) noexcept;
void vertex_on_line(Context& context) noexcept;
void vertex_off_grid(Context& context) noexcept;
// line_pairs.cpp: line-overlap, line-cross.
void line_pairs(Context& context) noexcept;
// lines.cpp
void line_too_short(Context& context) noexcept;
void line_self_referencing(Context& context) noexcept;
void line_back_not_twosided(Context& context) noexcept;
void line_zero_length(Context& context) noexcept;
void line_twosided_no_back(Context& context) noexcept;
void line_midtex3dimpass_alone(Context& context) noexcept;
// unused.cpp: elements that nothing refers to.
void unused(Context& context) noexcept;
// specials.cpp: numbers of specials, their triggers, SRB2's parameters.
void special_unknown(Context& context) noexcept;
void line_no_activation(Context& context) noexcept;
void srb2_special_setup(Context& context) noexcept;
// tags.cpp: what a special acts on.
void special_tags(Context& context) noexcept;
// locks.cpp: keys of locks.
void key_missing(Context& context) noexcept;
// teleports.cpp
void teleport_no_destination(Context& context) noexcept;
void teleport_destination_unused(Context& context) noexcept;
// exits.cpp
void exit_missing(Context& context) noexcept;
// secrets.cpp
void secret_unreachable(Context& context) noexcept;
// polyobjects.cpp: numbers of polyobjects.
void polyobjects(Context& context) noexcept;
// scripts.cpp: scripts of the map's BEHAVIOR.
void script_unknown(Context& context) noexcept;
// things.cpp: flags and types of things.
void thing_never_appears(Context& context) noexcept;
void thing_type_unknown(Context& context) noexcept;
void thing_obsolete(Context& context) noexcept;
// names.cpp: names that the resources do not have.
void texture_unknown(Context& context) noexcept;
void flat_unknown(Context& context) noexcept;
void colormap_unknown(Context& context) noexcept;
void music_unknown(Context& context) noexcept;
// tutti_frutti.cpp: walls taller than a texture that is not repeated.
void texture_tutti_frutti(Context& context) noexcept;
// alignment.cpp: walls whose textures do not go on.
void texture_misaligned(Context& context) noexcept;
// sectors.cpp
void side_shared(Context& context) noexcept;
void sector_shapes(Context& context) noexcept;  // sector-unclosed, sector-degenerate
void sector_floor_above_ceiling(Context& context) noexcept;
void map_too_large(Context& context) noexcept;
// more_ids.cpp
void tag_duplicate_list(Context& context) noexcept;
// side_sectors.cpp
void side_sector_suspect(Context& context) noexcept;
// surfaces.cpp: textures and flats by geometry.
void flat_missing(Context& context) noexcept;
void side_textures(Context& context) noexcept;  // texture-missing, texture-unused
// thing_places.cpp
void thing_outside(Context& context) noexcept;
void thing_stuck_in_line(Context& context) noexcept;
// thing_pairs.cpp: thing-stuck-in-thing, start-stuck, monster-stuck.
void things_stuck(Context& context) noexcept;
// thing_heights.cpp
void thing_too_tall(Context& context) noexcept;
// monsters.cpp
void skill_empty(Context& context) noexcept;
// portability.cpp: what the text holds that is read here and stops ports, or reads otherwise there.
void portability(Context& context) noexcept;

// Doom 3 maps: classes, names, keys, targets, origins; planes and volumes, by the windings of the
// map; sizes, subdivisions and control points of patches; materials of both.
void check_entities(const Doom3Map& map, const Report& report) noexcept;
void check_brushes(const Doom3Map& map, const Windings& windings, const Report& report) noexcept;
void check_patches(const Doom3Map& map, const Report& report) noexcept;
void check_materials(const Doom3Map& map, const Report& report) noexcept;

}  // namespace flatline::engine::sanity
