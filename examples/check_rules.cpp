// Checks a map by the rules that this program wants, and says of each why it matters and where on
// the map it was met.
// Run: maps/unchecked.textmap line-zero-length player-start-missing nodes-missing
#include <flatline/flatline.hpp>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

int main(int argc, char** argv) {
    if (argc < 3) return 2;
    // Only the rules that are named; the first of them is taken for an error.
    std::vector<flatline_rule_level> levels = {{nullptr, FLATLINE_RULE_OFF}};
    for (int i = 2; i < argc; ++i) {
        levels.push_back(
            {argv[i], static_cast<std::uint8_t>(i == 2 ? FLATLINE_ERROR : FLATLINE_NOTE)});
    }
    std::ifstream file(argv[1], std::ios::binary);
    const std::string text((std::istreambuf_iterator<char>(file)), {});
    const auto map = flatline::load(text);
    if (!map) return 1;

    flatline::CheckOptions options;
    const auto report =
        flatline::check(*map, options.set_levels(levels).of_game(FLATLINE_GAME_DOOM2));
    if (!report) return 1;  // a rule that there is not, for one
    const auto places = map->locate(report.findings().kept());
    for (std::size_t i = 0; i < places.size(); ++i) {
        const flatline::RuleRow row = flatline::rule_row(report.findings()[i].rule);
        std::printf("%s", row.id);
        const flatline_vertex& at = places[i].point;
        if (at.x == at.x) std::printf(" at %g, %g", at.x, at.y);
        std::printf(": %s. %s\n", row.why, row.mend);
    }
    // nodes-missing wants the lumps around the map, which a text alone does not have.
    const auto rules = flatline::rule_rows();
    for (std::size_t i = 0; i < rules.size(); ++i) {
        if (report->ran(static_cast<flatline::Rule>(i)) != FLATLINE_RULE_NOT_RUN) continue;
        std::printf("%s not run\n", rules[i].id);
    }
    bool error = false;
    for (auto& finding : report.findings()) {
        if (!finding.is(flatline::find_rule(argv[2]))) continue;
        error = finding.level() == flatline::Severity::error;
    }
    std::printf("%s is %s here\n", argv[2], error ? "an error" : "no error");
    return 0;
}
