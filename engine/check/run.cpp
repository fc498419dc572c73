// The table of rules and their functions; runs them one after another.
#include <algorithm>

#include "base/finding_edit.hpp"
#include "base/work.hpp"
#include "check/rules.hpp"
#include "model/resources.hpp"

namespace flatline::engine::sanity {
namespace {

// What a rule needs beside the map.
enum class Needs : std::uint8_t { nothing, entry, textures, flats, lumps, thing_types, classes };

// The rules from `first` to `last` of rules.inc are found by `find`, which runs where one is on.
struct RuleFinder {
    Rule first, last;
    void (*find)(Context&) noexcept;
    Needs needs = Needs::nothing;
};
constexpr RuleFinder kRuleFinders[] = {
    {Rule::map_empty_vertices, Rule::map_empty_things, empty_kinds},
    {Rule::player_start_missing, Rule::player_start_missing, player_start},
    {Rule::limit_srb2_flats, Rule::limit_srb2_flats, srb2_flats},
    {Rule::nodes_missing, Rule::nodes_missing, nodes_missing, Needs::entry},
    {Rule::map_too_large, Rule::map_too_large, map_too_large},
    {Rule::vertex_unused, Rule::vertex_unused, vertex_unused},
    {Rule::vertex_duplicate, Rule::vertex_duplicate, vertex_duplicate},
    {Rule::vertex_off_grid, Rule::vertex_off_grid, vertex_off_grid},
    {Rule::line_zero_length, Rule::line_zero_length, line_zero_length},
    {Rule::line_too_short, Rule::line_too_short, line_too_short},
    {Rule::line_self_referencing, Rule::line_self_referencing, line_self_referencing},
    {Rule::line_back_not_twosided, Rule::line_back_not_twosided, line_back_not_twosided},
    {Rule::line_twosided_no_back, Rule::line_twosided_no_back, line_twosided_no_back},
    {Rule::line_midtex3dimpass_alone, Rule::line_midtex3dimpass_alone, line_midtex3dimpass_alone},
    {Rule::side_unused, Rule::sector_unused, unused},
    {Rule::line_special_unknown, Rule::sector_special_unknown, special_unknown},
    {Rule::line_no_activation, Rule::line_no_activation, line_no_activation},
    {Rule::special_tag_zero, Rule::special_tag_dangling, special_tags},
    {Rule::key_missing, Rule::key_missing, key_missing},
    {Rule::exit_missing, Rule::exit_missing, exit_missing},
    {Rule::poly_line_invalid, Rule::poly_thing_invalid, polyobjects},
    {Rule::line_script_unknown, Rule::thing_script_unknown, script_unknown},
    {Rule::srb2_special_setup, Rule::srb2_special_setup, srb2_special_setup},
    {Rule::thing_never_appears, Rule::thing_never_appears, thing_never_appears},
    {Rule::skill_empty, Rule::skill_empty, skill_empty},
    {Rule::thing_type_unknown, Rule::thing_type_unknown, thing_type_unknown, Needs::thing_types},
    {Rule::thing_obsolete, Rule::thing_obsolete, thing_obsolete, Needs::classes},
    {Rule::texture_unknown, Rule::texture_unknown, texture_unknown, Needs::textures},
    {Rule::flat_unknown, Rule::flat_unknown, flat_unknown, Needs::flats},
    {Rule::colormap_unknown, Rule::colormap_unknown, colormap_unknown, Needs::lumps},
    {Rule::music_unknown, Rule::music_unknown, music_unknown, Needs::lumps},
    {Rule::texture_tutti_frutti, Rule::texture_tutti_frutti, texture_tutti_frutti, Needs::textures},
    {Rule::texture_misaligned, Rule::texture_misaligned, texture_misaligned, Needs::textures},
    {Rule::side_shared, Rule::side_shared, side_shared},
    {Rule::sector_unclosed, Rule::sector_degenerate, sector_shapes},
    {Rule::sector_floor_above_ceiling, Rule::sector_floor_above_ceiling,
     sector_floor_above_ceiling},
    {Rule::tag_duplicate_list, Rule::tag_duplicate_list, tag_duplicate_list},
    {Rule::flat_missing, Rule::flat_missing, flat_missing},
    // What counts steps comes last: it may spend them.
    {Rule::texture_missing, Rule::texture_unused, side_textures},
    {Rule::teleport_no_destination, Rule::teleport_no_destination, teleport_no_destination},
    {Rule::teleport_destination_unused, Rule::teleport_destination_unused,
     teleport_destination_unused},
    {Rule::secret_unreachable, Rule::secret_unreachable, secret_unreachable},
    {Rule::line_overlap, Rule::line_cross, line_pairs},
    {Rule::vertex_on_line, Rule::vertex_on_line, vertex_on_line},
    {Rule::thing_outside, Rule::thing_outside, thing_outside},
    {Rule::thing_stuck_in_line, Rule::thing_stuck_in_line, thing_stuck_in_line},
    {Rule::thing_stuck_in_thing, Rule::monster_stuck, things_stuck},
    {Rule::thing_too_tall, Rule::thing_too_tall, thing_too_tall},
    {Rule::side_sector_suspect, Rule::side_sector_suspect, side_sector_suspect},
    {Rule::portability_final_newline, Rule::portability_friction, portability},
};

template <class Use>
void each_rule(const RuleFinder& row, Use&& use) {
    for (auto i = static_cast<unsigned>(row.first); i <= static_cast<unsigned>(row.last); ++i) {
        use(static_cast<Rule>(i));
    }
}

bool has_needs(const RuleFinder& row, const CheckOptions& options) noexcept {
    switch (row.needs) {
        case Needs::entry:
            return options.entry != nullptr;
        case Needs::nothing:
            return true;
        default:
            break;
    }
    const Resources* const resources = options.resources;
    if (resources == nullptr) return false;
    switch (row.needs) {
        case Needs::textures:
            return resources->has(ResourceKind::texture);
        case Needs::flats:
            return resources->has(ResourceKind::flat);
        case Needs::lumps:
            return resources->has(ResourceKind::lump) || resources->has(ResourceKind::colormap);
        case Needs::thing_types:
            return resources->has_thing_types();
        case Needs::classes:
            return resources->has_classes();
        default:
            return true;
    }
}

// The finding check-incomplete has room for eight rules; the last ones go into a second one. Where
// the list is full it takes the place of the last that is no such finding.
void report_cut(const CheckReport& report, const RuleLevels& levels,
                FindingList& findings) noexcept {
    std::uint64_t numbers[2] = {};
    unsigned count = 0;
    const auto tell = [&] {
        if (count == 0 || levels.get(Rule::check_incomplete) == RuleLevel::off) return;
        Finding f = make_finding(Rule::check_incomplete, Lump::none, FLATLINE_NO_OFFSET,
                                 static_cast<std::int64_t>(numbers[0]),
                                 static_cast<std::int64_t>(numbers[1]));
        f.severity = static_cast<std::uint8_t>(levels.get(Rule::check_incomplete));
        detail::FindingEdit::add_surely(findings, f);
        numbers[0] = numbers[1] = count = 0;
    };
    for (std::size_t i = 0; i < kRuleCount; ++i) {
        if (!report.cut_short.has(static_cast<Rule>(i))) continue;
        numbers[count / 4] |= std::uint64_t{i + 1} << (count % 4 * 16);
        if (++count == 8) tell();
    }
    tell();
}

}  // namespace

Outcome run_rules(const Map& map, const CheckOptions& options, Budget& budget,
                  FindingList& findings, CheckReport& report) noexcept {
    Context context(map, options, budget, findings, std::size(kRuleFinders));
    for (const RuleFinder& row : kRuleFinders) {
        bool on = false;
        each_rule(row, [&](Rule rule) { on = on || context.is_on(rule); });
        if (on && has_needs(row, options)) {
            context.begin_rule();
            row.find(context);
        }
        each_rule(row, [&](Rule rule) {
            if (!context.is_on(rule)) return;
            if (!has_needs(row, options)) {
                report.not_run.add(rule);
            } else if (context.was_cut()) {
                report.cut_short.add(rule);
            }
        });
        if (!context.goes_on() || !context.rule_done()) break;
    }
    report_cut(report, options.levels, findings);
    return context.outcome();
}

Status run_rules(const Doom3Map& map, const CheckOptions& options, FindingList& findings) noexcept {
    const Report report(options.levels, MapFormat::doom3, findings);
    Progress progress(options.progress, 4);
    check_entities(map, report);
    if (!progress.add(1)) return Status::cancelled;
    check_materials(map, report);
    if (!progress.add(1)) return Status::cancelled;
    check_patches(map, report);
    if (!progress.add(1)) return Status::cancelled;
    WindingsOptions wanted;
    wanted.limits = options.limits;
    wanted.memory = options.memory;
    wanted.progress = {[](void* context, std::uint64_t, std::uint64_t) {
                           return static_cast<Progress*>(context)->add(0);
                       },
                       &progress, 0};
    // Each side is clipped by all others of its brush.
    constexpr std::uint64_t kClip = 2;
    for (const flatline_doom3_brush& brush : map.brushes()) {
        const std::uint64_t sides = map.sides(brush).size();
        work::spend(options.work, kClip * sides * sides);
    }
    const Result<Windings> built = build_windings(map, wanted);
    work::spend_memory(options.work, built.memory.used);
    if (!built) {
        for (const Finding& f : built.findings.kept()) findings.add(f);
        return built.status;
    }
    check_brushes(map, built.value, report);
    return progress.finish() ? Status::ok : Status::cancelled;
}

}  // namespace flatline::engine::sanity
