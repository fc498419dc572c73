#include "control/silence.hpp"

#include <algorithm>
#include <functional>

#include "flatline/check.hpp"

namespace flatline::tool {
namespace {

constexpr std::string_view kSilenceField = "user_flatline_ignore";
constexpr std::string_view kBetween = " \t\r\n,";

std::uint64_t key_of(std::uint8_t element, std::uint32_t index) {
    return std::uint64_t{element} << 32 | index;
}

/// True where `part` views bytes of `whole`.
bool lies_in(std::string_view part, std::string_view whole) {
    const std::less_equal<const char*> is_before;
    return is_before(whole.data(), part.data()) &&
           is_before(part.data() + part.size(), whole.data() + whole.size());
}

}  // namespace

Silences::Silences(const Map& map, std::string_view text, std::vector<Finding>& unknown) {
    for (const flatline_unknown& u : map.unknowns()) {
        if (u.depth != 0 || u.kind != FLATLINE_STRING || map.text(u.name) != kSilenceField)
            continue;
        const bool is_global = u.element == FLATLINE_GLOBAL;
        add(is_global ? std::uint8_t{FLATLINE_MAP} : u.element, is_global ? FLATLINE_NONE : u.index,
            map.text(u.value.string), text, Lump::textmap, unknown);
    }
}

Silences::Silences(const Doom3Map& map, std::string_view text, std::vector<Finding>& unknown) {
    const View<flatline_doom3_entity> entities = map.entities();
    for (std::uint32_t i = 0; i < entities.size(); ++i) {
        const flatline_doom3_entity& entity = entities[i];
        const flatline_doom3_pair* pair = map.find(entity, kSilenceField);
        if (pair == nullptr) continue;
        add(FLATLINE_ENTITY, i, map.text(pair->value), text, Lump::map, unknown);
        const auto found = rules_.find(key_of(FLATLINE_ENTITY, i));
        if (found == rules_.end()) continue;
        const std::vector<Rule> rules = found->second;
        for (std::uint32_t brush = 0; brush < entity.brush_count; ++brush) {
            rules_[key_of(FLATLINE_BRUSH, entity.first_brush + brush)] = rules;
        }
        for (std::uint32_t patch = 0; patch < entity.patch_count; ++patch) {
            rules_[key_of(FLATLINE_PATCH, entity.first_patch + patch)] = rules;
        }
    }
}

void Silences::add(std::uint8_t element, std::uint32_t index, std::string_view rules,
                   std::string_view text, Lump lump, std::vector<Finding>& unknown) {
    while (true) {
        rules.remove_prefix(std::min(rules.find_first_not_of(kBetween), rules.size()));
        if (rules.empty()) return;
        const std::string_view word = rules.substr(0, rules.find_first_of(kBetween));
        rules.remove_prefix(word.size());
        const Rule rule = find_rule(word);
        if (rule != Rule::count_) {
            rules_[key_of(element, index)].push_back(rule);
            continue;
        }
        Finding finding = make_finding(Rule::ignore_unknown);
        finding.element = element;
        finding.index = index;
        // Of a string with escapes the map has a copy.
        if (lies_in(word, text)) {
            finding.lump = static_cast<std::uint8_t>(lump);
            finding.offset = static_cast<std::uint64_t>(word.data() - text.data());
            finding.length = static_cast<std::uint32_t>(word.size());
        }
        unknown.push_back(finding);
    }
}

bool Silences::has(const Finding& finding) const {
    if (rules_.empty() || finding.refuses != 0) return false;
    const auto found = rules_.find(key_of(finding.element, finding.index));
    if (found == rules_.end()) return false;
    return std::find(found->second.begin(), found->second.end(), static_cast<Rule>(finding.rule)) !=
           found->second.end();
}

}  // namespace flatline::tool
