// What each port would make of a map, with the lumps around it that are named; and the table.
// Run: maps/rooms.textmap TEXTMAP ZNODES
#include <flatline/flatline.hpp>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace {

std::string string_of(std::string_view text) { return std::string(text); }

void print(const flatline::Verdicts& verdicts) {
    for (std::size_t i = 0; i < flatline::kPortCount; ++i) {
        const auto port = static_cast<flatline::Port>(i);
        const flatline::Verdict& verdict = verdicts[port];
        std::printf("%s: %s %s\n", string_of(flatline::port_name(port)).c_str(),
                    string_of(flatline::judgement_name(verdict.judgement)).c_str(),
                    string_of(verdict.rule).c_str());
    }
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 2) return 2;
    std::ifstream file(argv[1], std::ios::binary);
    const std::string text((std::istreambuf_iterator<char>(file)), {});
    const auto loaded =
        flatline::load_borrowed({reinterpret_cast<const unsigned char*>(text.data()), text.size()});
    if (!loaded) return 1;
    const auto checked = flatline::check(loaded.value);

    // An Archive gives such an entry for each of its maps.
    flatline::MapEntry entry;
    std::vector<flatline::MapLump> lumps;
    for (int i = 2; i < argc; ++i) lumps.push_back({argv[i], 0, 1000, true});
    entry.lumps = {lumps.data(), lumps.size()};
    flatline::VerdictInput input;
    input.map = &loaded.value;
    input.load = &loaded.findings;
    input.check = &checked.findings;
    input.entry = &entry;
    print(flatline::judge(input));

    // All rules that were met, also those of findings that were not kept.
    const flatline::RuleSet& met = checked.findings.rules();
    std::printf("met player-start-missing: %s\n",
                met.has(flatline::Rule::player_start_missing) ? "yes" : "no");
    bool refuses = false;
    for (const flatline::VerdictRow& row : flatline::verdict_rows()) {
        refuses = refuses || (row.rule == "portability-plus" &&
                              row.of[static_cast<std::size_t>(flatline::Port::woof)] ==
                                  flatline::Judgement::refuses);
    }
    std::printf("Woof refuses a plus sign: %s\n", refuses ? "yes" : "no");
    for (const flatline::PortFactRow& fact : flatline::port_fact_rows()) {
        if (fact.id != "port-nodes") continue;
        std::printf("port-nodes: %s\n", string_of(fact.sentence).c_str());
    }
    return 0;
}
