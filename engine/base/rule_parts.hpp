// Which rules have a sentence in the program.
#pragma once

#include "model/findings.hpp"

namespace flatline::engine {

/// Whether what sentences of the other parts say (keys, games, times, rules) can be said.
#if defined(FLATLINE_LOADER_ONLY)
inline constexpr bool kAllRules = false;
#else
inline constexpr bool kAllRules = true;
#endif

/// The rules that the loader finds; tests/checks/loader_rules.pl compares them with its sources.
inline constexpr Rule kLoaderRules[] = {
    Rule::syntax_character,
    Rule::syntax_nul,
    Rule::syntax_utf_16,
    Rule::syntax_identifier,
    Rule::syntax_assignment,
    Rule::syntax_value,
    Rule::syntax_number,
    Rule::syntax_semicolon,
    Rule::syntax_brace,
    Rule::syntax_unclosed_block,
    Rule::syntax_unclosed_string,
    Rule::syntax_unclosed_comment,
    Rule::number_range,
    Rule::number_not_finite,
    Rule::namespace_missing,
    Rule::namespace_not_first,
    Rule::namespace_unknown,
    Rule::namespace_duplicate,
    Rule::grammar_0_99,
    Rule::field_unknown,
    Rule::keyword_unknown,
    Rule::field_duplicate,
    Rule::field_type,
    Rule::field_fraction,
    Rule::field_enum,
    Rule::field_ids,
    Rule::block_unknown,
    Rule::coord_range,
    Rule::vertex_missing_field,
    Rule::line_missing_field,
    Rule::line_missing_front,
    Rule::line_no_sides,
    Rule::side_missing_field,
    Rule::sector_missing_field,
    Rule::thing_missing_field,
    Rule::line_vertex_range,
    Rule::line_side_range,
    Rule::side_sector_range,
    Rule::lump_remainder,
    Rule::blockmap_invalid,
    Rule::reject_size,
    Rule::portability_nul,
    Rule::lump_dropped,
    Rule::out_of_memory,
    Rule::limit_vertices,
    Rule::limit_linedefs,
    Rule::limit_sidedefs,
    Rule::limit_sectors,
    Rule::limit_things,
    Rule::limit_coordinate,
    Rule::limit_text_bytes,
    Rule::limit_string_bytes,
    Rule::limit_identifier_bytes,
    Rule::limit_number_bytes,
    Rule::limit_unknown_fields,
    Rule::limit_nesting,
    Rule::limit_arena_bytes,
    Rule::limit_blockmap_cells,
    Rule::limit_blockmap_entries,
    Rule::limit_slope_steps,
    Rule::limit_segs,
    Rule::limit_subsectors,
    Rule::limit_nodes,
    Rule::limit_node_depth,
    Rule::limit_node_steps,
    Rule::limit_file_work,
    Rule::plane_partial,
    Rule::slope_vertical,
    Rule::slope_collinear,
    Rule::slope_no_extent,
    Rule::slope_one_sided,
    Rule::slope_tag_missing,
    Rule::slope_line_missing,
    Rule::slope_vertex_missing,
    Rule::slope_thing_on_line,
    Rule::slope_thing_outside,
    Rule::slope_thing_no_vertex,
    Rule::plane_degenerate,
    Rule::nodes_signature,
    Rule::nodes_truncated,
    Rule::nodes_inflate,
    Rule::nodes_inflate_limit,
    Rule::nodes_stale,
    Rule::nodes_count,
    Rule::nodes_vertex_range,
    Rule::nodes_linedef_range,
    Rule::nodes_side,
    Rule::nodes_seg_range,
    Rule::nodes_chain,
    Rule::nodes_seg_off_line,
    Rule::nodes_subsector_empty,
    Rule::nodes_partition,
    Rule::nodes_tree,
    Rule::nodes_trailing,
    Rule::nodes_partner,
    Rule::nodes_degenerate,
    Rule::nodes_unpaired,
    Rule::nodes_partner_line,
    Rule::nodes_empty,
    Rule::nodes_coordinate,
};

/// False for rules of other parts in a build of FLATLINE_PARTS=loader: nothing there finds them, so
/// their sentences are not in it, and a sentence is the id.
constexpr bool tells(Rule rule) noexcept {
    if (kAllRules) return true;
    for (const Rule known : kLoaderRules) {
        if (known == rule) return true;
    }
    return false;
}

}  // namespace flatline::engine
