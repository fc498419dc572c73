// The table as data.
#include "verdict/table.hpp"

#include <iterator>

namespace flatline::engine {
namespace verdict {
namespace {

// The letters and words of table.inc, in a namespace of their own: parameters elsewhere are named
// so.
namespace table {
// NOLINTBEGIN(readability-identifier-naming)
constexpr Judgement L = Judgement::loads, R = Judgement::repairs, n = Judgement::unknown,
                    U = Judgement::undefined, X = Judgement::refuses;

constexpr std::uint8_t text = kText, doom = kDoom, hexen = kHexen, binary = kBinary, all = kAll,
                       extended = kAll | kExtendedNodes, classic = kBinary | kClassicNodes;
// NOLINTEND(readability-identifier-naming)

constexpr VerdictRow kRows[] = {
#define FLATLINE_VERDICT(origin, rule, detail, where, gzdoom, srb2, dsda, woof, eternity, zdbsp, \
                         document, section)                                                      \
    {rule, detail, {gzdoom, srb2, dsda, woof, eternity, zdbsp}, #document, section},
#include "verdict/table.inc"
#undef FLATLINE_VERDICT
};
constexpr Source kSources[] = {
#define FLATLINE_VERDICT(origin, rule, detail, where, ...) {Origin::origin, where},
#include "verdict/table.inc"
#undef FLATLINE_VERDICT
};
static_assert(std::size(kRows) == kRowCount && std::size(kSources) == kRowCount);
}  // namespace table
using table::kRows;
using table::kSources;

constexpr PortFactRow kFacts[] = {
#define FLATLINE_PORT_FACT(id, sentence) {id, sentence},
#include "verdict/facts.inc"
#undef FLATLINE_PORT_FACT
};

constexpr std::string_view kPortNames[] = {"gzdoom", "srb2", "dsda", "woof", "eternity", "zdbsp"};
static_assert(std::size(kPortNames) == kPortCount);
constexpr std::string_view kJudgementNames[] = {"loads", "repairs", "unknown", "undefined",
                                                "refuses"};

}  // namespace

View<Source> row_sources() noexcept { return {kSources, kRowCount}; }

}  // namespace verdict

View<VerdictRow> verdict_rows() noexcept { return {verdict::kRows, verdict::kRowCount}; }
View<PortFactRow> port_fact_rows() noexcept {
    return {verdict::kFacts, std::size(verdict::kFacts)};
}

std::string_view port_name(Port port) noexcept {
    const auto i = static_cast<std::size_t>(port);
    return i < kPortCount ? verdict::kPortNames[i] : std::string_view();
}

std::string_view judgement_name(Judgement judgement) noexcept {
    const auto i = static_cast<std::size_t>(judgement);
    return i < std::size(verdict::kJudgementNames) ? verdict::kJudgementNames[i]
                                                   : std::string_view();
}

}  // namespace flatline::engine
