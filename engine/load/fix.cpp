// fix: loads and checks a map, fixes it, and repeats that until nothing is left to fix.
#include "model/fix.hpp"

#include <memory>
#include <new>
#include <utility>

#include "base/list.hpp"
#include "fix/planner.hpp"
#include "load/conclude.hpp"
#include "load/fix_lumps.hpp"
#include "model/describe.hpp"
#include "model/findings.hpp"

namespace flatline::engine {

struct detail::FixStorage {
    FixLumps lumps;
    List<LumpView> list;
    List<char> messages;
    List<flatline_fix_row> rows;
};

void detail::destroy(FixStorage* storage) noexcept { delete storage; }

namespace {

using mend::FixOutcome;
using mend::kKinds;

constexpr std::uint64_t kMostFindings = 1'000'000;  // of one pass; the next one has the others
constexpr int kMostTrials = 48;                     // to find what brings a new finding
constexpr std::size_t kMostBlocked = 64;  // of more the rules are blocked, not each by itself

/// The lumps at one time, with the map of them and what is found in it.
struct Stage {
    explicit Stage(const FixLumps& from) noexcept : lumps(from) {}

    FixLumps lumps;
    LoadResult<Map> map;
    Result<CheckReport> check;
    std::uint64_t counts[kRuleCount] = {};

    std::size_t finding_count() const noexcept {
        return map.findings.kept().size() + check.findings.kept().size();
    }
    const Finding& finding(std::size_t i) const noexcept {
        const View<Finding> first = map.findings.kept();
        return i < first.size() ? first[i] : check.findings.kept()[i - first.size()];
    }
    bool good() const noexcept { return map && check; }
};
using StagePointer = std::unique_ptr<Stage>;

/// What tells a finding from others for the whole run: its rule, and its element as it was given.
struct FindingKey {
    std::uint64_t offset;  // of one that is about no element
    std::uint32_t index;
    std::uint16_t rule;
    std::uint8_t element;
    bool operator==(const FindingKey&) const = default;
};

class Fixing {
public:
    Fixing(View<LumpView> given, const FixOptions& options, detail::FixStorage& storage) noexcept
        : given_(given), options_(options), storage_(storage) {
        options_.load.limits.findings = options_.load.limits.finding_lines = kMostFindings;
        options_.check.limits = options_.load.limits;
        options_.check.memory = options_.load.memory;
        options_.check.levels = RuleLevels();
        options_.check.behavior = FixLumps(given).behavior();
    }

    Status run(FindingList& findings, FixedLumps& out) noexcept;

private:
    bool mends(Rule rule) const noexcept {
        const RuleFix fix = rule_rows()[static_cast<std::size_t>(rule)].fix;
        const bool allowed = fix == RuleFix::safe || (fix == RuleFix::unsafe && options_.unsafe);
        return allowed && (options_.rules.empty() || options_.rules.has(rule));
    }
    void keep(bool done) noexcept { good_ = good_ && done; }

    void examine(Stage& stage) noexcept;
    bool begin_numbers() noexcept;
    bool list_candidates() noexcept;
    FindingKey key_of(const Finding& finding) const noexcept;
    bool is_blocked(const Finding& finding) const noexcept;
    StagePointer attempt(std::size_t first, std::size_t last) noexcept;
    bool is_worse(const Stage& next, bool splits) const noexcept;
    bool pass() noexcept;
    void find_culprits(std::size_t first, std::size_t last, int& trials) noexcept;
    void block(std::size_t first, std::size_t last) noexcept;
    void accept(StagePointer next) noexcept;
    void renumber(const mend::Plan& plan) noexcept;
    void add_row(const Finding& finding, bool applied, std::string_view deed) noexcept;
    void add_left_rows() noexcept;
    Status finish(FixedLumps& out) noexcept;

    View<LumpView> given_;
    FixOptions options_;
    detail::FixStorage& storage_;
    bool good_ = true;  // memory
    StagePointer now_;
    List<std::uint32_t> origins_[kKinds];  // the number that each element was given with
    List<std::uint32_t> next_origins_[kKinds];
    List<std::uint32_t> candidates_;  // findings of now_ that may be mended
    List<FixOutcome> outcomes_;       // of the last attempt, one a candidate
    List<std::uint32_t> dropped_;     // candidates whose edits had to wait
    List<FindingKey> blocked_;
    RuleSet blocked_rules_;
    bool changes_ = false;  // of the last attempt
    std::uint64_t fixed_ = 0, left_ = 0;
};

void Fixing::examine(Stage& stage) noexcept {
    stage.map =
        stage.lumps.load(options_.load, FLATLINE_PRODUCT_NODES | FLATLINE_PRODUCT_REJECT |
                                            FLATLINE_PRODUCT_BLOCKMAP | FLATLINE_PRODUCT_PLANES);
    if (!stage.map) return;
    stage.check = check(stage.map.value, options_.check);
    for (std::size_t i = 0; i < stage.finding_count(); ++i) ++stage.counts[stage.finding(i).rule];
}

bool Fixing::begin_numbers() noexcept {
    const mend::KindCounts counts(now_->map.value);
    for (std::uint8_t kind = 0; kind < kKinds; ++kind) {
        for (std::uint32_t i = 0; i < counts.of[kind] && good_; ++i) keep(origins_[kind].push(i));
    }
    return good_;
}

FindingKey Fixing::key_of(const Finding& finding) const noexcept {
    const bool numbered =
        finding.element < kKinds && finding.index < origins_[finding.element].size();
    return {numbered ? FLATLINE_NO_OFFSET : finding.offset,
            numbered ? origins_[finding.element][finding.index] : FLATLINE_NONE, finding.rule,
            finding.element};
}

bool Fixing::is_blocked(const Finding& finding) const noexcept {
    if (blocked_rules_.has(static_cast<Rule>(finding.rule))) return true;
    const FindingKey key = key_of(finding);
    for (const FindingKey& blocked : blocked_) {
        if (blocked == key) return true;
    }
    return false;
}

bool Fixing::list_candidates() noexcept {
    candidates_.truncate(0);
    for (std::size_t i = 0; i < now_->finding_count() && good_; ++i) {
        if (mends(static_cast<Rule>(now_->finding(i).rule))) {
            keep(candidates_.push(static_cast<std::uint32_t>(i)));
        }
    }
    return good_;
}

// The stage after candidates `first` up to `last` are mended, but for those that are blocked; null
// where nothing changes, where memory is out, and where it would be worse.
StagePointer Fixing::attempt(std::size_t first, std::size_t last) noexcept {
    changes_ = false;
    const Map& map = now_->map.value;
    mend::Plan plan(map);
    mend::Planner planner(map, options_.unsafe, plan);
    outcomes_.truncate(0);
    dropped_.truncate(0);
    keep(outcomes_.extend(candidates_.size(), FixOutcome::left));
    for (std::size_t i = first; i < last && good_; ++i) {
        const Finding& finding = now_->finding(candidates_[i]);
        if (is_blocked(finding)) continue;
        outcomes_[i] = planner.add(finding, static_cast<std::uint32_t>(i));
    }
    if (!plan.changes) return nullptr;
    changes_ = true;
    plan.settle();
    keep(plan.good());
    StagePointer next(new (std::nothrow) Stage(now_->lumps));
    keep(next != nullptr);
    if (!good_) return nullptr;
    keep(next->lumps.apply(plan, options_.load, dropped_));
    if (!good_) return nullptr;
    examine(*next);
    renumber(plan);
    const bool worse = !next->good() || is_worse(*next, !plan.new_lines().empty());
    return worse ? nullptr : std::move(next);
}

// What another rule finds more often is new, unless this run mends that too. Parts of a line that
// was split have what it had.
bool Fixing::is_worse(const Stage& next, bool splits) const noexcept {
    for (std::size_t i = 0; i < kRuleCount; ++i) {
        if (next.counts[i] <= now_->counts[i] || mends(static_cast<Rule>(i))) continue;
        if (!splits || now_->counts[i] == 0) return true;
    }
    return false;
}

void Fixing::renumber(const mend::Plan& plan) noexcept {
    for (std::uint8_t kind = 0; kind < kKinds; ++kind) {
        next_origins_[kind].truncate(0);
        for (std::uint32_t i = 0; i < plan.counts().of[kind] && good_; ++i) {
            if (plan.is_removed(kind, i)) continue;
            keep(next_origins_[kind].push(origins_[kind][i]));
        }
    }
    for (const mend::NewLine& line : plan.new_lines()) {
        keep(next_origins_[FLATLINE_LINEDEF].push(origins_[FLATLINE_LINEDEF][line.line]));
        for (const std::uint32_t side : {line.front, line.back}) {
            if (side == FLATLINE_NONE) continue;
            keep(next_origins_[FLATLINE_SIDEDEF].push(origins_[FLATLINE_SIDEDEF][side]));
        }
    }
}

void Fixing::block(std::size_t first, std::size_t last) noexcept {
    for (std::size_t i = first; i < last; ++i) {
        const Finding& finding = now_->finding(candidates_[i]);
        if (last - first > kMostBlocked) blocked_rules_.add(static_cast<Rule>(finding.rule));
        if (!is_blocked(finding)) keep(blocked_.push(key_of(finding)));
    }
}

// Halves the candidates until those that make the map worse are alone, and blocks these.
// Precondition: the candidates make it worse together.
void Fixing::find_culprits(std::size_t first, std::size_t last, int& trials) noexcept {
    if (last - first == 1) return block(first, last);
    const std::size_t middle = first + (last - first) / 2;
    for (const auto& [from, to] : {std::pair(first, middle), std::pair(middle, last)}) {
        if (!good_) return;
        if (trials-- <= 0) {
            block(from, to);
        } else if (attempt(from, to) == nullptr && changes_) {
            find_culprits(from, to, trials);
        }
    }
}

// False when there is nothing more to mend.
bool Fixing::pass() noexcept {
    if (!list_candidates()) return false;
    StagePointer next = attempt(0, candidates_.size());
    if (next == nullptr && good_ && changes_) {
        int trials = kMostTrials;
        find_culprits(0, candidates_.size(), trials);
        next = attempt(0, candidates_.size());
        // Those that harm only together.
        if (next == nullptr && good_ && changes_) block(0, candidates_.size());
    }
    if (next == nullptr || !good_) return false;
    accept(std::move(next));
    return good_;
}

void Fixing::accept(StagePointer next) noexcept {
    for (const std::uint32_t i : dropped_) outcomes_[i] = FixOutcome::later;
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
        if (outcomes_[i] != FixOutcome::mended) continue;
        const Finding& finding = now_->finding(candidates_[i]);
        add_row(finding, true, mend::deed_of(static_cast<Rule>(finding.rule)));
        ++fixed_;
    }
    for (std::uint8_t kind = 0; kind < kKinds; ++kind) {
        std::swap(origins_[kind], next_origins_[kind]);
    }
    storage_.lumps.take(next->lumps);
    now_ = std::move(next);
}

void Fixing::add_row(const Finding& finding, bool applied, std::string_view deed) noexcept {
    Finding as_given = finding;
    if (finding.element < kKinds && finding.index < origins_[finding.element].size()) {
        as_given.index = origins_[finding.element][finding.index];
    }
    const std::uint8_t other = finding.related_element;
    if (other < kKinds && finding.related < origins_[other].size()) {
        as_given.related = origins_[other][finding.related];
    }
    constexpr std::size_t kMost = 1024;
    char sentence[kMost];
    const std::string_view text = now_->map.value.textmap();
    const std::size_t size = describe(as_given, text, sentence, kMost);
    const std::size_t at = storage_.messages.size();
    keep(storage_.messages.append(sentence, size < kMost ? size : kMost));
    if (!deed.empty()) {
        keep(storage_.messages.append("; ", 2) &&
             storage_.messages.append(deed.data(), deed.size()));
    }
    flatline_fix_row row{};
    row.message_size = storage_.messages.size() - at;
    row.index = as_given.index;
    row.rule = finding.rule;
    row.element = finding.element;
    row.applied = applied ? 1 : 0;
    keep(storage_.rows.push(row));
}

// Makes one more attempt for its outcomes alone: rows of what may be mended and is not.
void Fixing::add_left_rows() noexcept {
    if (!list_candidates()) return;
    static_cast<void>(attempt(0, candidates_.size()));
    for (std::size_t i = 0; i < candidates_.size() && good_; ++i) {
        if (outcomes_[i] == FixOutcome::unsafe || outcomes_[i] == FixOutcome::exempt) continue;
        add_row(now_->finding(candidates_[i]), false, "not mended");
        ++left_;
    }
}

Status Fixing::run(FindingList& findings, FixedLumps& out) noexcept {
    storage_.lumps.borrow(FixLumps(given_));
    now_.reset(new (std::nothrow) Stage(storage_.lumps));
    if (now_ == nullptr) return Status::out_of_memory;
    examine(*now_);
    if (!now_->good()) {
        const Status status = !now_->map ? now_->map.status : now_->check.status;
        findings = std::move(!now_->map ? now_->map.findings : now_->check.findings);
        return status;
    }
    if (begin_numbers()) {
        for (int i = 0; i < kFixPasses && pass(); ++i) {
        }
    }
    if (good_) add_left_rows();
    findings = std::move(now_->check.findings);
    return finish(out);
}

Status Fixing::finish(FixedLumps& out) noexcept {
    for (std::size_t i = 0; i < given_.size(); ++i) {
        keep(storage_.list.push({given_[i].name, storage_.lumps.bytes_of(i, given_[i].bytes)}));
    }
    if (!good_) return Status::out_of_memory;
    const char* message = storage_.messages.data();
    for (flatline_fix_row& row : storage_.rows) {
        row.message = message;
        message += row.message_size;
    }
    out.lumps = storage_.list.view();
    out.rows = storage_.rows.view();
    out.fixed = fixed_;
    out.left = left_;
    out.changed = storage_.lumps.changed();
    return Status::ok;
}

}  // namespace

Result<Fixed> fix(View<LumpView> lumps, const FixOptions& options) noexcept {
    Result<Fixed> result;
    std::unique_ptr<detail::FixStorage> storage(new (std::nothrow) detail::FixStorage);
    result.status = Status::out_of_memory;
    FixedLumps value;
    if (storage != nullptr) {
        result.status = Fixing(lumps, options, *storage).run(result.findings, value);
    }
    if (result.status == Status::out_of_memory && result.findings.total() == 0) {
        result.findings.add(refusal(Rule::out_of_memory, Lump::none));
    }
    if (result.status == Status::ok) {
        detail::Access::owned(result.value) =
            detail::Owned<detail::FixStorage, FixedLumps>(storage.release(), value);
    }
    return result;
}

}  // namespace flatline::engine
