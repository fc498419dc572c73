// Says what is wrong with a map for a certain port: its limits, the findings of the load and of
// the check, and a rule of the program's own, each with its place.
// Run: maps/unchecked.textmap srb2
#include <flatline/flatline.hpp>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace {

// Which limits of a port differ from the defaults.
void print_limits(const flatline::Limits& limits) {
    const flatline::Limits defaults;
    for (auto& row : flatline::limit_rows()) {
        double value = 0;
        double standard = 0;
        flatline_limits_get(&limits, row.name, &value);
        flatline_limits_get(&defaults, row.name, &standard);
        if (value != standard) std::printf("%s: %.0f %s\n", row.name, value, row.unit);
    }
}

bool is_preset(const std::string& port) {
    for (auto& preset : flatline::limit_presets()) {
        if (port == preset.name) return true;
    }
    return false;
}

void print(const flatline::Map& map, const std::vector<flatline_finding>& findings) {
    // All places in one pass over the text; the load keeps none of them.
    const std::vector<flatline_location> places = map.locate(findings);
    for (std::size_t i = 0; i < findings.size(); ++i) {
        const flatline::Finding finding(findings[i], map.raw());
        // Findings of the check are about elements, which stand in the TEXTMAP.
        std::printf("%s:", flatline_lump_name(finding.lump != FLATLINE_LUMP_NONE
                                                  ? finding.lump
                                                  : std::uint8_t{FLATLINE_LUMP_TEXTMAP}));
        if (places[i].line != 0) {
            std::printf("%d:%d:", static_cast<int>(places[i].line),
                        static_cast<int>(places[i].column));
        }
        // The words of a host that wants no std::string.
        char words[200];
        flatline::sentence(finding, words, sizeof words);
        std::printf(" %s: %s [%s]\n", flatline_severity_name(finding.severity), words,
                    flatline_rule_id(finding.rule));
    }
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 3 || !is_preset(argv[2])) return 2;
    flatline::Limits limits;
    limits.set_preset(argv[2]);
    print_limits(limits);
    std::ifstream file(argv[1], std::ios::binary);
    const std::string text((std::istreambuf_iterator<char>(file)), {});
    flatline::LoadOptions options;
    options.limits = &limits;
    const auto map = flatline::load(text, options);
    if (!map) return 1;
    std::printf("%u vertices, %u linedefs\n", map->arrays().vertex_count,
                map->arrays().linedef_count);

    // The findings of the load, those of the check, and one of this program's own.
    flatline::CheckOptions wanted;
    wanted.limits = &limits;
    const auto report = flatline::check(*map, wanted);
    const flatline::Findings of_load = map.findings();
    const flatline::Findings of_check = report.findings();
    std::vector<flatline_finding> findings(of_load.begin(), of_load.end());
    findings.insert(findings.end(), of_check.begin(), of_check.end());
    const bool no_nodes = map->nodes().subsector_count == 0;  // this program wants them always
    if (no_nodes) {
        findings.push_back(
            flatline::make_finding(flatline::Rule::nodes_missing, FLATLINE_LUMP_ZNODES));
    }
    print(*map, findings);
    std::printf("errors: %d, warnings: %d, notes: %d\n",
                static_cast<int>(of_load.errors() + of_check.errors()),
                static_cast<int>(of_load.warnings() + of_check.warnings()) + (no_nodes ? 1 : 0),
                static_cast<int>(of_load.notes() + of_check.notes()));
    return 0;
}
