// Checks a map by the rules that this program wants, and says of each why it matters and where on
// the map it was met.
// Run: maps/unchecked.textmap line-zero-length player-start-missing nodes-missing
#include <flatline/flatline.hpp>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace {

std::string string_of(std::string_view text) { return std::string(text); }

// Only the rules that are named; the first of them is taken for an error.
bool choose(int count, char** ids, flatline::RuleLevels& levels) {
    levels.set_all(flatline::RuleLevel::off);
    for (int i = 0; i < count; ++i) {
        const flatline::Rule rule = flatline::find_rule(ids[i]);
        if (rule == flatline::Rule::count_) return false;
        levels.set(rule, i == 0 ? flatline::RuleLevel::error : flatline::RuleLevel::note);
    }
    return true;
}

}  // namespace

int main(int argc, char** argv) {
    flatline::CheckOptions options;
    if (argc < 3 || !choose(argc - 2, argv + 2, options.levels)) return 2;
    std::ifstream file(argv[1], std::ios::binary);
    const std::string text((std::istreambuf_iterator<char>(file)), {});
    const auto loaded =
        flatline::load_borrowed({reinterpret_cast<const unsigned char*>(text.data()), text.size()});
    if (!loaded) return 1;

    const auto result = flatline::check(loaded.value, options);
    const auto findings = result.findings.kept();
    std::vector<flatline_vertex> points(findings.size());
    flatline::find_points(loaded.value, findings, points.data());
    for (std::size_t i = 0; i < findings.size(); ++i) {
        const auto rule = static_cast<flatline::Rule>(findings[i].rule);
        const flatline::RuleNote note = flatline::rule_note(rule);
        std::printf("%s", string_of(flatline::rule_rows()[findings[i].rule].id).c_str());
        if (points[i].x == points[i].x) std::printf(" at %g, %g", points[i].x, points[i].y);
        std::printf(": %s. %s\n", string_of(note.why).c_str(), string_of(note.mend).c_str());
    }
    // This one wants the lumps around the map, which a text alone does not have.
    if (result.value.not_run.has(flatline::Rule::nodes_missing)) std::puts("nodes-missing not run");
    const bool error =
        options.levels.get(flatline::find_rule(argv[2])) == flatline::RuleLevel::error;
    std::printf("%s is %s here\n", argv[2], error ? "an error" : "no error");
    return 0;
}
