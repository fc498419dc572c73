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

/// False for rules of other parts than the loader in a build of FLATLINE_PARTS=loader: nothing
/// there finds them, so their sentences are not in it, and a sentence is the id.
/// tests/checks/loader_rules.pl compares the list with the sources of the loader.
constexpr bool tells(Rule rule) noexcept {
#if defined(FLATLINE_LOADER_ONLY)
    switch (rule) {
        case Rule::syntax_character:
        case Rule::syntax_nul:
        case Rule::syntax_utf_16:
        case Rule::syntax_identifier:
        case Rule::syntax_assignment:
        case Rule::syntax_value:
        case Rule::syntax_number:
        case Rule::syntax_semicolon:
        case Rule::syntax_brace:
        case Rule::syntax_unclosed_block:
        case Rule::syntax_unclosed_string:
        case Rule::syntax_unclosed_comment:
        case Rule::number_range:
        case Rule::number_not_finite:
        case Rule::namespace_missing:
        case Rule::namespace_not_first:
        case Rule::namespace_unknown:
        case Rule::namespace_duplicate:
        case Rule::grammar_0_99:
        case Rule::field_unknown:
        case Rule::keyword_unknown:
        case Rule::field_duplicate:
        case Rule::field_type:
        case Rule::field_fraction:
        case Rule::field_enum:
        case Rule::field_ids:
        case Rule::block_unknown:
        case Rule::coord_range:
        case Rule::vertex_missing_field:
        case Rule::line_missing_field:
        case Rule::line_missing_front:
        case Rule::line_no_sides:
        case Rule::side_missing_field:
        case Rule::sector_missing_field:
        case Rule::thing_missing_field:
        case Rule::line_vertex_range:
        case Rule::line_side_range:
        case Rule::side_sector_range:
        case Rule::lump_remainder:
        case Rule::blockmap_invalid:
        case Rule::reject_size:
        case Rule::portability_nul:
        case Rule::lump_dropped:
        case Rule::out_of_memory:
        case Rule::limit_vertices:
        case Rule::limit_linedefs:
        case Rule::limit_sidedefs:
        case Rule::limit_sectors:
        case Rule::limit_things:
        case Rule::limit_coordinate:
        case Rule::limit_text_bytes:
        case Rule::limit_string_bytes:
        case Rule::limit_identifier_bytes:
        case Rule::limit_number_bytes:
        case Rule::limit_unknown_fields:
        case Rule::limit_nesting:
        case Rule::limit_arena_bytes:
        case Rule::limit_blockmap_cells:
        case Rule::limit_blockmap_entries:
        case Rule::limit_slope_steps:
        case Rule::limit_segs:
        case Rule::limit_subsectors:
        case Rule::limit_nodes:
        case Rule::limit_node_depth:
        case Rule::limit_node_steps:
        case Rule::limit_file_work:
        case Rule::plane_partial:
        case Rule::slope_vertical:
        case Rule::slope_collinear:
        case Rule::slope_no_extent:
        case Rule::slope_one_sided:
        case Rule::slope_tag_missing:
        case Rule::slope_line_missing:
        case Rule::slope_vertex_missing:
        case Rule::slope_thing_on_line:
        case Rule::slope_thing_outside:
        case Rule::slope_thing_no_vertex:
        case Rule::plane_degenerate:
        case Rule::nodes_signature:
        case Rule::nodes_truncated:
        case Rule::nodes_inflate:
        case Rule::nodes_inflate_limit:
        case Rule::nodes_stale:
        case Rule::nodes_count:
        case Rule::nodes_vertex_range:
        case Rule::nodes_linedef_range:
        case Rule::nodes_side:
        case Rule::nodes_seg_range:
        case Rule::nodes_chain:
        case Rule::nodes_seg_off_line:
        case Rule::nodes_subsector_empty:
        case Rule::nodes_partition:
        case Rule::nodes_tree:
        case Rule::nodes_trailing:
        case Rule::nodes_partner:
        case Rule::nodes_degenerate:
        case Rule::nodes_unpaired:
        case Rule::nodes_partner_line:
        case Rule::nodes_empty:
        case Rule::nodes_coordinate:
            return true;
        default:
            return false;
    }
#else
    return rule < Rule::count_;
#endif
}

}  // namespace flatline::engine
