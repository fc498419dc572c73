#include "control/silence.hpp"

#include <algorithm>
#include <functional>

#include "model/check.hpp"

namespace flatline::engine::tool {
namespace {

constexpr std::string_view kSilenceField = "user_flatline_ignore";
constexpr std::string_view kBetween = " \t\r\n,";

constexpr unsigned kRuleBits = 16;
static_assert(kRuleCount <= 1u << kRuleBits);

/// In the order of elements, then of rules.
std::uint64_t row_of(std::uint8_t element, std::uint32_t index, Rule rule) {
    return (std::uint64_t{element} << 32 | index) << kRuleBits | static_cast<std::uint64_t>(rule);
}

/// True if `part` views bytes of `whole`.
bool lies_in(std::string_view part, std::string_view whole) {
    const std::less_equal<const char*> is_before;
    return is_before(whole.data(), part.data()) &&
           is_before(part.data() + part.size(), whole.data() + whole.size());
}

}  // namespace

Silences::Silences(const Map& map, std::string_view text, FindingList& unknown) {
    for (const flatline_unknown& u : map.unknowns()) {
        if (u.depth != 0 || u.kind != FLATLINE_STRING || map.text(u.name) != kSilenceField)
            continue;
        const bool is_global = u.element == FLATLINE_GLOBAL;
        add(is_global ? std::uint8_t{FLATLINE_MAP} : u.element, is_global ? FLATLINE_NONE : u.index,
            map.text(u.value.string), text, Lump::textmap, unknown);
    }
    finish();
}

// What an entity silences is also silenced for its brushes and patches. They are many and so may
// the rules be: each of them is looked up by its entity.
Silences::Silences(const Doom3Map& map, std::string_view text, FindingList& unknown)
    : brushes_(map.brushes()), patches_(map.patches()) {
    const View<flatline_doom3_entity> entities = map.entities();
    for (std::uint32_t i = 0; i < entities.size(); ++i) {
        const flatline_doom3_pair* pair = map.find(entities[i], kSilenceField);
        if (pair == nullptr) continue;
        add(FLATLINE_ENTITY, i, map.text(pair->value), text, Lump::map, unknown);
    }
    finish();
}

// There may be as many words as the text has room for.
Rule Silences::find(std::string_view id) {
    if (rules_.empty()) {
        for (std::size_t i = 0; i < kRuleCount; ++i) {
            rules_.emplace_back(rule_rows()[i].id, static_cast<Rule>(i));
        }
        std::sort(rules_.begin(), rules_.end());
    }
    const auto found = std::lower_bound(rules_.begin(), rules_.end(), std::pair(id, Rule{}));
    return found != rules_.end() && found->first == id ? found->second : Rule::count_;
}

void Silences::add(std::uint8_t element, std::uint32_t index, std::string_view rules,
                   std::string_view text, Lump lump, FindingList& unknown) {
    RuleSet known;  // a rule may be named again and again
    while (true) {
        rules.remove_prefix(std::min(rules.find_first_not_of(kBetween), rules.size()));
        if (rules.empty()) return;
        const std::string_view word = rules.substr(0, rules.find_first_of(kBetween));
        rules.remove_prefix(word.size());
        const Rule rule = find(word);
        if (rule != Rule::count_) {
            if (!known.has(rule)) rows_.push_back(row_of(element, index, rule));
            known.add(rule);
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
        unknown.add(finding);
    }
}

// A field that an element gives again is one of its unknown fields again.
void Silences::finish() {
    rules_ = {};
    std::sort(rows_.begin(), rows_.end());
    rows_.erase(std::unique(rows_.begin(), rows_.end()), rows_.end());
}

bool Silences::has(const Finding& finding) const {
    if (rows_.empty() || finding.refuses != 0) return false;
    std::uint8_t element = finding.element;
    std::uint32_t index = finding.index;
    if (element == FLATLINE_BRUSH && index < brushes_.size()) {
        index = brushes_[index].entity;
        element = FLATLINE_ENTITY;
    } else if (element == FLATLINE_PATCH && index < patches_.size()) {
        index = patches_[index].entity;
        element = FLATLINE_ENTITY;
    }
    return std::binary_search(rows_.begin(), rows_.end(),
                              row_of(element, index, static_cast<Rule>(finding.rule)));
}

}  // namespace flatline::engine::tool
