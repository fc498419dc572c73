// Slopes: takes as much memory as the map's use of them needs, and runs the steps of the port.
#include "level/slopes.hpp"

#include <algorithm>

#include "base/layout.hpp"
#include "base/take_memory.hpp"
#include "level/slope_counts.hpp"
#include "level/slope_pass.hpp"
#include "level/slope_scratch.hpp"

namespace flatline::engine::level {
namespace {

void run_steps(SlopeRules rules, SlopePass& pass) noexcept {
    for (const SlopeStepRow& row : kSlopeSteps) {
        if (row.rules != rules || pass.stopped()) continue;
        switch (row.step) {
            case SlopeStep::plane_fields:
                pass.plane_fields();
                break;
            case SlopeStep::vertex_heights:
                pass.vertex_heights();
                break;
            case SlopeStep::slope_lines:
                pass.slope_lines();
                break;
            case SlopeStep::slope_things:
                pass.slope_things();
                break;
            case SlopeStep::copy_things:
                pass.copy_things();
                break;
            case SlopeStep::copy_lines:
                pass.copy_lines();
                break;
        }
    }
}

// Moves the planes of sectors that slope into memory of the map. `bytes`: what of it is charged.
Outcome publish(PlaneTable& planes, const MemoryHooks& hooks, Budget& budget, Reservation& memory,
                std::uint64_t& bytes, SlopeArrays& out) noexcept {
    const std::uint32_t count = planes.count();
    if (count == 0) return Outcome::ok;
    Layout layout;
    layout.add(count, sizeof(flatline_plane));
    const std::uint64_t sources_at = layout.add(count, sizeof(flatline_plane_source));
    const Outcome outcome = take_memory(layout.bytes(), hooks, budget, memory);
    if (outcome != Outcome::ok) {
        planes.clear();
        return outcome;
    }
    bytes = layout.bytes();
    auto* arrays = reinterpret_cast<flatline_plane*>(memory.data());
    auto* sources = reinterpret_cast<flatline_plane_source*>(memory.data() + sources_at);
    planes.publish(arrays, sources);
    out = {arrays, sources, count};
    return outcome;
}

}  // namespace

const flatline_column* find_column(View<flatline_column> columns, FieldId field) noexcept {
    const flatline_column* at =
        std::lower_bound(columns.begin(), columns.end(), field,
                         [](const flatline_column& c, FieldId id) { return c.field < id; });
    return at != columns.end() && at->field == field ? at : nullptr;
}

Finding slope_finding(Rule rule, std::uint8_t element, std::uint32_t index, std::int64_t a,
                      std::int64_t b, FieldId field) noexcept {
    Finding f = make_finding(rule, Lump::textmap, FLATLINE_NO_OFFSET, a, b);
    f.index = index;
    f.field = field;
    // The rule plane-degenerate is an error in a Doom 3 map; here the sector just stays flat.
    const Severity severity = std::min(rule_rows()[f.rule].severity, Severity::warning);
    f.severity = static_cast<std::uint8_t>(severity);
    f.element = element;
    return f;
}

void SlopePass::report(Rule rule, std::uint8_t element, std::uint32_t index, std::int64_t a,
                       std::int64_t b, FieldId field) noexcept {
    findings_.add(slope_finding(rule, element, index, a, b, field));
}

Outcome derive_planes(const SlopeInput& input, const MemoryHooks& hooks, Budget& budget,
                      Reservation& scratch, Reservation& memory, FindingList& findings,
                      SlopeArrays& out) noexcept {
    out = {};
    if (input.rules == SlopeRules::none || input.rules == SlopeRules::automatic) {
        return Outcome::ok;
    }
    const SlopeCounts counts = count_slopes(input);
    if (!counts.any()) return Outcome::ok;
    const std::uint64_t mark = budget.used();
    SlopeScratch work(input, counts, scratch);
    if (const Outcome taken = work.take(hooks, budget); taken != Outcome::ok) return taken;
    PlaneTable planes(input.sectors, input.geometry.sector_count, work.pairs());
    SlopePass pass(input, work.fill(), planes, findings);
    run_steps(input.rules, pass);
    if (pass.stopped()) {
        findings.add(slope_finding(input.limit_rule, FLATLINE_MAP, FLATLINE_NONE,
                                   static_cast<std::int64_t>(pass.steps()),
                                   static_cast<std::int64_t>(input.step_limit), FLATLINE_NO_FIELD));
        planes.clear();
    }
    std::uint64_t published = 0;
    const Outcome outcome = publish(planes, hooks, budget, memory, published, out);
    budget.rewind(mark + published);
    out.steps = pass.steps();
    return outcome;
}

}  // namespace flatline::engine::level
