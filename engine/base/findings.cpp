// The table of rules, the list of findings, and the sentences made from them.
#include "model/findings.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <utility>

#include "base/bits.hpp"
#include "base/finding_edit.hpp"
#include "base/finding_words.hpp"
#include "base/fixed_writer.hpp"
#include "base/packed_texts.hpp"
#include "base/rule_parts.hpp"
#include "base/short_text.hpp"
#include "model/describe.hpp"
#include "model/fields.hpp"

namespace flatline::engine {
namespace {

// Of each rule its id and its sentence.
constexpr std::string_view kAllTexts[] = {
#define FLATLINE_RULE(symbol, id, severity, numbers, fix, sentence) \
    id, tells(Rule::symbol) ? std::string_view(sentence) : std::string_view(),
#include "flatline/rules.inc"
#undef FLATLINE_RULE
};
constexpr PackedTexts<2 * kRuleCount, letters_of(kAllTexts, 2 * kRuleCount)> kTexts(kAllTexts);

struct PackedRule {
    Severity severity;
    Numbers numbers;
    RuleFix fix;
};
constexpr PackedRule kRules[] = {
#define FLATLINE_RULE(symbol, id, severity, numbers, fix, sentence) \
    {Severity::severity, Numbers::numbers, RuleFix::fix},
#include "flatline/rules.inc"
#undef FLATLINE_RULE
};
static_assert(std::size(kRules) == kRuleCount);

std::string_view id_of(std::size_t rule) noexcept { return kTexts[2 * rule]; }
std::string_view sentence_of(std::size_t rule) noexcept {
    const std::string_view sentence = kTexts[2 * rule + 1];
    return sentence.empty() ? id_of(rule) : sentence;
}

constexpr int kSeverities = 3;
constexpr std::size_t kLeftOutRows = kRuleCount * kSeverities;

std::size_t left_out_index(Rule rule, Severity severity) noexcept {
    return static_cast<std::size_t>(rule) * kSeverities + static_cast<std::size_t>(severity);
}

// Notes have a limit of their own.
constexpr int kNotes = 0;
int kind_of(const Finding& finding) noexcept {
    return finding.severity == static_cast<std::uint8_t>(Severity::note) ? kNotes : 1;
}

// Severities, and above them what refuses a map.
int rank_of(const Finding& finding) noexcept {
    return finding.refuses != 0 ? kSeverities : finding.severity;
}

constexpr std::size_t kQuotedBytes = 60;  // of the map's text in a sentence

void put_text(FixedWriter& out, const Finding& finding, std::string_view lump) noexcept {
    if (finding.offset >= lump.size() || finding.length == 0) {
        out.put(finding.offset == lump.size() && !lump.empty() ? "the end of the text" : "it");
        return;
    }
    std::string_view text = lump.substr(static_cast<std::size_t>(finding.offset), finding.length);
    const bool cut = text.size() > kQuotedBytes;
    if (cut) text = text.substr(0, kQuotedBytes);
    out.put('\'');
    out.escaped(text);
    out.put(cut ? "...'" : "'");
}

void put_number(FixedWriter& out, Numbers numbers, std::uint8_t element,
                std::int64_t value) noexcept {
    if (numbers == Numbers::plane && element == FLATLINE_SECTOR) {
        out.put(value == 0 ? "the floor" : "the ceiling");
        return;
    }
    if (numbers == Numbers::plane) out.put("side ");
    if (numbers == Numbers::reals) {
        out.real(bit_cast<double>(value));
    } else if (numbers == Numbers::lump_name) {
        char name[8];
        std::memcpy(name, &value, sizeof name);
        std::size_t size = 0;
        while (size < sizeof name && name[size] != '\0') ++size;
        out.put('\'');
        out.escaped({name, size});
        out.put('\'');
    } else {
        out.integer(value);
    }
}

void put_rules(FixedWriter& out, const Finding& finding) noexcept {
    bool first = true;
    for (const std::int64_t four : {finding.a, finding.b}) {
        for (int i = 0; i < 4; ++i) {
            const auto rule = static_cast<std::uint64_t>(four) >> (16 * i) & 0xFFFF;
            if (rule == 0 || rule > std::size(kRules)) return;
            if (!std::exchange(first, false)) out.put(", ");
            out.put(id_of(rule - 1));
        }
    }
}

void put_placeholder(FixedWriter& out, std::string_view placeholder, const Finding& finding,
                     std::string_view lump) noexcept {
    const Numbers numbers = kRules[finding.rule].numbers;
    if (placeholder == "{text}") {
        put_text(out, finding, lump);
    } else if (placeholder == "{field}") {
        const std::string_view name = field_name(finding.field);
        out.put(name.empty() ? std::string_view("the value") : name);
    } else if (placeholder == "{key}") {
        const std::string_view name = field_name(finding.field);
        name.empty() ? put_text(out, finding, lump) : out.put(name);
    } else if (kAllRules && placeholder == "{part}") {
        put_part(out, finding.field);
    } else if (kAllRules && placeholder == "{game}") {
        put_game(out, finding.a);
    } else if (kAllRules && placeholder == "{cause}") {
        put_cause(out, finding);
    } else if (kAllRules && placeholder == "{a}" && numbers == Numbers::rules) {
        put_rules(out, finding);
    } else if (kAllRules && placeholder == "{a}" && numbers == Numbers::lock) {
        put_keys(out, static_cast<std::uint64_t>(finding.a));
    } else if (kAllRules && placeholder == "{b}" && numbers == Numbers::lock) {
        put_times(out, static_cast<std::uint64_t>(finding.b));
    } else if (placeholder == "{a}" || placeholder == "{b}") {
        put_number(out, numbers, finding.element, placeholder == "{a}" ? finding.a : finding.b);
    } else if (placeholder == "{related}" && finding.related == FLATLINE_NONE) {
        out.put("none");
    } else if (placeholder == "{related}") {
        out.put(element_name(finding.related_element));
        out.put(' ');
        out.integer(finding.related);
    } else if (kAllRules && placeholder == "{times}") {
        // Of a rule whose `a` is something else, `b` counts.
        const std::int64_t times =
            sentence_of(finding.rule).find("{a}") == std::string_view::npos ? finding.a : finding.b;
        if (times == 0) return;
        out.put(", ");
        out.integer(times);
        out.put(times == 1 ? " time" : " times");
    } else if (finding.a != 0) {  // {more}
        out.put(" and ");
        out.integer(finding.a);
        out.put(" more");
    }
}

constexpr std::string_view kPlaceholders[] = {"{text}", "{field}",   "{key}",  "{a}",
                                              "{b}",    "{related}", "{more}", "{part}",
                                              "{game}", "{times}",   "{cause}"};

}  // namespace

Finding make_finding(Rule rule, Lump lump, std::uint64_t offset, std::int64_t a,
                     std::int64_t b) noexcept {
    Finding f{};
    f.offset = offset;
    f.a = a;
    f.b = b;
    f.index = f.related = FLATLINE_NONE;
    f.rule = static_cast<std::uint16_t>(rule);
    f.field = FLATLINE_NO_FIELD;
    f.severity = static_cast<std::uint8_t>(rule_rows()[f.rule].severity);
    f.element = FLATLINE_MAP;
    f.lump = static_cast<std::uint8_t>(lump);
    return f;
}

RuleRow detail::rule_row(std::size_t i) noexcept {
    const PackedRule& rule = kRules[i];
    return {id_of(i), rule.severity, rule.numbers, rule.fix, sentence_of(i)};
}

Rule find_rule(std::string_view id) noexcept {
    std::size_t i = 0;
    while (i < kRuleCount && rule_rows()[i].id != id) ++i;
    return static_cast<Rule>(i);
}

RuleRows rule_rows() noexcept { return {0, std::size(kRules)}; }

std::string_view element_name(std::uint8_t element) noexcept {
    static constexpr ShortText<8> kNames[] = {"vertex", "linedef", "sidedef", "sector",
                                              "thing",  "global",  "block",   "map",
                                              "entity", "brush",   "patch"};
    return element < std::size(kNames) ? std::string_view(kNames[element]) : std::string_view();
}

std::string_view lump_name(Lump lump) noexcept {
    static constexpr ShortText<9> kNames[] = {
        "",       "TEXTMAP",  "ZNODES",   "BLOCKMAP", "REJECT",  "directory", "file",     "MAP",
        "THINGS", "LINEDEFS", "SIDEDEFS", "VERTEXES", "SECTORS", "SEGS",      "SSECTORS", "NODES"};
    return kNames[static_cast<std::size_t>(lump)];
}

std::string_view severity_name(Severity severity) noexcept {
    static constexpr std::string_view kNames[] = {"note", "warning", "error"};
    return kNames[static_cast<std::size_t>(severity)];
}

std::string_view fix_name(RuleFix fix) noexcept {
    static constexpr std::string_view kNames[] = {"none", "safe", "unsafe"};
    return kNames[static_cast<std::size_t>(fix)];
}

bool names_element(const Finding& finding) noexcept {
    return finding.index != FLATLINE_NONE &&
           (finding.element <= FLATLINE_THING || finding.element >= FLATLINE_ENTITY);
}

std::size_t describe(const Finding& finding, std::string_view lump_bytes, char* out,
                     std::size_t capacity) noexcept {
    FixedWriter writer(out, capacity);
    if (finding.rule >= std::size(kRules)) return 0;
    if (names_element(finding)) {
        writer.put(element_name(finding.element));
        writer.put(' ');
        writer.integer(finding.index);
        writer.put(": ");
    }
    // A brace that opens none of the placeholders stands for itself ("expected '=' or '{'").
    std::string_view rest = sentence_of(finding.rule);
    while (!rest.empty()) {
        const std::size_t open = rest.find('{');
        writer.put(rest.substr(0, open));
        if (open == std::string_view::npos) break;
        rest.remove_prefix(open);
        const std::string_view placeholder = rest.substr(0, rest.find('}') + 1);
        const bool known = std::find(std::begin(kPlaceholders), std::end(kPlaceholders),
                                     placeholder) != std::end(kPlaceholders);
        if (known) {
            put_placeholder(writer, placeholder, finding, lump_bytes);
        } else {
            writer.put('{');
        }
        rest.remove_prefix(known ? placeholder.size() : 1);
    }
    if (finding.repaired != 0) writer.put(" (repaired)");
    return writer.size();
}

TextPlace PlaceFinder::place(std::uint64_t offset) noexcept {
    if (offset > text_.size()) offset = text_.size();
    if (offset < at_) {
        at_ = line_start_ = 0;
        line_ = 1;
    }
    while (at_ < offset) {
        const char* from = text_.data() + at_;
        const void* end = std::memchr(from, line_end_, static_cast<std::size_t>(offset - at_));
        if (end == nullptr) {
            at_ = offset;
            break;
        }
        at_ += static_cast<std::uint64_t>(static_cast<const char*>(end) - from) + 1;
        line_start_ = at_;
        ++line_;
    }
    return {line_, offset - line_start_ + 1};
}

FindingList::FindingList(FindingList&& other) noexcept { *this = std::move(other); }

FindingList& FindingList::operator=(FindingList&& other) noexcept {
    if (this == &other) return *this;
    std::free(data_);
    std::free(left_out_);
    data_ = std::exchange(other.data_, nullptr);
    left_out_ = std::exchange(other.left_out_, nullptr);
    size_ = std::exchange(other.size_, 0);
    room_ = std::exchange(other.room_, 0);
    for (int i = 0; i < 2; ++i) limits_[i] = other.limits_[i];
    for (int i = 0; i < 2; ++i) kept_[i] = std::exchange(other.kept_[i], 0);
    for (int i = 0; i < 3; ++i) counts_[i] = std::exchange(other.counts_[i], 0);
    rules_ = std::exchange(other.rules_, {});
    for (int i = 0; i < 2; ++i) full_from_[i] = std::exchange(other.full_from_[i], SIZE_MAX);
    return *this;
}

FindingList::~FindingList() {
    std::free(data_);
    std::free(left_out_);
}

std::uint64_t FindingList::left_out(Rule rule, Severity severity) const noexcept {
    return left_out_ != nullptr ? left_out_[left_out_index(rule, severity)] : 0;
}

void FindingList::leave_out(const Finding& finding, std::uint64_t count) noexcept {
    if (left_out_ == nullptr) {
        left_out_ = static_cast<std::uint64_t*>(std::calloc(kLeftOutRows, sizeof(std::uint64_t)));
    }
    if (left_out_ == nullptr) return;
    left_out_[left_out_index(static_cast<Rule>(finding.rule),
                             static_cast<Severity>(finding.severity))] += count;
}

// Memory for one more finding.
bool FindingList::make_room() noexcept {
    if (size_ < room_) return true;
    const std::size_t room = room_ == 0 ? 16 : room_ * 2;
    void* grown = std::realloc(data_, room * sizeof(Finding));
    if (grown == nullptr) return false;
    data_ = static_cast<Finding*>(grown);
    room_ = room;
    return true;
}

// There is no room for warnings and errors. What refuses a map must still be on the list: it takes
// the place of the last finding that does not, and an error that of the last warning. Entries from
// full_from_ on rank as high or are notes, so a list is looked through once for each rank.
bool FindingList::replace_lesser(const Finding& finding, int rank) noexcept {
    if (rank < static_cast<int>(Severity::error)) return false;
    const auto stays = [&](const Finding& f) { return rank_of(f) >= rank || kind_of(f) == kNotes; };
    std::size_t& i = full_from_[rank - static_cast<int>(Severity::error)];
    if (i > size_) i = size_;
    while (i > 0 && stays(data_[i - 1])) --i;
    if (i == 0) return false;
    leave_out(data_[--i], 1);
    data_[i] = finding;
    return true;
}

void FindingList::add(const Finding& given) noexcept {
    Finding finding = given;
    // Whatever its rule is elsewhere: a call that is refused ends with an error.
    if (finding.refuses != 0) finding.severity = static_cast<std::uint8_t>(Severity::error);
    ++counts_[finding.severity];
    rules_.add(static_cast<Rule>(finding.rule));
    const int kind = kind_of(finding);
    if (kept_[kind] >= limits_[kind]) {
        if (kind == kNotes || !replace_lesser(finding, rank_of(finding))) leave_out(finding, 1);
        return;
    }
    if (!make_room()) return leave_out(finding, 1);
    data_[size_++] = finding;
    ++kept_[kind];
}

void detail::FindingEdit::add_surely(FindingList& list, const Finding& finding) noexcept {
    const std::size_t before = list.size_;
    list.add(finding);
    if (list.size_ != before) return;
    for (std::size_t i = before; i-- > 0;) {
        Finding& last = list.data_[i];
        if (kind_of(last) != kind_of(finding) || last.rule == finding.rule) continue;
        list.leave_out(last, 1);
        list.leave_out(finding, UINT64_MAX);  // it was counted as one
        last = finding;
        return;
    }
}

void detail::FindingEdit::add_dropped(FindingList& list, const FindingList& other) noexcept {
    for (int i = 0; i < 3; ++i) list.counts_[i] += other.counts_[i];
    for (const Finding& finding : other.kept()) --list.counts_[finding.severity];
    list.rules_.add(other.rules_);
    if (other.left_out_ == nullptr) return;
    for (std::size_t i = 0; i < kLeftOutRows; ++i) {
        if (other.left_out_[i] == 0) continue;
        Finding finding{};
        finding.rule = static_cast<std::uint16_t>(i / kSeverities);
        finding.severity = static_cast<std::uint8_t>(i % kSeverities);
        list.leave_out(finding, other.left_out_[i]);
    }
}

void detail::FindingEdit::leave_out(FindingList& list, Rule rule, Severity severity,
                                    std::uint64_t count) noexcept {
    Finding finding{};
    finding.rule = static_cast<std::uint16_t>(rule);
    finding.severity = static_cast<std::uint8_t>(severity);
    list.counts_[finding.severity] += count;
    list.rules_.add(rule);
    list.leave_out(finding, count);
}

void detail::FindingEdit::clear(FindingList& list) noexcept {
    list.size_ = 0;
    for (std::uint64_t& count : list.counts_) count = 0;
    for (std::uint64_t& kept : list.kept_) kept = 0;
    std::free(std::exchange(list.left_out_, nullptr));
    list.rules_ = {};
    for (std::size_t& from : list.full_from_) from = SIZE_MAX;
}

void detail::FindingEdit::replace(FindingList& list, std::size_t i,
                                  const Finding& finding) noexcept {
    list.data_[i] = finding;
    list.rules_.add(static_cast<Rule>(finding.rule));
}

void detail::FindingEdit::make_note(FindingList& list, std::size_t i) noexcept {
    Finding& finding = list.data_[i];
    --list.kept_[kind_of(finding)];
    --list.counts_[finding.severity];
    finding.severity = static_cast<std::uint8_t>(Severity::note);
    ++list.kept_[kNotes];
    ++list.counts_[finding.severity];
}

void detail::FindingEdit::set_place(FindingList& list, std::size_t i, std::uint64_t offset,
                                    std::uint32_t length) noexcept {
    list.data_[i].offset = offset;
    list.data_[i].length = length;
}

}  // namespace flatline::engine
