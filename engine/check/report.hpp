// Receives the findings of the rules and knows the level of each rule.
#pragma once

#include <algorithm>
#include <cstdint>

#include "binary/records.hpp"
#include "model/check.hpp"
#include "model/findings.hpp"

namespace flatline::engine::sanity {

/// The element that a finding is about, and its place in the text.
struct FindingSubject {
    std::uint8_t element;
    std::uint32_t index;
    std::uint64_t offset;
    std::uint32_t length;
};
inline constexpr FindingSubject kWholeMap{FLATLINE_MAP, FLATLINE_NONE, FLATLINE_NO_OFFSET, 0};

/// An element, alone or as the other one of a pair.
struct Element {
    std::uint8_t kind;  ///< FLATLINE_VERTEX .. FLATLINE_THING, or FLATLINE_MAP
    std::uint32_t index;
};

class Report {
public:
    /// `format`: that of the map, which says in which lump its elements are.
    Report(const RuleLevels& levels, MapFormat format, FindingList& findings) noexcept
        : levels_(levels), format_(format), findings_(findings) {}

    bool is_on(Rule rule) const noexcept { return levels_.get(rule) != RuleLevel::off; }
    /// Adds the finding with the severity that its rule has here, unless the rule is off.
    void add(Finding finding) const noexcept {
        const RuleLevel level = levels_.get(static_cast<Rule>(finding.rule));
        if (level == RuleLevel::off) return;
        finding.severity = static_cast<std::uint8_t>(level);
        findings_.add(finding);
    }
    /// The same of something that is less sure than the rule's findings are: a note, unless the
    /// host made the rule an error.
    void add_as_note(Finding finding) const noexcept {
        const RuleLevel level = levels_.get(static_cast<Rule>(finding.rule));
        if (level == RuleLevel::off) return;
        finding.severity = static_cast<std::uint8_t>(level == RuleLevel::error ? RuleLevel::error
                                                                               : RuleLevel::note);
        findings_.add(finding);
    }

    /// A finding about an element, or its field, without a place in a lump.
    void about(Rule rule, Element element, FieldId field = FLATLINE_NO_FIELD, std::int64_t a = 0,
               std::int64_t b = 0) const noexcept {
        add(make(rule, element, field, a, b));
    }
    /// The same with the severity `most`, where its rule has a higher one.
    void about_at_most(Severity most, Rule rule, Element element, FieldId field = FLATLINE_NO_FIELD,
                       std::int64_t a = 0, std::int64_t b = 0) const noexcept {
        const RuleLevel level = levels_.get(rule);
        if (level == RuleLevel::off) return;
        Finding finding = make(rule, element, field, a, b);
        finding.severity =
            std::min(static_cast<std::uint8_t>(level), static_cast<std::uint8_t>(most));
        findings_.add(finding);
    }
    /// A finding about the map as a whole.
    void about_map(Rule rule, std::int64_t a = 0, std::int64_t b = 0,
                   Lump lump = Lump::textmap) const noexcept {
        add(placed(make_finding(rule, lump, FLATLINE_NO_OFFSET, a, b)));
    }
    /// A finding about `element` with its lowest partner; `a`: how many others it has, or what else
    /// the rule's message says. Without a partner where `related` has no index.
    void about_pair(Rule rule, Element element, Element related, std::int64_t a = 0,
                    std::int64_t b = 0) const noexcept {
        Finding f = make(rule, element, FLATLINE_NO_FIELD, a, b);
        if (related.index != FLATLINE_NONE) {
            f.related_element = related.kind;
            f.related = related.index;
        }
        add(f);
    }
    /// A finding in the text of a map.
    void in_text(Rule rule, const FindingSubject& place, Lump lump,
                 FieldId field = FLATLINE_NO_FIELD, std::int64_t a = 0,
                 std::int64_t b = 0) const noexcept {
        Finding f = make_finding(rule, lump, place.offset, a, b);
        f.length = place.length;
        f.index = place.index;
        f.element = place.element;
        f.field = field;
        add(f);
    }
    /// A finding in the text of a Doom 3 map.
    void in_map(Rule rule, const FindingSubject& place, std::int64_t a = 0,
                std::int64_t b = 0) const noexcept {
        in_text(rule, place, Lump::map, FLATLINE_NO_FIELD, a, b);
    }

    /// A finding about an element that is not added yet.
    Finding make(Rule rule, Element element, FieldId field, std::int64_t a,
                 std::int64_t b) const noexcept {
        Finding f = make_finding(rule, Lump::textmap, FLATLINE_NO_OFFSET, a, b);
        f.element = element.kind;
        f.index = element.index;
        f.field = field;
        return placed(f);
    }

private:
    // Records of a binary map have a length, so their places are known at once.
    Finding placed(Finding f) const noexcept {
        if (format_ == MapFormat::doom || format_ == MapFormat::hexen) {
            binary::place_finding(format_ == MapFormat::hexen, f);
        }
        return f;
    }

    const RuleLevels& levels_;
    MapFormat format_;
    FindingList& findings_;
};

}  // namespace flatline::engine::sanity
