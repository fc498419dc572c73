#include "fix/planner.hpp"

#include "text/scan.hpp"
#include "udmf/keywords.hpp"
#include "udmf/walk.hpp"

namespace flatline::engine::mend {
namespace {

struct Mender {
    Rule first, last;  // of rules.inc
    FixOutcome (*mend)(Planner&, const Finding&, std::uint32_t row) noexcept;
    std::string_view deed;
};
constexpr Mender kMenders[] = {
    {Rule::field_duplicate, Rule::field_duplicate, mend_duplicate_field,
     "the earlier one is removed"},
    {Rule::lump_remainder, Rule::lump_remainder, mend_remainder, "cut off"},
    {Rule::blockmap_invalid, Rule::blockmap_invalid, mend_blockmap, "built anew"},
    {Rule::reject_size, Rule::reject_size, mend_reject, "made anew"},
    {Rule::portability_final_newline, Rule::portability_trailing_comment, mend_end_of_text,
     "a line end is added"},
    {Rule::portability_leading_zero, Rule::portability_hex_srb2, mend_number,
     "written without that"},
    {Rule::portability_case_srb2, Rule::portability_case_srb2, mend_case, "written in lower case"},
    {Rule::portability_bom_srb2, Rule::portability_bom_srb2, mend_by_deletion, "removed"},
    {Rule::portability_escape, Rule::portability_escape, mend_escapes, "written without them"},
    {Rule::portability_semicolon, Rule::portability_semicolon, mend_by_deletion, "removed"},
    {Rule::vertex_unused, Rule::vertex_unused, mend_unused_vertex, "removed"},
    {Rule::vertex_duplicate, Rule::vertex_duplicate, mend_duplicate_vertex, "merged with it"},
    {Rule::vertex_on_line, Rule::vertex_on_line, mend_vertex_on_line, "the line is split"},
    {Rule::line_overlap, Rule::line_overlap, mend_overlap, "merged with it"},
    {Rule::line_zero_length, Rule::line_zero_length, mend_line_without_length, "removed"},
    {Rule::line_twosided_no_back, Rule::line_midtex3dimpass_alone, mend_flag,
     "the flag is cleared"},
    {Rule::side_unused, Rule::side_unused, mend_unused_side, "removed"},
    {Rule::special_tag_dangling, Rule::special_tag_dangling, mend_dangling_tag,
     "special and arguments are cleared"},
    {Rule::texture_missing, Rule::texture_missing, mend_missing_texture, "a texture is put there"},
    {Rule::thing_outside, Rule::thing_outside, mend_thing_outside, "removed"},
    {Rule::nodes_signature, Rule::nodes_tree, mend_nodes, "built anew"},
    {Rule::nodes_trailing, Rule::nodes_trailing, mend_bytes_after_nodes, "cut off"},
};

const Mender* find_mender(Rule rule) noexcept {
    for (const Mender& row : kMenders) {
        if (rule >= row.first && rule <= row.last) return &row;
    }
    return nullptr;
}

}  // namespace

std::string_view deed_of(Rule rule) noexcept {
    const Mender* const row = find_mender(rule);
    return row != nullptr ? row->deed : std::string_view();
}

bool has_mender(Rule rule) noexcept { return find_mender(rule) != nullptr; }

FixOutcome Planner::add(const Finding& finding, std::uint32_t row) noexcept {
    const Mender* const mender = find_mender(static_cast<Rule>(finding.rule));
    return mender != nullptr ? mender->mend(*this, finding, row) : FixOutcome::left;
}

bool Planner::count_uses() noexcept {
    if (counted_) return true;
    const KindCounts& counts = plan.counts();
    if (!vertex_uses_.extend(counts.of[FLATLINE_VERTEX], 0) ||
        !side_uses_.extend(counts.of[FLATLINE_SIDEDEF], 0) ||
        !line_of_side_.extend(counts.of[FLATLINE_SIDEDEF], FLATLINE_NONE) ||
        !sector_sides_.extend(counts.of[FLATLINE_SECTOR], 0) ||
        !touched_.extend(counts.of[FLATLINE_LINEDEF], 0)) {
        return false;
    }
    for (std::uint32_t i = counts.of[FLATLINE_LINEDEF]; i-- > 0;) {
        const flatline_linedef& line = map.linedefs()[i];
        ++vertex_uses_[line.v1];
        ++vertex_uses_[line.v2];
        for (const std::uint32_t side : {line.sidefront, line.sideback}) {
            if (side == FLATLINE_NONE) continue;
            ++side_uses_[side];
            line_of_side_[side] = i;
        }
    }
    for (const flatline_sidedef& side : map.sidedefs()) ++sector_sides_[side.sector];
    lines_left_ = counts.of[FLATLINE_LINEDEF];
    counted_ = true;
    return true;
}

void Planner::remove_side(std::uint32_t side) noexcept {
    if (plan.is_removed(FLATLINE_SIDEDEF, side)) return;
    --sector_sides_[map.sidedefs()[side].sector];
    plan.remove(FLATLINE_SIDEDEF, side);
}

bool Planner::remove_line(std::uint32_t line, std::uint32_t but) noexcept {
    const flatline_linedef& gone = map.linedefs()[line];
    std::uint32_t sides[2] = {gone.sidefront, gone.sideback};
    if (sides[0] == sides[1]) sides[1] = FLATLINE_NONE;
    for (std::uint32_t& side : sides) {
        if (side == FLATLINE_NONE) continue;
        const bool only_here = side_uses_[side] == (gone.sidefront == gone.sideback ? 2u : 1u);
        if (!only_here || side == but) side = FLATLINE_NONE;
    }
    if (lines_left_ <= 1) return false;
    if (sides[0] != FLATLINE_NONE && !can_spare_side(sides[0])) return false;
    if (sides[1] != FLATLINE_NONE) {
        const std::uint32_t sector = map.sidedefs()[sides[1]].sector;
        const bool both = sides[0] != FLATLINE_NONE && map.sidedefs()[sides[0]].sector == sector;
        if (sector_sides_[sector] <= (both ? 2u : 1u)) return false;
    }
    --lines_left_;
    plan.remove(FLATLINE_LINEDEF, line);
    touch(line, kTouchedWhole);
    for (const std::uint32_t side : {gone.sidefront, gone.sideback}) {
        if (side != FLATLINE_NONE && side != but) --side_uses_[side];
    }
    for (const std::uint32_t side : sides) {
        if (side != FLATLINE_NONE) remove_side(side);
    }
    for (const std::uint32_t end : {gone.v1, gone.v2}) {
        const std::uint32_t vertex = plan.vertex_of(end);
        if (--vertex_uses_[vertex] == 0) plan.remove(FLATLINE_VERTEX, vertex);
    }
    return true;
}

void Planner::merge_vertices(std::uint32_t vertex, std::uint32_t to) noexcept {
    vertex_uses_[to] += vertex_uses_[vertex];
    vertex_uses_[vertex] = 0;
    plan.merge(vertex, to);
}

std::string_view Planner::frequent_texture() noexcept {
    if (has_frequent_) return frequent_;
    has_frequent_ = true;
    List<std::uint32_t> uses;
    if (!uses.extend(static_cast<std::uint32_t>(map.names().size()), 0)) return frequent_;
    std::uint32_t most = 0;
    for (const flatline_sidedef& side : map.sidedefs()) {
        for (const std::uint32_t name : {side.texturemiddle, side.texturetop, side.texturebottom}) {
            const std::string_view text = map.name(name);
            if (is_no_texture(text)) continue;
            if (++uses[name] <= most) continue;
            most = uses[name];
            frequent_ = text;
        }
    }
    return frequent_;
}

std::uint64_t Planner::block_at(std::uint8_t kind, std::uint32_t index) noexcept {
    if (!has_blocks_) {
        has_blocks_ = true;
        const auto* const base = reinterpret_cast<const unsigned char*>(map.textmap().data());
        const text::Body body = text::body_of(base, map.textmap().size());
        udmf::StatementWalk walk(body.begin, body.end);
        for (;;) {
            const udmf::Statement found = walk.next();
            if (found.kind == udmf::StatementKind::end) break;
            if (found.kind != udmf::StatementKind::open || found.depth != 0 ||
                found.key == nullptr) {
                continue;
            }
            const std::uint8_t block = udmf::block_kind(found.key, found.key_size());
            const auto offset = static_cast<std::uint64_t>(found.key - base);
            if (block < kKinds && !blocks_[block].push(offset)) return FLATLINE_NO_OFFSET;
        }
    }
    return index < blocks_[kind].size() ? blocks_[kind][index] : FLATLINE_NO_OFFSET;
}

}  // namespace flatline::engine::mend
