// Runs the functions of finders.inc, one after another.
#include <algorithm>

#include "base/finding_edit.hpp"
#include "base/work.hpp"
#include "check/rules.hpp"
#include "model/resources.hpp"

namespace flatline::engine::sanity {
namespace {

// What a rule needs beside the map.
enum class Needs : std::uint8_t { nothing, entry, textures, flats, lumps, thing_types, classes };

struct RuleFinder {
    Rule first, last;
    void (*find)(Context&) noexcept;
    Needs needs;
};
constexpr RuleFinder kRuleFinders[] = {
#define FLATLINE_FINDER(first, last, find, needs) {Rule::first, Rule::last, find, Needs::needs},
#include "check/finders.inc"
#undef FLATLINE_FINDER
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
