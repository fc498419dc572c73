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

std::string string_of(std::string_view text) { return std::string(text); }

// The limits of a port, and which of them differ from the defaults.
bool limits_of(std::string_view port, flatline::Limits& limits) {
    const flatline::Limits defaults;
    for (const flatline::LimitPreset& preset : flatline::limit_presets()) {
        if (preset.name != port) continue;
        limits = preset.limits;
        for (const flatline::LimitRow& row : flatline::limit_rows()) {
            if (row.count == nullptr || limits.*row.count == defaults.*row.count) continue;
            std::printf("%s: %llu %s\n", string_of(row.name).c_str(),
                        static_cast<unsigned long long>(limits.*row.count),
                        string_of(row.unit).c_str());
        }
        return true;
    }
    return false;
}

// What a finding's place is in. Those of the check are about elements, which stand in the TEXTMAP.
std::string lump_of(const flatline::Finding& finding) {
    const auto lump = static_cast<flatline::Lump>(finding.lump);
    return string_of(
        flatline::lump_name(lump == flatline::Lump::none ? flatline::Lump::textmap : lump));
}

void print(const flatline::Map& map, const flatline::FindingList& findings) {
    // All places in one pass over the text; the load keeps none of them.
    std::vector<std::uint64_t> places(findings.kept().size());
    flatline::locate(map, findings.kept(), places.data());
    flatline::PlaceFinder finder(map.textmap());
    for (std::size_t i = 0; i < places.size(); ++i) {
        flatline::Finding finding = findings.kept()[i];
        finding.offset = places[i];
        if (finding.offset == FLATLINE_NO_OFFSET) {
            std::printf("%s: ", lump_of(finding).c_str());
        } else {
            const flatline::TextPlace place = finder.place(finding.offset);
            std::printf("%s:%llu:%llu: ", lump_of(finding).c_str(),
                        static_cast<unsigned long long>(place.line),
                        static_cast<unsigned long long>(place.column));
        }
        char sentence[200];
        const std::size_t size =
            flatline::describe(finding, map.textmap(), sentence, sizeof sentence);
        const auto severity = static_cast<flatline::Severity>(finding.severity);
        std::printf("%s: %.*s [%s]\n", string_of(flatline::severity_name(severity)).c_str(),
                    static_cast<int>(size < sizeof sentence ? size : sizeof sentence), sentence,
                    string_of(flatline::rule_rows()[finding.rule].id).c_str());
    }
    std::printf("errors: %llu, warnings: %llu, notes: %llu\n",
                static_cast<unsigned long long>(findings.errors()),
                static_cast<unsigned long long>(findings.warnings()),
                static_cast<unsigned long long>(findings.notes()));
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 3) return 2;
    flatline::LoadOptions options;
    if (!limits_of(argv[2], options.limits)) return 2;
    std::ifstream file(argv[1], std::ios::binary);
    const std::string text((std::istreambuf_iterator<char>(file)), {});
    auto result = flatline::load_borrowed(
        {reinterpret_cast<const unsigned char*>(text.data()), text.size()}, options);
    if (!result) return 1;
    const flatline::Map& map = result.value;
    const flatline_arrays& arrays = map.arrays();
    std::printf("%llu vertices, %llu linedefs\n",
                static_cast<unsigned long long>(arrays.vertex_count),
                static_cast<unsigned long long>(arrays.linedef_count));

    // The findings of the load, those of the check, and one of this program's own.
    flatline::FindingList& findings = result.findings;
    flatline::CheckOptions wanted;
    wanted.limits = options.limits;
    const auto check = flatline::check(map, wanted);
    for (const flatline::Finding& finding : check.findings.kept()) findings.add(finding);
    if (map.nodes().subsector_count == 0) {  // this program wants nodes in every map
        findings.add(flatline::make_finding(flatline::Rule::nodes_missing, flatline::Lump::znodes));
    }
    print(map, findings);
    return 0;
}
